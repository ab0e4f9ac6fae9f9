import { once } from 'node:events';
import { Agent, request } from 'node:http';

/** Requests in flight at once: few enough that none waits long for one of the gateway's database connections. */
const CONNECTIONS = 20;

/**
 * Opens connections to a gateway over which to send many requests. One that is refused because others wait is sent
 * again; `send` throws on the first other answer that has errors.
 */
export function openFlood(url: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };

  const ask = async (body: string): Promise<string> => {
    for (;;) {
      const [response] = await once(request(url, { method: 'POST', agent, headers }).end(body), 'response');
      const text = Buffer.concat(await response.toArray()).toString();
      if (response.statusCode !== 503) return text;
    }
  };

  const send = async (count: number, bodyOf: (n: number) => string): Promise<void> => {
    let next = 0;
    const pour = async (): Promise<void> => {
      for (let n = next++; n < count; n = next++) {
        const text = await ask(bodyOf(n));
        if (!text.startsWith('{"data":')) throw new Error(`${bodyOf(n)} was answered: ${text}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, pour));
  };
  return { send, close: () => agent.destroy() };
}
