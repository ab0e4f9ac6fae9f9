import { readFile } from 'node:fs/promises';
import { CONSOLE } from '../../paths.ts';
import { createPage, type ServePage } from './serve-page.ts';

/** Serves the console, which the build has made one file. It uses the public API alone. */
export const createConsole = (): ServePage => createPage(() => readFile(CONSOLE, 'utf8'));
