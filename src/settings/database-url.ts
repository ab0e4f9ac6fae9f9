/** The form of PostgreSQL's addresses. A path in `host` is the directory of a socket. */
const FORM = 'must be a URL such as postgresql://user:password@host:5432/database';
const ENCODE = 'has a character in its user or password that a URL must encode: # as %23, / as %2F, ? as %3F, % as %25';

/** Parameters of Prisma's own engine that have another name here, and what to set. */
const OTHERWISE = new Map([
  ['sslaccept', 'write sslmode=verify-full, or sslmode=no-verify for accept_invalid_certs'],
  ['sslidentity', 'write sslcert and sslkey, with the paths of PEM files'],
  ['connect_timeout', 'a connection may take 5 seconds to open'],
  ['pool_timeout', 'set REQUEST_TIMEOUT_SECONDS'],
  ['socket_timeout', 'set STATEMENT_TIMEOUT_SECONDS'],
]);

export interface Host {
  host: string;
  port: number;
}

export interface DatabaseUrl {
  /** The URL for the driver, with the first host. */
  url: string;
  /** The hosts, if there are several: the one that accepts writes is used. */
  hosts: Host[] | undefined;
  /** The schema of the tables, as Prisma's `?schema=` names it. */
  schema: string | undefined;
  /** The most connections, as Prisma's `?connection_limit=` has it. */
  connectionLimit: number | undefined;
}

/** The URL without its scheme, up to its path or query. */
const authorityOf = (rest: string): string => rest.split(/[/?#]/, 1)[0] ?? '';

/** A database in the log: its hosts and its name, and nothing of its user. */
export function databaseName(url: string, hosts?: readonly Host[]): string {
  const { host, pathname, searchParams } = new URL(url);
  const named = hosts?.map(({ host, port }) => `${host}:${port}`).join(',') ?? (searchParams.get('host') || host);
  return `${named}${pathname}`;
}

/** Whether the user or the password has a character that ends them too early: the `@` comes only after it. */
function isCut(rest: string): boolean {
  const authority = authorityOf(rest);
  if (authority.includes('@')) return false;
  const behind = rest.slice(authority.length);
  if (behind.startsWith('#')) return true;
  // In a query, an address may have an @: `?user=someone@example`.
  return behind.slice(1).split(/[?=]/, 1)[0]?.includes('@') === true;
}

/** Reads a URL of a database. Returns what is wrong with it as a text, without any part of it. */
export function readDatabaseUrl(given: string): DatabaseUrl | string {
  const [, scheme, rest = ''] = /^(postgres(?:ql)?:\/\/)(.*)$/is.exec(given.trim()) ?? [];
  if (scheme === undefined) return FORM;
  if (isCut(rest)) return ENCODE;
  const authority = authorityOf(rest);
  if (/%(?![0-9a-f]{2})/i.test(authority)) return ENCODE;
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  if (hosts.includes(',')) return readHosts(scheme, rest, hosts);
  // `user:password@/database?host=/directory`, as Google writes the address of a socket.
  const whole = authority.endsWith('@') ? rest.replace(authority, `${authority}localhost`) : rest;
  if (!URL.canParse(scheme + whole))
    return /:[^\]:]*[^\d\]:][^\]:]*$/.test(hosts) ? 'has a port that is no number' : FORM;
  return readParameters(new URL(scheme + whole));
}

/** `host:port,host:port`, as libpq has it. */
function readHosts(scheme: string, rest: string, hosts: string): DatabaseUrl | string {
  const urls = hosts.split(',').map((host) => scheme + rest.replace(hosts, host));
  const faulty = urls.some((url) => !URL.canParse(url) || new URL(url).hostname === '');
  if (faulty) return 'names several hosts, one of which is no host or has a port that is no number';
  const [first] = urls.map((url) => readParameters(new URL(url)));
  if (first === undefined || typeof first === 'string') return first ?? FORM;
  const all = urls.map((url) => new URL(url));
  const hostOf = ({ hostname, port }: URL) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) });
  return { ...first, hosts: all.map(hostOf) };
}

function readParameters(url: URL): DatabaseUrl | string {
  const { searchParams: parameters } = url;
  for (const [name, remedy] of OTHERWISE)
    if (parameters.has(name)) return `has the parameter ${name}, which is not supported: ${remedy}`;
  if (parameters.get('host')?.includes(','))
    return 'names several hosts in `host`: write them before the path, with commas';
  const wanted = parameters.get('target_session_attrs') ?? 'read-write';
  if (!['read-write', 'primary', 'any'].includes(wanted))
    return `has target_session_attrs=${wanted}, but must accept writes: name replicas in DATABASE_REPLICA_URLS`;
  const schema = parameters.get('schema') ?? undefined;
  if (schema !== undefined && !/^[^\s"]{1,63}$/.test(schema)) return 'has a schema that is no name';
  const port = parameters.get('port');
  if (port !== null && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) return 'has a port that is no number';
  const limit = parameters.get('connection_limit');
  if (limit !== null && !/^[1-9]\d{0,2}$/.test(limit)) return 'has a connection_limit that is no number from 1 to 999';
  for (const name of ['schema', 'connection_limit', 'pgbouncer', 'target_session_attrs']) parameters.delete(name);
  pinCertificates(parameters);
  return { url: url.href, hosts: undefined, schema, connectionLimit: limit === null ? undefined : Number(limit) };
}

/** The driver verifies for `prefer`, `require` and `verify-ca`, too, and warns of it; `verify-full` says so. */
function pinCertificates(parameters: URLSearchParams): void {
  if (parameters.get('uselibpqcompat') === 'true') return;
  if (parameters.get('sslrootcert') === 'system') {
    parameters.delete('sslrootcert');
    parameters.set('sslmode', 'verify-full');
  }
  if (['prefer', 'require', 'verify-ca'].includes(parameters.get('sslmode') ?? ''))
    parameters.set('sslmode', 'verify-full');
}
