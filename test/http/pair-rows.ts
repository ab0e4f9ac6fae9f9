import { EMPTY } from '../postgres.ts';

const EVERY = ['tanks', 'tasks', 'expirations', 'quick-orders', 'ship-tos', 'subscriptions'];
const RECORDS = EVERY.slice(0, 5);
const scopesOf = (kind: string): string => EVERY.map((resource) => `${resource}:${kind}`).join(' ');

const WRITES = `${scopesOf('write')} ${RECORDS.flatMap((each) => [`${each}:create`, `${each}:delete`]).join(' ')}`;

/** Company and scopes of each token. */
export const TOKENS = {
  acme: { company: 'acme', scope: `${scopesOf('read')} ${WRITES}` },
  other: { company: 'globex', scope: `${scopesOf('read')} ${WRITES}` },
  everybody: { company: undefined, scope: `${scopesOf('read')} ${WRITES} companies:all` },
  companyless: { company: undefined, scope: `${scopesOf('read')} ${WRITES}` },
  reader: { company: 'acme', scope: scopesOf('read') },
  writer: { company: 'acme', scope: WRITES },
  tanksOnly: { company: 'acme', scope: 'tanks:read tanks:write tanks:create tanks:delete' },
  shipTosOnly: { company: 'acme', scope: 'ship-tos:read' },
  careless: { company: 'careless', scope: `${scopesOf('read')} ${WRITES}` },
  nothing: { company: 'acme', scope: '' },
};

/** The records that both databases begin with: `acme`'s, and those that only a `careless` import could write. */
export const ROWS = `
  ${EMPTY}
  ALTER DOMAIN finite DROP CONSTRAINT IF EXISTS finite;
  ALTER DOMAIN texts DROP CONSTRAINT IF EXISTS texts;
  ALTER TABLE tank DROP CONSTRAINT IF EXISTS tank_metadata_is_an_object;
  INSERT INTO ship_to (id, company_id, name, units, preferences, last_modified_date) VALUES
    ('s1', 'acme', 'Depot', '{a,b}', '{"gate":1}', '2026-01-02T03:04:05Z'), ('s2', 'acme', NULL, NULL, NULL, NULL),
    ('s3', 'globex', 'Theirs', NULL, NULL, NULL);
  INSERT INTO tank (id, company_id, name, ship_to_id, tank_size, fill_percentage, alerts, metadata, last_reading, last_reading_date, status, last_modified_date)
    SELECT 't' || n, CASE WHEN n = 9 THEN 'globex' ELSE 'acme' END, 'Tank ' || n, 's' || (n % 3 + 1), n, CASE WHEN n <> 2 THEN n * 10 END,
      '{low}', '{"n":1,"deep":{"a":[1,"2",null]}}', '{"volume":1.5}', '2026-02-03T04:05:06Z', 'active', '2026-01-01T00:00:00Z'
    FROM generate_series(1, 9) n;
  INSERT INTO ship_to (id, company_id) VALUES ('s4', 'careless');
  INSERT INTO tank (id, company_id, tank_size, fill_percentage, alerts, metadata, last_reading_date, name, ship_to_id) VALUES
    ('nan', 'careless', 'NaN', 'Infinity', ARRAY['a', NULL], '[1]', 'infinity', 'Odd', 's4'), ('even', 'careless', 1, 1, NULL, '{}', NULL, 'Even', NULL);
  INSERT INTO task (id, company_id, task_type_id, creator_id, status_id, title, priority, team_id, workflow_id, task_number, due_date, created_at, updated_at, entity_type, entity_id)
    SELECT 'k' || n, 'acme', 'type', 'me', 'open', 'Task ' || n, 'high', 'team', 'flow', n, timestamptz '2026-03-01T00:00:00Z' + n * interval '1 day', '2026-01-01', '2026-01-01',
      (ARRAY['tank', 'ship_to', 'tank', 'task', 'expiration', 'quick_order', 'ship_to', 'driver'])[n], (ARRAY['t1', 's1', 't9', 'k1', 'e1', 'q1', 's3', 'd'])[n]
    FROM generate_series(1, 8) n;
  INSERT INTO expiration (id, company_id, expiration_date, warning_date, owner_type, owner_id, date_modified) VALUES
    ('e1', 'acme', '2026-12-31', '2026-12-01', 'truck', 't1', '2026-01-01'), ('e2', 'acme', '2028-01-01', NULL, 'driver', NULL, '2026-01-01'),
    ('e3', 'acme', '2027-01-01', NULL, 'tank', 't1', '2026-01-01'), ('never', 'careless', 'infinity', NULL, 'tank', 'nan', NULL);
  INSERT INTO quick_order (id, company_id, status, metadata, order_items, error, created_date) VALUES
    ('q1', 'acme', 'new', '{"a":1}', '{"items":[1]}', '{"code":7}', '2026-01-01'), ('q2', 'acme', NULL, NULL, NULL, NULL, '2026-01-02');
  INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret, created_at, updated_at) VALUES
    ('w1', 'acme', 'flow', 'node', 'https://example.com/hook', 'task', '{updated}', 'hush', '2026-01-01', '2026-01-01'),
    ('w3', 'acme', 'flow', 'node', 'https://example.com/tanks', 'tank', '{updated}', NULL, '2026-01-01', '2026-01-01'),
    ('w2', 'careless', 'flow', 'node', 'not an address', 'task', '{updated}', NULL, '2026-01-01', '2026-01-01');
  INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version, occurred_at, sequence) VALUES
    ('00000000-0000-7000-8000-000000000001', 'acme', 'task', 'updated', 'k1', '{"id":"k1"}', '{title}', 2, '2026-01-01', 1);
  INSERT INTO webhook_delivery (event_id, subscription_id, company_id, resource_id, sequence) VALUES
    ('00000000-0000-7000-8000-000000000001', 'w1', 'acme', 'k1', 1);
`;

/** A write that PostgreSQL refuses in a way that the gateway does not expect. */
export const TRAP = "ALTER TABLE tank ADD CONSTRAINT no_boom CHECK (name <> 'boom')";

/** What breaks the databases under both servers, for what only an operator's fault can show. */
export const BREAKAGE = 'ALTER TABLE tank DROP COLUMN vendor_id CASCADE; DROP TABLE task CASCADE;';
