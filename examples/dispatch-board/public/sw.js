// Answers with what the page has put into the cache when there is no network, or none worth the name.
const PATIENCE_MS = 4000;

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // The name of an asset changes with its content.
  if (pathname.startsWith('/assets/')) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
  else if (request.mode === 'navigate') event.respondWith(newest(request));
});

const kept = (pathname) => caches.match(pathname);

async function newest(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    const found = await kept('/');
    if (found === undefined) throw error;
    return found;
  }
}
