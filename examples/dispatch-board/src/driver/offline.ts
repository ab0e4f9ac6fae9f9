const PAGE = 'page';

/**
 * Keeps the page itself: what it has loaded goes into a cache, from which sw.js answers where there is no network. A
 * browser has service workers for https and localhost alone, and only a built page is whole.
 */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js');
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  const wanted = ['/', ...files.map(({ pathname }) => pathname)];
  const cache = await caches.open(PAGE);
  await cache.addAll(wanted);
  // Those of an earlier version.
  for (const { url } of await cache.keys()) if (!wanted.includes(new URL(url).pathname)) await cache.delete(url);
}
