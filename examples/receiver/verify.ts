// A receiver of webhooks for Node.js. It needs the package standardwebhooks:
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… node verify.ts     (before Node 22.18: npx tsx verify.ts)
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const secret = process.env.WEBHOOK_SECRET ?? '';
// A secret that does not begin with whsec_ is used as text, in UTF-8.
const webhook = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(Buffer.from(secret), { format: 'raw' });

interface Message {
  type: string;
  data: { id: string };
  sequence: number;
}

/**
 * Your work, or storing the message for it. The same id can arrive twice; of two events of a record, the larger
 * sequence is the newer. Work that takes longer than 15 s belongs in a queue that survives a crash.
 */
async function handle(id: string, message: Message): Promise<void> {
  console.log(id, message.type, message.data.id, message.sequence);
}

const server = createServer(async (request, response) => {
  try {
    // The signature covers the bytes as they arrive: verify them before any parser changes them.
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const headers = request.headers as Record<string, string>;
    let message: Message;
    try {
      message = webhook.verify(body, headers) as Message;
    } catch {
      response.writeHead(401).end();
      return;
    }
    await handle(headers['webhook-id'] ?? '', message);
    // Only now: what is answered with 204 is never sent again.
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(Number(process.env.PORT ?? 4100), '127.0.0.1', () => console.log('listening'));
