import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { reasonOf } from '../../base/errors.ts';
import { CONSOLE } from '../../paths.ts';
import type { Config } from '../../settings/config.ts';
import { createPage, type ServePage } from './serve-page.ts';

const TIMEOUT_MS = 5_000;

/** A public client at an OpenID provider, and the parameters that its requests need besides. */
export type SignIn = NonNullable<Config['signIn']>;

/** What the page needs of a provider's metadata (OpenID Connect Discovery 1.0, 3). */
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  end_session_endpoint: z.url().optional(),
});

class ProviderError extends Error {}

/** Reads the metadata here, not in the page: a provider need not allow pages to read it. */
async function discover(issuer: string): Promise<z.infer<typeof Metadata>> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const fail = (reason: string): never => {
    throw new ProviderError(`Nobody can sign in: ${url} ${reason}.`);
  };
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) =>
    fail(`cannot be read (${reasonOf((error instanceof Error && error.cause) || error)})`),
  );
  if (!response.ok) return fail(`answers ${response.status}`);
  const { data } = Metadata.safeParse(await response.json().catch(() => undefined));
  if (data === undefined) return fail('is not the metadata of an OpenID provider');
  // A provider that names another issuer puts that one into its tokens, too.
  if (data.issuer !== issuer) return fail(`names the issuer ${data.issuer}; set OIDC_ISSUER to it`);
  return data;
}

/** What stands in the page, where the build has put null. */
const NONE = 'id="sign-in">null<';

async function render(signIn: SignIn | undefined) {
  const html = await readFile(CONSOLE, 'utf8');
  if (signIn === undefined) return { html };
  const metadata = await discover(signIn.issuer);
  const given = JSON.stringify({ ...signIn, metadata }).replaceAll('<', '\\u003c');
  const connects = [new URL(metadata.token_endpoint).origin];
  return { html: html.replace(NONE, () => NONE.replace('null', () => given)), connects };
}

/**
 * Serves the console, which the build has made one file. It uses the public API alone. With `signIn`, people sign in at
 * an identity provider; while that fails, the page says why.
 */
export function createConsole(signIn?: SignIn): ServePage {
  const serve = createPage(() => render(signIn));
  return (req, res) =>
    serve(req, res).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '3' }).end(`${error.message}\n`);
    });
}
