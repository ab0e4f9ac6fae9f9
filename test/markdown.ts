import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Folders whose pages are not ours. */
const FOREIGN = /(^|\/)(node_modules|dist|generated|\.[^/]+)\//;

/** The paths of all pages, the README first. */
export const pages = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md'].concat(
  ['docs', 'examples', 'bench', 'clients'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith('.md') && !FOREIGN.test(path))
      .toSorted(),
  ),
);

export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** A block of code: the words behind its fence, and its text. */
export interface Fence {
  line: number;
  words: string[];
  text: string;
}

/** The blocks of code of a page, and its lines without them. */
export function parsePage(markdown: string): { fences: Fence[]; prose: string[] } {
  const fences: Fence[] = [];
  const prose: string[] = [];
  let open: Fence | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, words] = /^\s*```(.*)$/.exec(line) ?? [];
    if (words !== undefined) {
      open = open === undefined ? { line: index + 1, words: words.split(' '), text: '' } : undefined;
      if (open !== undefined) fences.push(open);
    } else if (open === undefined) prose.push(line);
    else open.text += `${line}\n`;
  }
  return { fences, prose };
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(markdown: string): string[] {
  const seen = new Map<string, number>();
  return parsePage(markdown).prose.flatMap((line) => {
    const [, heading] = /^#{1,6} (.*)$/.exec(line) ?? [];
    if (heading === undefined) return [];
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return [count === 0 ? anchor : `${anchor}-${count}`];
  });
}

/** The targets of links and pictures. */
export const linksOf = (markdown: string): string[] =>
  [
    ...parsePage(markdown)
      .prose.join('\n')
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, target = '']) => target);
