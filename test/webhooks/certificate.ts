import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** An element of DER: its tag, its length and its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const octets = (content: Buffer): Buffer => der(0x04, content);
/** YYYYMMDDhhmmssZ */
const time = (date: Date): Buffer => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\..*/g, '')}Z`));
const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text))))); // commonName

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const DAY_MS = 86_400_000;

export interface Issued {
  name: string;
  key: KeyObject;
  keyPem: string;
  pem: string;
}

interface Interest {
  /** Signs itself without one. */
  issuer?: Issued;
  isAuthority?: boolean;
  /** The first and the last day, counted from today. */
  days?: [number, number];
  host?: string;
}

/** Makes an X.509 certificate for `host`, an IPv4 address or a DNS name. */
export function certificate(name: string, interest: Interest = {}): Issued {
  const { issuer, isAuthority = false, days = [-1, 1], host = '127.0.0.1' } = interest;
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const isAddress = /^[\d.]+$/.test(host);
  const alternative = der(
    isAddress ? 0x87 : 0x82,
    Buffer.from(isAddress ? host.split('.').map(Number) : Buffer.from(host)),
  );
  const constraints = sequence(...(isAuthority ? [der(0x01, Buffer.from([255]))] : []));
  const extensions = sequence(
    sequence(oid('551d13'), octets(constraints)), // basicConstraints
    sequence(oid('551d11'), octets(sequence(alternative))), // subjectAltName
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.name ?? name),
    sequence(...days.map((day) => time(new Date(Date.now() + day * DAY_MS)))),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, issuer?.key ?? key);
  const whole = sequence(content, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const pem = `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { name, key, keyPem: key.export({ type: 'pkcs8', format: 'pem' }).toString(), pem };
}
