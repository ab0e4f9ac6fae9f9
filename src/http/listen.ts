import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { errorCodeOf, reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';

/** Connections that wait to be accepted. With Node's 511, a burst loses some, which then try again after seconds. */
const BACKLOG = 4_096;

/** Throws StartupError if this machine cannot listen on the host. Listens on a free port for a moment. */
export async function checkHost(host: string): Promise<void> {
  const probe = createServer();
  await listen(probe, host, 0);
  probe.close();
}

/** Throws StartupError for a wildcard below a public suffix, such as `https://*.github.io`: anybody has pages there. */
export async function checkOrigins(origins: readonly string[]): Promise<void> {
  const wide = origins.filter((origin) => origin.includes('*'));
  if (wide.length === 0) return;
  // The list of public suffixes is loaded only where it is needed.
  const { getPublicSuffix } = await import('tldts');
  for (const origin of wide) {
    const parent = new URL(origin.replace('*.', '')).hostname.replace(/\.$/, '');
    if (getPublicSuffix(parent, { allowPrivateDomains: true }) === parent)
      throw new StartupError(
        `CORS_ORIGINS: anybody can have a page below ${parent}; list your own domain in place of ${origin}.`,
      );
  }
}

/** Returns the address as a URL. Throws StartupError, which names `setting`, if it cannot be used. */
export async function listen(server: Server, host: string, port: number, setting = 'PORT'): Promise<string> {
  server.listen({ port, host, backlog: BACKLOG });
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'EADDRINUSE')
      throw new StartupError(`The port ${port} on ${host} is taken. Set ${setting} to another one.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new StartupError(`This machine has no address ${host} to listen on.`);
    if (code === 'EACCES')
      throw new StartupError(`Listening on port ${port} is not permitted. Set ${setting} to one above 1023.`);
    // EINVAL: an IPv6 address of one network, such as fe80::1, without its interface.
    throw new StartupError(`Listening on ${host} fails (${code ?? reasonOf(error)}). Give another address.`);
  }
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}
