import type { Readable } from 'node:stream';
import { StartupError } from '../base/startup-error.ts';
import { parseEach, parseFile, stringify } from '../exact-json.ts';
import { isPlain, isTooDeep, parseJson, TOO_DEEP } from '../records/values.ts';
import { DAMAGED, isDamaged, isRefusal, type Line, LONGEST, type Source } from './lines.ts';

/** How much of a line that cannot be read the file of refused lines shows. */
const SHOWN = 1_000;

const MB = 1024 * 1024;

/** Reads objects in lines, or in one array, which is read as a whole and may have `mostArray` characters. */
export const readJsonLines = (input: Readable, mostArray = 64 * MB): Source => ({
  names: [],
  head: '',
  decimal: '.',
  lines: objectLines(input, mostArray),
});

async function* objectLines(input: Readable, mostArray: number): AsyncGenerator<Line> {
  let number = 0;
  const texts = textLines(input);
  for await (const text of texts) {
    number++;
    if (number === 1 && /^\s*\[/.test(text)) {
      yield* objectsOf(await wholeOf(text, texts, mostArray));
      return;
    }
    if (text.trim() !== '') yield lineOf(text, number);
  }
}

/** The whole text of an array, whose first line is given. Throws StartupError if it is too long. */
async function wholeOf(first: string, rest: AsyncIterable<string>, most: number): Promise<string> {
  const texts = [first];
  let size = first.length;
  const check = (): void => {
    if (size > most)
      throw new StartupError(
        `The array is larger than ${most / MB} MB. Write one object in each line (.jsonl), without the array.`,
      );
  };
  check();
  for await (const text of rest) {
    size += text.length;
    check();
    texts.push(text);
  }
  return texts.join('\n');
}

function* objectsOf(text: string): Generator<Line> {
  const objects = parseJson(text, parseEach);
  if (!Array.isArray(objects)) throw new StartupError('The array is not JSON. The file may be cut off.');
  for (const [index, object] of objects.entries()) yield lineOf(stringify(object), index + 1);
}

/** What a refusal has added to the end of a line. */
const REFUSED_BEFORE = /,?"refused_line":\d+,"refused_reason":"(?:[^"\\]|\\.)*"\}$/;

function lineOf(text: string, number: number): Line {
  const object = parsed(text);
  const isRead = typeof object !== 'string';
  // The line as it is: written anew, a number that JavaScript cannot hold would be another one.
  const shown = isRead
    ? text.trim().replace(REFUSED_BEFORE, '}')
    : JSON.stringify({ refused_text: text.slice(0, SHOWN) });
  const begin = /^\{\s*\}$/.test(shown) ? '{' : `${shown.slice(0, -1)},`;
  return {
    number,
    size: text.length,
    values: isRead ? Object.fromEntries(Object.entries(object).filter(([name]) => !isRefusal(name))) : object,
    refuse: (reason) => `${begin}${JSON.stringify({ refused_line: number, refused_reason: reason }).slice(1)}\n`,
  };
}

function parsed(text: string): Record<string, unknown> | string {
  if (text.length > LONGEST) return `has more than ${LONGEST} characters`;
  if (isDamaged(text)) return DAMAGED;
  const object = parseJson(text, parseFile);
  if (!isPlain(object)) return 'is not a JSON object';
  // JSON.parse reads any depth, and recursion over it, as in JSON.stringify, ends the program.
  const deep = Object.keys(object).find((name) => isTooDeep(object[name]));
  return deep === undefined ? object : `${deep} ${TOO_DEEP}`;
}

/** The lines of a text. Of one that is too long, its middle is left out. */
async function* textLines(input: Readable): AsyncGenerator<string> {
  let rest = '';
  let begins = true;
  for await (const chunk of input.setEncoding('utf8')) {
    const text = begins ? `${chunk}`.replace(/^\ufeff/, '') : `${rest}${chunk}`;
    begins = false;
    const lines = text.split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST + 1);
    yield* lines;
  }
  yield rest;
}
