import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';

interface LiveOperation {
  query: string;
  variables?: object;
  extensions?: object;
}

/** Opens a live operation as server-sent events. */
export async function openStream(
  port: number,
  agent: Agent,
  headers: Record<string, string>,
  operation: LiveOperation,
): Promise<IncomingMessage> {
  const sent = request({
    port,
    host: '127.0.0.1',
    path: '/graphql',
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    agent,
  });
  sent.end(JSON.stringify(operation));
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response === undefined) throw new Error('no response');
  return response.setEncoding('utf8');
}
