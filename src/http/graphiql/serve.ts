import { createPage, type ServePage } from '../pages/serve-page.ts';
import { renderPage } from './html.ts';

/** Serves GraphiQL: 9 MB, which the first request renders. */
export const createGraphiQL = (): ServePage => createPage(async () => ({ html: await renderPage() }));
