import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const gateway = fileURLToPath(new URL('../..', import.meta.url));

/** Stands in for your identity provider: `POST /token` answers with a token of a dispatcher of the demo company that is valid for five minutes. */
const tokens: Plugin = {
  name: 'tokens',
  configureServer: ({ middlewares }) => {
    middlewares.use('/token', (_, response) => {
      const args = ['scripts/run.mjs', 'token', '--company', 'demo', '--subject', 'dispatcher-01', '--ttl', '5m'];
      execFile(process.execPath, args, { cwd: gateway }, (error, token) => {
        if (error) response.statusCode = 500;
        response.end(error ? error.message : token.trim());
      });
    });
  },
};

export default defineConfig({ plugins: [react(), tokens], server: { port: 5173, strictPort: true } });
