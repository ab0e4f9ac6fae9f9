import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { portOf } from '../../test/port.ts';

const PROBE_MS = 500;

/**
 * A balancer as simple ones are: it asks each backend every 500 ms whether it is ready, takes turns, and repeats
 * nothing.
 */
export async function openBalancer() {
  const agent = new Agent({ keepAlive: true });
  const backends = new Map<number, boolean>();
  const errors: string[] = [];
  let turn = 0;

  const isReady = async (port: number): Promise<boolean> => {
    const asked = request({ port, host: '127.0.0.1', path: '/ready' }).end();
    const [response]: IncomingMessage[] = await once(asked, 'response');
    response?.resume();
    return response?.statusCode === 200;
  };
  const probe = setInterval(() => {
    for (const port of backends.keys())
      isReady(port)
        .catch(() => false)
        .then((ready) => backends.has(port) && backends.set(port, ready));
  }, PROBE_MS);

  const forward = (req: IncomingMessage, res: ServerResponse): void => {
    const ready = [...backends].flatMap(([port, isUp]) => (isUp ? [port] : []));
    turn += 1;
    const port = ready[turn % ready.length];
    const onward = request({ port, host: '127.0.0.1', path: req.url, method: req.method, headers: req.headers, agent });
    onward.on('response', (answer) => {
      const { connection: _, ...headers } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(res);
    });
    onward.on('error', (error) => {
      errors.push(`${port}: ${error.message}`);
      if (!res.headersSent) res.writeHead(502);
      res.end();
    });
    req.pipe(onward);
  };
  // A client's next request could cross the end of its idle connection: none ends while the balancer runs.
  const server = createServer({ keepAliveTimeout: 0 }, forward).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: portOf(server),
    errors,
    add: (port: number): void => void backends.set(port, true),
    remove: (port: number): void => void backends.delete(port),
    close(): void {
      clearInterval(probe);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
