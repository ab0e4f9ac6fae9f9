import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type PreviewServer, type ViteDevServer } from 'vite';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** Which records a driver sees: the own tasks, which the driver also completes, and the tanks that have one of them. */
const ownOf = (driver: string): string => JSON.stringify({ task: { assignee_id: driver }, tank: { tasks: true } });

/** Who may do what in the demo company: a dispatcher all, a driver what is the own. */
const grantOf = (user: string | null, driver: string | null): string[] =>
  driver === null
    ? ['--subject', user ?? 'dispatcher-01']
    : ['--subject', driver, '--scope', 'tasks:read:own tasks:write:own tanks:read:own', '--own', ownOf(driver)];

/** Who has it gets tokens. A terminal shows it in links; without one, `BOARD_KEY` gives a key of your own. */
const KEY = process.env.BOARD_KEY ?? randomBytes(24).toString('base64url');

/** Stands in for your identity provider: `POST /token` with the key answers with a token for five minutes. */
function serveTokens(server: ViteDevServer | PreviewServer): void {
  server.middlewares.use('/token', ({ method, url = '', headers }, response) => {
    response.statusCode = method === 'POST' && headers.authorization === `Bearer ${KEY}` ? 200 : 401;
    if (response.statusCode === 401) return void response.end('Open the link that npm run board prints.');
    const { searchParams } = new URL(url, 'http://localhost');
    const grant = grantOf(searchParams.get('user'), searchParams.get('driver'));
    const args = ['scripts/run.mjs', 'token', '--company', 'demo', '--ttl', '5m', ...grant];
    // Vite serves a built page as one of production, which the gateway of the demo is not.
    const { NODE_ENV: _, ...env } = process.env;
    execFile(process.execPath, args, { cwd: folder, env }, (error, token) => {
      if (error) response.statusCode = 500;
      response.end(error ? error.message : token.trim());
    });
  });
  server.printUrls = () => {
    const [address = ''] = server.resolvedUrls?.local ?? [];
    // In the fragment, which browsers keep to themselves. Output that is kept, in a file say, has no key.
    const key = process.stdout.isTTY ? `#key=${KEY}` : '';
    server.config.logger.info(`  The board          ${address}${key}`);
    server.config.logger.info(`  A driver's tasks   ${address}?driver=driver-07${key}`);
  };
}

const tokens: Plugin = { name: 'tokens', configureServer: serveTokens, configurePreviewServer: serveTokens };

/** Where the gateway listens, as `npm start` does with the same PORT. */
const GATEWAY = process.env.GATEWAY ?? `http://127.0.0.1:${process.env.PORT ?? 4000}`;

// The page sends its operations to its own origin, so that the gateway needs no CORS_ORIGINS here.
const server = { port: Number(process.env.BOARD_PORT ?? 5173), proxy: { '/graphql': GATEWAY } };

export default defineConfig({ plugins: [react(), tokens], server, preview: server });
