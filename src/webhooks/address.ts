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

/** What is wrong with the form of a webhook address: it must be absolute, http or https, and carry no credentials. */
export function formFault(address: string): string | undefined {
  if (!URL.canParse(address)) return 'must be an absolute address, such as https://example.com/hook';
  const { protocol, username, password } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://';
  if (username !== '' || password !== '') return 'must not contain a user name or a password; use the secret instead';
  return undefined;
}

/**
 * Why a delivery cannot go to this address, or undefined when it can: its form must be right, and where its host is an IP address, that must
 * be a place that `mayConnect`. The URL parser has by then turned every spelling of an IPv4 address (decimal, hexadecimal, octal,
 * shortened, full-width) into four numbers. Names are judged when they are resolved.
 */
export function addressFault(address: string, allowed: AddressRange[]): string | undefined {
  const fault = formFault(address);
  if (fault !== undefined) return fault;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayConnect(host, allowed)) return `leads to ${host}, which is not a public address`;
  return undefined;
}
