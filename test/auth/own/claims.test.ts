import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/auth/api-keys.ts';
import { OWN_SCOPES, rulesOf } from '../../../src/auth/own.ts';
import { OWNED } from '../../../src/auth/own-claim.ts';
import { models } from '../../../src/prisma/sql/model.ts';
import { openGateway, type TestGateway } from '../../gateway.ts';
import { accepted, refusal, sign, withHeader } from '../bearer.ts';
import { ACTIONS, COLUMNS, long, NAMES, type Own, scopeOf } from './narrowed.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const tank: Own = { tank: { customer_id: 'c-1' } };
const READ = new Set(['tanks:read:own']);

test('rules name the columns of the guide, each of which has a list index that ends with the id', () => {
  const named = Object.entries(OWNED).map(([model, fields]) => [
    models.get(model)?.stored,
    fields.map((field) => models.get(model)?.columns.get(field)?.column),
  ]);
  expect(Object.fromEntries(named)).toEqual(COLUMNS);
  const text = readFileSync('prisma/schema.prisma', 'utf8');
  for (const [model, fields] of Object.entries(OWNED)) {
    const [block = ''] = text.split(`model ${model} {`)[1]?.split('\n}') ?? [];
    for (const field of fields)
      expect(block.replace('@@unique', '@@index')).toContain(
        field === 'id' ? '@@index([companyId, id])' : `@@index([companyId, ${field}, id])`,
      );
  }
  expect(OWN_SCOPES).toEqual(NAMES.flatMap((name) => ACTIONS.map((action) => `${scopeOf(name, action)}:own`)));
});

/** Claims that are malformed, whatever the scopes are. */
const malformed: unknown[] = [
  null,
  true,
  1,
  'tank',
  '',
  [],
  [tank],
  {},
  { tank: {} },
  { tank: null },
  { tank: 'c-1' },
  { tank: ['c-1'] },
  { tank: [] },
  { tanks: { customer_id: 'c' } },
  { Tank: { customer_id: 'c' } },
  { tank: { customerId: 'c' } },
  { tank: { name: 'c' } },
  { tank: { company_id: 'acme' } },
  { tank: { external_id: 'c' } },
  { tank: { customer_id: null } },
  { tank: { customer_id: '' } },
  { tank: { customer_id: 7 } },
  { tank: { customer_id: true } },
  { tank: { customer_id: [] } },
  { tank: { customer_id: [''] } },
  { tank: { customer_id: [null] } },
  { tank: { customer_id: [['c']] } },
  { tank: { customer_id: { in: ['c'] } } },
  { tank: { customer_id: ['c', 7] } },
  { tank: { customer_id: long } },
  { tank: { customer_id: 'a\0b' } },
  { tank: { customer_id: '\ud800' } },
  { tank: { customer_id: Array.from({ length: 51 }, (_, n) => `c-${n}`) } },
  { tank: { tasks: false } },
  { tank: { tasks: {} } },
  { tank: { tasks: 'true' } },
  { tank: { tasks: 1 } },
  { tank: { tasks: [true] } },
  { tank: { tasks: { assignee_id: 'd' } } },
  { tank: { tasks: null } },
  { tank: { tasks: 'c-1' } },
  { tank: { customer_id: 'c', tasks: false } },
  { tank: { ship_to: true } },
  { tank: { customer_id: true } },
  { tank: { quickOrders: true } },
  { tank: { history: true } },
  { task: { entity: true } },
  { task: { tank: true } },
  { task: { tasks: true } },
  { expiration: { owner: true } },
  { quick_order: { tasks: true } },
  { ship_to: { shipTo: true } },
  { ship_to: { expirations: true } },
  { tank: { customer_id: 'c' }, webhook_subscription: { id: 's' } },
  { tank: { customer_id: 'c' }, constructor: {} },
  { tank: { customer_id: 'c' }, task: { assignee_id: undefined }, extra: 1 },
  JSON.parse('{"tank":{"customer_id":"c"},"__proto__":{"id":"c"}}'),
  JSON.parse('{"tank":{"customer_id":"c","__proto__":"c"}}'),
  JSON.parse('{"__proto__":{"customer_id":"c"}}'),
  { tank: { customer_id: Array.from({ length: 40 }, (_, n) => `${n}`.padStart(120, 'c')) } },
  { OR: [tank] },
  { tank: { OR: [{ customer_id: 'c' }] } },
  { tank: { AND: [] } },
  { tank: { NOT: { customer_id: 'c' } } },
  { '*': { customer_id: 'c' } },
  { tank: { '*': 'c' } },
  { tank: { customer_id: '*' }, '': {} },
];

test('a malformed claim refuses the whole token, also one that asks for nothing by it', () => {
  for (const own of malformed)
    for (const scopes of [READ, new Set(['tasks:read']), new Set<string>()])
      expect(typeof rulesOf(own, scopes), JSON.stringify(own)).toBe('string');
});

test('a claim does not stand beside scopes on what it cannot narrow, or on all of the same records', () => {
  for (const scope of [
    'companies:all',
    'subscriptions:read',
    'subscriptions:write',
    'subscriptions:read:own',
    'history:read',
    'tanks:read',
  ])
    expect(rulesOf(tank, new Set([...READ, scope])), scope).toContain(`"${scope}"`);
  expect(rulesOf(tank, new Set(['tanks:read', 'tanks:write']))).toContain('"tanks:read:own"');
  expect(rulesOf({ task: { id: 't' } }, READ)).toContain('needs it');
  expect(rulesOf(undefined, READ)).toContain('is missing');
});

test('a valid claim grants its rule to each scope with `:own`, all records to one without, and nothing else', () => {
  const own = { ...tank, task: { team_id: ['t-1', 't-2', 't-1'] } };
  const rules = rulesOf(
    own,
    new Set([
      'tanks:read:own',
      'tanks:create:own',
      'tasks:read',
      'tasks:write:own',
      'ship-tos:read',
      'other',
      'more:read:own',
    ]),
  );
  const shown = rules instanceof Map ? Array.from(rules, ([scope, { model, where }]) => [scope, model, where]) : rules;
  expect(shown).toEqual([
    ['tanks:read', 'Tank', { customerId: 'c-1' }],
    ['tanks:create', 'Tank', { customerId: 'c-1' }],
    ['tasks:read', 'Task', {}],
    ['tasks:write', 'Task', { teamId: { in: ['t-1', 't-2'] } }],
    ['ship-tos:read', 'ShipTo', {}],
  ]);
  expect(rulesOf(undefined, new Set(['tanks:read']))).toBeUndefined();
  // Rules of types that the token asks nothing of: an issuer adds them to all of its tokens.
  expect(rulesOf(own, READ)).toHaveProperty('size', 1);
});

test('a refused token says why, to queries and to mutations, and gets nothing', async () => {
  const ask = async (payload: object) => withHeader(gateway, `Bearer ${await sign(payload)}`);
  const scope = 'tanks:read:own';
  expect(await ask({ scope, own: tank })).toMatchObject(accepted);
  const reasons: [object, string][] = [
    [{ scope }, `The token's claim "own" is missing, and the scope "tanks:read:own" needs it.`],
    [{ scope, own: { tank: { name: 'x' } } }, 'one or more of the columns id, ship_to_id, customer_id, location_id'],
    [
      { scope, own: { tank: { customer_id: [] } } },
      'claim "own" at "tank.customer_id" must be an id or a list of 1 to 50',
    ],
    [{ scope: `${scope} companies:all`, own: tank }, 'cannot be combined with the scope "companies:all"'],
    [{ scope: 'tanks:read', own: {} }, 'an object with one or more of the records'],
    [{ scope, own: tank, company_id: undefined }, 'needs a company'],
    [{ scope, own: { tank: { tasks: 'd-9' } } }, 'claim "own" at "tank.tasks" must be true: it is a relation'],
    [{ scope, own: { tank: { entity: true } } }, 'or of the relations shipTo, tasks, expirations.'],
    [{ scope, own: { tank: { tasks: true } } }, 'at "tank.tasks" needs the scope "tasks:read" or "tasks:read:own".'],
    [
      { scope: `${scope} tasks:read tanks:write:own`, own: { tank: { tasks: true } } },
      'at "tank.tasks" is for reading, and not for "tanks:write:own".',
    ],
    [
      { scope: `${scope} ship-tos:read:own`, own: { tank: { shipTo: true }, ship_to: { tanks: true } } },
      'at "tank.shipTo" cannot be followed further: the rule on "ship_to" may only name columns.',
    ],
    [
      { scope: `${scope} tasks:read:own tasks:write`, own: { tank: { tasks: true }, task: { team_id: 't' } } },
      'cannot be combined with the scope "tasks:write"',
    ],
    [{ scope: `${scope} ${'x'.repeat(9)}`, own: { tank: { customer_id: 'x'.repeat(5000) } } }, 'at most 4 KB'],
  ];
  for (const [payload, words] of reasons) expect(await ask(payload)).toMatchObject(refusal('UNAUTHENTICATED', words));
  const token = await sign({ scope: 'tanks:write:own', own: 7 });
  const { data } = await gateway.ask(
    'mutation { updateTank(id: "t", input: {}) { __typename ... on Error { message } } }',
    {},
    token,
  );
  expect(data.updateTank).toMatchObject({ __typename: 'UnauthorizedError', message: expect.stringContaining('"own"') });
});

test('another claim may have the rules, as an issuer with namespaces needs', async () => {
  const other = await openGateway({ auth: { ownClaim: 'https://example.com/own' } });
  const scope = 'tanks:read:own';
  expect(await withHeader(other, `Bearer ${await sign({ scope, 'https://example.com/own': tank })}`)).toMatchObject(
    accepted,
  );
  expect(await withHeader(other, `Bearer ${await sign({ scope, own: tank })}`)).toMatchObject(
    refusal('UNAUTHENTICATED', '"https://example.com/own" is missing'),
  );
  await other.close();
});

test('an API key carries the same, and a malformed one is refused', async () => {
  const keyOf = async (scopes: string[], own: unknown) => {
    const { id, hash, key } = createKey();
    await gateway.sql('INSERT INTO api_key (id, company_id, scopes, hash, own) VALUES ($1, $2, $3, $4, $5)', [
      id,
      'acme',
      scopes,
      hash,
      own === undefined ? null : JSON.stringify(own),
    ]);
    return withHeader(gateway, `Bearer ${key}`);
  };
  expect(await keyOf(['tanks:read:own'], tank)).toMatchObject(accepted);
  expect(await keyOf(['tanks:read'], undefined)).toMatchObject(accepted);
  expect(await keyOf(['tanks:read:own'], undefined)).toMatchObject(refusal('UNAUTHENTICATED', 'is missing'));
  expect(await keyOf(['tanks:read'], {})).toMatchObject(refusal('UNAUTHENTICATED', 'one or more'));
  for (const own of [null, [], 'tank', 7]) await expect(keyOf(['tanks:read'], own)).rejects.toThrow('check constraint');
});
