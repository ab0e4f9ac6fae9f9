import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** One address or range that deliveries may reach although it is not public. */
export type AddressRange = [Address, number];

/** Only this part of IPv6 is handed out; the rest embeds IPv4, is local, or is not in use. */
const handedOut: AddressRange = ipaddr.parseCIDR('2000::/3');

/** Parses ranges such as `10.1.0.0/16`. Throws on anything else. */
export function parseRanges(cidrs: string[]): AddressRange[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
}

function within(address: Address, [network, bits]: AddressRange): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}

/**
 * Whether a delivery may connect to this IP address: public unicast, or named by a range. Everything else is refused, unknown
 * spellings included. An IPv4 address inside IPv6 (`::ffff:127.0.0.1`) counts as the IPv4 address.
 */
export function mayConnect(ip: string, allowed: AddressRange[]): boolean {
  if (isIP(ip) === 0) return false;
  const address = ipaddr.process(ip);
  if (allowed.some((range) => within(address, range))) return true;
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || within(address, handedOut);
}

/**
 * Why this webhook address cannot be used, or undefined when it can: it must be http or https, carry no credentials, and, where its
 * host is an IP address, lead to a place that `mayConnect`. The URL parser has by then turned every spelling of an IPv4 address
 * (decimal, hexadecimal, octal, shortened, full-width) into four numbers. Names are judged when they are resolved.
 */
export function addressFault(address: string, allowed: AddressRange[]): string | undefined {
  if (!URL.canParse(address)) return 'is not an absolute address';
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or a password';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayConnect(host, allowed)) return `leads to ${host}, which is not a public address`;
  return undefined;
}
