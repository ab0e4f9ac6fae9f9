import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { sdlSchema } from '../sdl.ts';

const server = new ApolloServer({ schema: sdlSchema() });
await startStandaloneServer(server, {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1', path: '/graphql' },
});
