import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { expiration, task } from '../records.ts';
import { full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** The first day of the period of a day, written down without the database. */
const periods: Record<string, (day: string) => string> = {
  DAY: (day) => day,
  WEEK: (day) => {
    const at = new Date(`${day}T00:00:00Z`);
    return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
  },
  MONTH: (day) => `${day.slice(0, 7)}-01`,
};

/** In Havana and Beirut, clocks change at midnight: a day in spring begins at 01:00, and one in autumn has 25 hours. */
const ZONES = ['America/Chicago', 'UTC', 'America/Havana', 'Asia/Beirut', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
const HOUR = 3_600_000;
/** Around the changes of 2026 in Chicago and Havana, in Beirut, and the turn of a year. */
const TURNS = ['2026-03-08T06:00Z', '2026-11-01T05:00Z', '2026-03-28T22:00Z', '2026-10-24T21:00Z', '2027-01-01T00:00Z'];

test('times are grouped by day, week and month of a time zone, also where clocks change', async () => {
  const { companyId, token } = await newCompany();
  const near = fc
    .tuple(fc.constantFrom(...TURNS), fc.integer({ min: -40 * 4, max: 40 * 4 }), fc.constantFrom(0, 1, -1))
    .map(([turn, quarters, ms]) => new Date(new Date(turn).getTime() + (quarters * HOUR) / 4 + ms).toISOString());
  const times = fc.sample(near, 400);
  await insert(gateway, task, ...[null, ...times].map((dueDate) => full(task, { companyId, dueDate })));
  for (const timeZone of ZONES) {
    const local = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    for (const [dates, periodOf] of Object.entries(periods)) {
      const counts = new Map<string | null, number>([[null, 1]]);
      for (const time of times) {
        const first = periodOf(local.format(new Date(time)));
        counts.set(first, (counts.get(first) ?? 0) + 1);
      }
      const query = `query ($timeZone: String, $dates: DatePeriod) {
        taskAggregate(groupBy: [DUE_DATE], dates: $dates, timeZone: $timeZone) { groups { key { dueDate } count } } }`;
      const { data } = await gateway.ask(query, { timeZone, dates }, token);
      const found = data.taskAggregate.groups.map(({ key, count }: { key: { dueDate: string }; count: number }) => [
        key.dueDate,
        count,
      ]);
      expect([timeZone, dates, new Map(found)]).toEqual([timeZone, dates, counts]);
    }
  }
});

test('the days of a change in Chicago begin and end at its midnight, and extremes keep their time', async () => {
  const { companyId, token } = await newCompany();
  const times = [
    '2026-03-08T05:59:59.999Z',
    '2026-03-08T06:00:00.000Z',
    '2026-03-09T04:59:59.999Z',
    '2026-03-09T05:00:00.000Z',
  ];
  await insert(gateway, task, ...times.map((dueDate) => full(task, { companyId, dueDate })));
  const groupsBy = async (more: string) => {
    const { data } = await gateway.ask(
      `{ taskAggregate(groupBy: [DUE_DATE] ${more}) { groups { key { dueDate } min { dueDate } count } } }`,
      {},
      token,
    );
    return data.taskAggregate.groups.map(({ key, min, count }: Data) => [key.dueDate, min.dueDate, count]);
  };
  const zone = 'timeZone: "America/Chicago"';
  expect(await groupsBy(zone)).toEqual([
    ['2026-03-08', times[1], 2],
    ['2026-03-07', times[0], 1],
    ['2026-03-09', times[3], 1],
  ]);
  expect(await groupsBy(`${zone}, dates: WEEK`)).toEqual([
    ['2026-03-02', times[0], 3],
    ['2026-03-09', times[3], 1],
  ]);
  expect(await groupsBy(`${zone}, dates: MONTH`)).toEqual([['2026-03-01', times[0], 4]]);
  expect(await groupsBy('')).toEqual([
    ['2026-03-08', times[0], 2],
    ['2026-03-09', times[2], 2],
  ]);
});

test('a date has no time zone', async () => {
  const { companyId, token } = await newCompany();
  const days = ['2026-03-01', '2026-03-02', '2026-03-31', null];
  await insert(gateway, expiration, ...days.map((expirationDate) => full(expiration, { companyId, expirationDate })));
  const query = `query ($dates: DatePeriod, $timeZone: String) { expirationAggregate(groupBy: [EXPIRATION_DATE], dates: $dates, timeZone: $timeZone) {
    groups { key { expirationDate } max { expirationDate } } } }`;
  for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    for (const [dates, periodOf] of Object.entries(periods)) {
      const { data } = await gateway.ask(query, { dates, timeZone }, token);
      const firsts = new Set(days.map((day) => day && periodOf(day)));
      const keys = data.expirationAggregate.groups.map(({ key }: Data) => key.expirationDate);
      expect([dates, new Set(keys)]).toEqual([dates, firsts]);
      const latest = data.expirationAggregate.groups.map(({ max }: Data) => max.expirationDate);
      expect(latest).toContain('2026-03-31');
    }
});
