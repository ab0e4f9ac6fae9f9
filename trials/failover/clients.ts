// The clients of the failover trial: writers, live operations, copies by delta reads, and a receiver of webhooks.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Data } from '../../test/gateway.ts';
import { portOf } from '../../test/port.ts';
import { openStream } from '../http/open-stream.ts';

export interface Access {
  port: number;
  token: string;
}

/** Sends an operation until it is answered with data. */
export async function ask({ port, token }: Access, query: string, variables: object = {}): Promise<Data> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    if (errors === undefined) return data;
    if (errors[0].extensions.retryable !== true) throw new Error(JSON.stringify(errors));
    await delay(20);
  }
}

const TANKS = 20;

/** Creates and updates tanks of its own, one request after the other, and repeats what is not acknowledged. */
export class Writer {
  /** The acknowledged creations, and when (ms). */
  readonly created: { id: string; at: number }[] = [];
  /** The last acknowledged name of each record. */
  readonly names = new Map<string, number>();
  /** The longest wait for an answer (ms). */
  longest = 0;
  readonly #ids = Array.from({ length: TANKS }, () => randomUUID());
  readonly #access: Access;
  readonly #restMs: number;
  #acknowledged = 0;
  #isOver = false;
  #running: Promise<void> | undefined;

  /** `restMs` is how long it rests between two changes. */
  constructor(access: Access, restMs = 0) {
    this.#access = access;
    this.#restMs = restMs;
  }

  async start(): Promise<void> {
    for (const id of this.#ids) await this.#create(id);
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    const update = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';
    for (let count = 1; !this.#isOver; count++) {
      const id = this.#ids[count % TANKS] ?? '';
      const began = performance.now();
      const { updateTank } = await ask(this.#access, update, { id, name: `${count}` });
      this.longest = Math.max(this.longest, performance.now() - began);
      if (updateTank.__typename === 'Tank') {
        this.#acknowledged = performance.now();
        this.names.set(id, count);
      }
      if (count % 10 === 0) await this.#create(randomUUID());
      if (this.#restMs > 0) await delay(this.#restMs);
    }
  }

  async #create(id: string): Promise<void> {
    const create = 'mutation ($id: ID!) { createTank(input: { id: $id, name: "new" }) { __typename } }';
    const { createTank } = await ask(this.#access, create, { id });
    if (createTank.__typename !== 'Tank') throw new Error(JSON.stringify(createTank));
    this.created.push({ id, at: performance.now() });
  }

  /** How long after that moment an update was acknowledged first (ms). */
  async acknowledgedAfter(at: number): Promise<number> {
    while (this.#acknowledged < at) await delay(5);
    return this.#acknowledged - at;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}

const ALL = `query ($since: DateTime, $after: String) {
  tanks(first: 200, after: $after, filter: { modifiedSince: $since }) {
    modifiedThrough epoch nodes { id name } pageInfo { hasNextPage endCursor }
  }
}`;

/** Reads all pages of the tanks that changed since a moment. */
async function read(
  access: Access,
  since: string | null,
): Promise<{ nodes: Data[]; through: string | null; epoch: string }> {
  const nodes: Data[] = [];
  let first: Data | undefined;
  for (let after: string | null = null; ; ) {
    const { tanks }: Data = await ask(access, ALL, { since, after });
    first ??= tanks;
    // A page of another epoch: from the beginning.
    if (tanks.epoch !== first?.epoch) return read(access, null);
    nodes.push(...tanks.nodes);
    if (!tanks.pageInfo.hasNextPage) return { nodes, through: first?.modifiedThrough, epoch: tanks.epoch };
    after = tanks.pageInfo.endCursor;
  }
}

/** A live operation over server-sent events, and the records as its client knows them. */
export class StreamMirror {
  readonly known = new Map<string, string>();
  resyncs = 0;
  readonly #access: Access;
  /** Whether it opens the stream again, at the cursor of its last item, when it ends. */
  readonly #reopens: boolean;
  readonly #agent = new Agent({ keepAlive: true });
  #cursor: string | undefined;
  #isOver = false;
  #response: IncomingMessage | undefined;
  /** Items are handled one after the other. */
  #handled: Promise<void> = Promise.resolve();

  constructor(access: Access, { reopens = false } = {}) {
    this.#access = access;
    this.#reopens = reopens;
  }

  async start(): Promise<void> {
    const query = `subscription ($since: String) {
      changes(watch: { record: TANK }, since: $since) {
        __typename ... on TankChange { cursor action recordId tank { name } } ... on Resync { cursor }
      }
    }`;
    const headers = { authorization: `Bearer ${this.#access.token}` };
    const variables = { since: this.#cursor };
    const response = await openStream(this.#access.port, this.#agent, headers, { query, variables });
    this.#response = response;
    let text = '';
    response.on('error', () => {});
    response.on('data', (part: string) => {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (/^event: next$/m.test(block) && data !== undefined)
          this.#handled = this.#handled.then(() => this.#take(JSON.parse(data).data?.changes));
      }
    });
    response.on('close', () => {
      if (!this.#reopens) this.known.set('the stream', 'ended');
      else if (!this.#isOver) void this.#handled.then(() => delay(100)).then(() => this.start());
    });
  }

  async #take(item: Data | undefined): Promise<void> {
    // An error, after which the stream ends.
    if (item === undefined) return;
    this.#cursor = item.cursor;
    if (item.__typename === 'TankChange') return void this.known.set(item.recordId, item.tank?.name);
    this.resyncs += 1;
    const { nodes } = await read(this.#access, null);
    this.known.clear();
    for (const { id, name } of nodes) this.known.set(id, name);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#response?.destroy();
    this.#agent.destroy();
  }
}

/** A copy that is kept up to date by delta reads, as docs/reading.md describes it. */
export class Copy {
  readonly known = new Map<string, string>();
  wholeReads = 0;
  readonly #access: Access;
  #isOver = false;
  #running: Promise<void> | undefined;

  constructor(access: Access) {
    this.#access = access;
  }

  async start(): Promise<void> {
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    let since: string | null = null;
    let epoch: string | undefined;
    while (!this.#isOver) {
      let found = await read(this.#access, since);
      if (found.epoch !== epoch) {
        this.wholeReads += 1;
        if (since !== null) found = await read(this.#access, null);
        this.known.clear();
      }
      for (const { id, name } of found.nodes) this.known.set(id, name);
      ({ epoch } = found);
      since = found.through ?? since;
      await delay(100);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}

/** A receiver that keeps a mirror by `sequence`, as docs/webhooks.md describes it, of an ordered subscription. */
export async function openReceiver() {
  const known = new Map<string, { name: string; sequence: number }>();
  const seen = new Set<unknown>();
  const receiver = { known, count: 0, disorders: 0, repeated: 0, subscribe, close: () => void server.close() };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const { data, sequence } = JSON.parse(body);
      receiver.count += 1;
      const before = known.get(data.id)?.sequence ?? 0;
      const id = request.headers['webhook-id'];
      // A message may arrive again, also after others that are lost.
      if (sequence < before) receiver.disorders += seen.has(id) ? 0 : 1;
      else known.set(data.id, { name: data.name, sequence });
      if (seen.has(id)) receiver.repeated += 1;
      seen.add(id);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  async function subscribe(access: Access): Promise<void> {
    const input = {
      ...{ workflowId: 'flow', nodeId: 'node', resource: 'tank', actions: ['created', 'updated'], ordered: true },
      webhookUrl: `http://127.0.0.1:${portOf(server)}/`,
    };
    const mutation = 'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { __typename } }';
    const { createSubscription } = await ask(access, mutation, { input });
    if (createSubscription.__typename !== 'WebhookSubscription') throw new Error(JSON.stringify(createSubscription));
  }
  return receiver;
}
