import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../base/log.ts';
import { Fault } from './failure-text.ts';

const ONLY_PUBLIC_NAMES = 'Check its name, or ask the operator to allow its address with WEBHOOK_ALLOW_CIDRS.';

/** A network and the length of its prefix in bits. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The allocated part of IPv6. The rest embeds IPv4 addresses, is local, or is reserved. */
const globalUnicast: AddressRange = ipaddr.parseCIDR('2000::/3');

export const parseRanges = (cidrs: string[]): AddressRange[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

/** Whether a delivery may connect to this IP address: public unicast or allowed. IPv4-mapped counts as IPv4. */
export function mayConnect(ip: string, allowed: AddressRange[]): boolean {
  if (isIP(ip) === 0) return false;
  const address = ipaddr.process(ip);
  const isIn = (...ranges: AddressRange[]): boolean => ipaddr.subnetMatch(address, { in: ranges }, 'out') === 'in';
  if (isIn(...allowed)) return true;
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(globalUnicast));
}

/** The fault of a webhook URL's form: it must be absolute, http or https, without credentials. */
export function formFault(address: string): string | undefined {
  // The parser of URLs removes them, and the receiver would get another address than the owner sees.
  if (/\s/.test(address)) return 'must not contain spaces or line breaks';
  if (/[\\{}]/.test(address)) return 'must not contain a backslash or braces; fill in what stands for a value';
  if (!URL.canParse(address)) return 'must be an absolute address, such as https://example.com/hook';
  const { protocol, username, password, port, hash } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://';
  if (!/^https?:\/\/[^/]/i.test(address)) return 'must have two slashes before its host';
  if (port === '0') return 'must not have the port 0';
  if (hash !== '' || address.endsWith('#')) return 'must not have a part after #, which is never sent';
  if (username !== '' || password !== '') return 'must not contain a user name or a password; use the secret instead';
  return undefined;
}

export function createAddressCheck(cidrs: string[]): (address: string) => string | undefined {
  const allowed = parseRanges(cidrs);
  return (address) => addressFault(address, allowed);
}

/** The fault of a webhook URL's form or IP address. A host name is checked when it resolves. */
export function addressFault(address: string, allowed: AddressRange[]): string | undefined {
  const fault = formFault(address);
  if (fault !== undefined) return fault;
  // The URL parser has normalized every spelling of IPv4: decimal, hexadecimal, octal, shortened, full-width.
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayConnect(host, allowed)) return `leads to ${host}, which is not a public address`;
  return undefined;
}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

export const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** Concurrent lookups of a name share one answer: Node resolves four names at a time, some of which are dead. */
function shared(resolveName: Resolve): Resolve {
  const answers = new LRUCache<string, LookupAddress[]>({ max: 1_000, ttl: 1, fetchMethod: resolveName });
  return async (host) => (await answers.fetch(host)) ?? [];
}

/** Refuses a name with any forbidden address, in the words for an absent one: owners could map the network. */
export function checkedLookup(allowed: AddressRange[], resolveName: Resolve, log: Pick<Log, 'info'>): LookupFunction {
  const resolveShared = shared(resolveName);
  return (host, options, callback) => {
    const refuse = (cause: object): void => {
      log.info({ host, ...cause }, 'a webhook host has no address that may be used');
      callback(new Fault(`The host ${host} does not lead to a public address. ${ONLY_PUBLIC_NAMES}`), '');
    };
    resolveShared(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || addresses.some(({ address }) => !mayConnect(address, allowed)))
          refuse({ addresses: addresses.map(({ address }) => address) });
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (err: unknown) => refuse({ err }),
    );
  };
}
