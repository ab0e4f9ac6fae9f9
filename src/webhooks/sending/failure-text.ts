import { errorCodeOf, reasonOf } from '../../base/errors.ts';

/** A failure whose message is written for the owner of a subscription. */
export class Fault extends Error {}

const CLOSED = 'The receiver closed the connection without an answer. Check its log, and any proxy before it.';
const UNREACHABLE = 'No network route leads to the receiver. Check the address.';
const UNKNOWN_AUTHORITY =
  "The receiver's certificate is not from a known authority. Get it from a public one, and send the intermediate certificates with it.";
const SELF_SIGNED = "The receiver's certificate is self-signed. Get one from a public authority.";
const NOT_HTTP = 'The answer is not HTTP. Check the port in the address, and whether it begins with http or https.';
const ODD_STATUS =
  'The receiver sent 100 or 101 without being asked. Answer with a 2xx status alone, and without an upgrade.';
const OTHER =
  'The connection failed before an answer was read. Check the log of the receiver and any proxy before it, then send a test event.';
const LENGTHS =
  'The answer states its length twice, or another one than it has. Send one Content-Length, or Transfer-Encoding alone.';
/** The receiver is not named: both a firewall and a slow network do this. */
const NO_CONNECTION =
  'No connection within 5 s. Check that the receiver can be reached from the internet, at each address of its name.';

/** What to check, by the code of an error of Node, OpenSSL or undici. Of several that match, the first counts. */
const SENTENCES: [code: RegExp, sentence: string][] = [
  [/^CERT_HAS_EXPIRED$/, "The receiver's certificate has expired. Renew it."],
  [/^CERT_NOT_YET_VALID$/, "The receiver's certificate is not valid yet. Check its dates."],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, SELF_SIGNED],
  [/^(UNABLE_TO_|SELF_SIGNED_CERT_IN_CHAIN$|CERT_UNTRUSTED$)/, UNKNOWN_AUTHORITY],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    "The receiver's certificate is for another name. Check the host in the address, or get a certificate for it.",
  ],
  [
    /^(CERT_|ERROR_IN_CERT_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/,
    "The receiver's certificate cannot be verified. Check it and its chain.",
  ],
  [
    /^(EPROTO$|ERR_SSL_|ERR_TLS_)/,
    'No TLS connection came about. Check that the port serves https, with TLS 1.2 or newer.',
  ],
  [/^ECONNREFUSED$/, 'The receiver refused the connection. Check that it runs, and the port in the address.'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, NO_CONNECTION],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, LENGTHS],
  [/^HPE_(UNEXPECTED_CONTENT_LENGTH|INVALID_CONTENT_LENGTH|INVALID_TRANSFER_ENCODING)$/, LENGTHS],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, CLOSED],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, UNREACHABLE],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'The headers of the answer are larger than 16 KB. Send fewer or shorter ones.'],
  [/^HPE_INVALID_CONSTANT$/, NOT_HTTP],
  [
    // The library asserts that a status has three digits.
    /^(HPE_|ERR_ASSERTION$)/,
    'The head of the answer is not valid HTTP. Check the status line and the headers that the receiver writes.',
  ],
];

/** What owners read about a request that got no answer. The texts of libraries are for the log. */
export function sentenceOn(failure: unknown): string {
  if (failure instanceof Fault) return failure.message;
  const { code, reason } = causeOf(failure);
  if (/^bad (response|upgrade)$/.test(reason)) return ODD_STATUS;
  return SENTENCES.find(([pattern]) => pattern.test(code))?.[1] ?? OTHER;
}

/** What the log has of an error: not the error itself, which may hold the answer or a whole certificate. */
export const causeOf = (failure: unknown): { code: string; reason: string } => ({
  code: errorCodeOf(failure) ?? '',
  reason: reasonOf(failure),
});
