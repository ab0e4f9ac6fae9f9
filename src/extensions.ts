import type { Extension } from './prisma/caller.ts';

/**
 * The extensions of Prisma's client, such as `Prisma.defineExtension(…)`. With any, the client sends every statement;
 * without, our own ones that read go by themselves. docs/extending.md has an example, and the price.
 */
export const extensions: Extension[] = [];
