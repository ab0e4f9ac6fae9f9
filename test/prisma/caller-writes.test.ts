import { expect, test } from 'vitest';
import { InvalidRequestError, NotFoundError } from '../../src/base/errors.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { columnOf, modelNamed } from '../../src/prisma/sql/model.ts';
import { openCallers } from './calling.ts';

const { pool, clientOf, rows } = await openCallers();

test('a transaction takes a list or a function, and writes all or nothing', async () => {
  const prisma = clientOf();
  const [count, renamed] = await prisma.$transaction([
    prisma.tank.count(),
    prisma.tank.update({ where: { id: 'a' }, data: { name: 'x' }, select: { name: true } }),
  ]);
  expect([count, renamed]).toEqual([3, { name: 'x' }]);
  const before = await rows();
  await expect(
    prisma.$transaction([prisma.tank.deleteMany(), prisma.tank.update({ where: { id: 'g' }, data: {} })]),
  ).rejects.toThrow(NotFoundError);
  const work = prisma.$transaction(async (tx) => {
    expect(await tx.tank.count()).toBe(3);
    await tx.tank.deleteMany();
    expect(await tx.$queryRaw(Prisma.sql`SELECT id FROM tank WHERE company_id = 'acme'`)).toEqual([]);
    throw new NotFoundError('Tank', 'x');
  });
  await expect(work).rejects.toThrow(NotFoundError);
  expect(await rows()).toEqual(before);
});

test('a transaction that another one was in the way of is repeated', async () => {
  const prisma = clientOf();
  let tries = 0;
  const options = { isolationLevel: 'Serializable' } as const;
  await prisma.$transaction(async (tx) => {
    const { version } = await tx.tank.findUniqueOrThrow({ where: { id: 'a' } });
    if (tries++ === 0) await clientOf().tank.update({ where: { id: 'a' }, data: { name: 'between' } });
    await tx.tank.update({ where: { id: 'a' }, data: { note: `read at ${version}` } });
  }, options);
  expect(tries).toBe(2);
  const { version, ...written } = await prisma.tank.findUniqueOrThrow({
    where: { id: 'a' },
    select: { name: true, note: true, version: true },
  });
  expect(written).toEqual({ name: 'between', note: `read at ${version - 1}` });
});

test('what cannot be written is an InvalidRequestError with the field', async () => {
  const { tank } = clientOf();
  const faults: [Promise<unknown>, object][] = [
    [tank.create({ data: { id: 'a' } }), { path: ['data', 'id'], code: 'DUPLICATE' }],
    [tank.createMany({ data: [{ id: 'g' }] }), { path: ['data', 'id'], code: 'DUPLICATE' }],
    [tank.create({ data: { fillPercentage: 900 } }), { path: ['data', 'fillPercentage'], code: 'OUT_OF_RANGE' }],
    [
      tank.update({ where: { id: 'a' }, data: { latitude: 'x' } }),
      { path: ['data', 'latitude'], code: 'WRONG_FORMAT' },
    ],
    [
      tank.updateMany({ data: { fillPercentage: { increment: 1 } } }),
      { path: ['data', 'fillPercentage'], code: 'INVALID' },
    ],
  ];
  for (const [work, issue] of faults) {
    const error = await work.catch((each) => each);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ issues: [issue] });
  }
});

test('a text that is too long for its column is an InvalidRequestError with the field', async () => {
  // No model of the gateway has such a column.
  const note = columnOf(modelNamed('Tank'), 'note');
  Reflect.set(note, 'length', 3);
  try {
    const { tank } = clientOf();
    const issues = [{ path: ['data', 'note'], code: 'TOO_LONG', message: 'must be at most 3 characters long' }];
    await expect(tank.create({ data: { note: 'long' } })).rejects.toMatchObject({ issues });
    await expect(tank.updateMany({ data: { note: { set: 'long' } } })).rejects.toMatchObject({ issues });
    await expect(tank.update({ where: { id: 'a' }, data: { note: '😀😀😀' } })).resolves.toMatchObject({ id: 'a' });
  } finally {
    Reflect.deleteProperty(note, 'length');
  }
});

test('JSON keeps every key and digit, in each method that writes or reads it, and from a read to a write', async () => {
  const prisma = clientOf();
  const { tank, shipTo } = prisma;
  const json = (text: string): Prisma.InputJsonObject => JSON.parse(text);
  const keys = '{"__proto__": {"x": [{"__proto__": 1}]}, "constructor": "c"}';
  const data = { metadata: json(keys) };
  await tank.create({ data: { id: 'n', ...data } });
  await tank.createMany({ data: [{ id: 'o', ...data }] });
  await tank.update({ where: { id: 'a' }, data });
  await tank.updateMany({ where: { id: 'b' }, data });
  await tank.upsert({ where: { id: 'c' }, create: {}, update: data });
  await tank.upsert({ where: { id: 'p' }, create: { id: 'p', ...data }, update: {} });
  const stored = async () =>
    (await pool.query(`SELECT DISTINCT metadata::text FROM tank WHERE company_id = 'acme'`)).rows;
  expect(await stored()).toEqual([{ metadata: keys }]);

  const digits = '{"text": "\\"8901260852290847433\\"", "iccid": 8901260852290847433, "plain": 4250.50}';
  await pool.query('UPDATE tank SET metadata = $1, last_reading = $1', [digits]);
  const read = { iccid: expect.objectContaining({ text: '8901260852290847433' }), plain: 4250.5 };
  const row = await tank.findUniqueOrThrow({ where: { id: 'a' }, select: { metadata: true, lastReading: true } });
  expect(row).toMatchObject({ metadata: read, lastReading: read });
  expect(await shipTo.findMany({ include: { tanks: true }, where: { id: 'yard' } })).toMatchObject([
    { tanks: [{ metadata: read }, { metadata: read }] },
  ]);
  expect(await prisma.$queryRaw`SELECT metadata FROM tank WHERE id = 'a'`).toMatchObject([{ metadata: read }]);
  const [copy] = await prisma.$transaction([
    tank.update({ where: { id: 'a' }, data: { metadata: { ...row.metadata } } }),
  ]);
  expect(copy).toMatchObject({ metadata: read });
  const written = (await stored()).map(({ metadata }) => metadata);
  expect(written.sort()).toEqual([digits.replace('50}', '5}'), digits].sort());
});

test('a fraction in JSON that Prisma would round is refused, whatever writes it', async () => {
  const { tank } = clientOf();
  const long = '{"n": [0.12345678901234567890], "m": 98765432109876543210}';
  await pool.query(`UPDATE tank SET metadata = $1 WHERE id = 'a'`, [long]);
  const { metadata } = await tank.findUniqueOrThrow({ where: { id: 'a' }, select: { metadata: true } });
  const data = { metadata: { ...metadata } };
  const issues = [{ path: ['data', 'metadata'], code: 'INVALID' }];
  for (const write of [
    tank.update({ where: { id: 'a' }, data }),
    tank.updateMany({ where: { id: 'a' }, data }),
    tank.create({ data }),
    tank.createMany({ data: [data] }),
    tank.upsert({ where: { id: 'a' }, create: data, update: {} }),
  ])
    await expect(write).rejects.toMatchObject({ issues });
  const { rows } = await pool.query(`SELECT metadata::text FROM tank WHERE id = 'a'`);
  expect(rows).toEqual([{ metadata: '{"m": 98765432109876543210, "n": [0.12345678901234567890]}' }]);
});
