import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter';

const poolConfig = { max: 16, idleTimeoutMillis: 0 };
const pgService = makePgService({ connectionString: process.env.DATABASE_URL, poolConfig, pubsub: false });
const instance = postgraphile({
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  // So that its filters have columns without an index, too.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [pgService],
});

const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
