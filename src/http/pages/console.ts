import { readFile } from 'node:fs/promises';
import { CONSOLE } from '../../paths.ts';
import { createPage, type ServePage } from './serve-page.ts';

/** What the page of `console/` has where the gateway writes what it is given. */
const GIVEN = '{"token":""}';

/** Serves the console, which the build has made one file. It uses the public API alone. */
export const createConsole = (token = ''): ServePage =>
  createPage(async (token) => {
    const page = await readFile(CONSOLE, 'utf8');
    const given = JSON.stringify({ token }).replaceAll('<', '\\u003c');
    return page.replace(GIVEN, () => given);
  }, token);
