import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** A place in a stack: the URL of a bundle, its line and its column. */
const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const FUNCTION = /(?<=^ +at (?:async )?(?:new )?)[\w$.]+(?= \()/gm;
/** The folder of the bundles. Other files have their own places. */
const BUNDLES = new URL('.', import.meta.url).href;

/** Places from earlier stacks, such as `src/prisma/methods/patch.ts:48:21`. */
const places = new Map<string, string>();
/** An opened map takes up to 45 MB, so it stays only until the next garbage collection. */
const opened = new Map<string, WeakRef<SourceMap>>();
/** The names in the source that the bundler has changed, in the bundles whose maps have been opened. */
const changed = new Set<string>();

function openMap(url: string): SourceMap | undefined {
  const known = opened.get(url)?.deref();
  if (known !== undefined) return known;
  try {
    const payload = JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8'));
    const map = new SourceMap(payload);
    for (const name of payload.names) changed.add(name);
    opened.set(url, new WeakRef(map));
    return map;
  } catch {
    return undefined;
  }
}

function placeOf(bundled: string, url: string, line: number, column: number): string {
  const map = url.startsWith(BUNDLES) ? openMap(url) : undefined;
  const entry = map?.findEntry(line - 1, column - 1);
  if (entry === undefined || !('originalSource' in entry)) return bundled;
  const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** The name of a function or a class in the source: the bundler numbers names that come twice. */
export function nameOf(bundled: string): string {
  const name = bundled.replace(/\d+$/, '');
  return changed.has(name) ? name : bundled;
}

/** Gives a stack the places and names of the source; `--enable-source-maps` takes 55 MiB and a third of the start. */
export function mapStack(stack: string): string {
  const placed = stack.replace(PLACE, (bundled, url: string, line: string, column: string) => {
    const place = places.get(bundled) ?? placeOf(bundled, url, Number(line), Number(column));
    places.set(bundled, place);
    return place;
  });
  return placed.replace(FUNCTION, (path) => path.split('.').map(nameOf).join('.'));
}
