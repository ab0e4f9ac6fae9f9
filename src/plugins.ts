import type { Plugin } from 'graphql-yoga';

/**
 * The plugins of GraphQL Yoga, such as `useSentry()`. With any, every request passes Yoga's whole pipeline, with all of
 * its hooks; without, most requests pass none of it. docs/extending.md has an example, and the price.
 */
export const plugins: Plugin[] = [];
