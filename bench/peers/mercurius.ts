import fastify from 'fastify';
import mercurius from 'mercurius';
import { sdlSchema } from '../sdl.ts';

const app = fastify({ logger: false });
await app.register(mercurius.default, { schema: sdlSchema(), jit: 1, path: '/graphql' });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
