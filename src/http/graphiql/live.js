// Runs in the browser, before GraphiQL's own script.

/** More than fit a screen. The editor that shows them takes longer with each. */
const MOST_ITEMS = 50;
const ENDED = { message: 'The stream has ended.' };

/** The response of a live operation, in which each result has those before it: GraphiQL shows only the last one. */
function withItems(response) {
  const items = [];
  const shown = (item) => {
    items.unshift({ time: new Date().toTimeString().slice(0, 8), ...item });
    items.length = Math.min(items.length, MOST_ITEMS);
    return `data: ${JSON.stringify({ newestFirst: items })}`;
  };
  const collect = (event) => {
    if (event.startsWith('event: complete')) return `event: next\n${shown(ENDED)}\n\n${event}`;
    const data = /^data: (.+)$/m.exec(event)?.[1];
    if (data === undefined) return event;
    const result = JSON.parse(data);
    return event.replace(/^data: .+$/m, () => shown(result.errors ? result : result.data));
  };
  let rest = '';
  const transform = (chunk, controller) => {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop();
    for (const event of events) controller.enqueue(`${collect(event)}\n\n`);
  };
  const { status, headers } = response;
  const collected = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new TransformStream({ transform }))
    .pipeThrough(new TextEncoderStream());
  return new Response(collected, { status, headers });
}

const send = globalThis.fetch;
globalThis.fetch = async (...args) => {
  const response = await send(...args);
  return response.headers.get('content-type')?.startsWith('text/event-stream') ? withItems(response) : response;
};
