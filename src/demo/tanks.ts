import type { Prisma } from '../generated/prisma/client.ts';

/** A record of the demo company with its id; `seedDemo` adds the company. */
export type Demo<Model> = Omit<Model, 'id' | 'companyId'> & { id: string };
type DemoShipTo = Demo<Prisma.ShipToCreateManyInput>;
export type DemoTank = Demo<Prisma.TankCreateManyInput>;

const HOUR = 3_600_000;
export const hoursAfter = (time: Date, hours: number): Date => new Date(time.getTime() + hours * HOUR);
export const digits = (n: number, width = 2): string => String(n).padStart(width, '0');
/** Null for every `step`-th record, so that clients see records with and without the value. */
export const sparse = <Value>(n: number, step: number, value: Value) => (n % step === 0 ? null : value);

const PRODUCTS = {
  diesel: { word: 'diesel', name: 'Ultra low sulfur diesel', sku: 'ULSD-2', brand: 'House', size: 10_000, perDay: 420 },
  heating: { word: 'heating oil', name: 'Heating oil no. 2', sku: 'HO-2', brand: 'Unbranded', size: 2_000, perDay: 38 },
  def: { word: 'DEF', name: 'Diesel exhaust fluid', sku: 'DEF-32', brand: 'House', size: 1_000, perDay: 45 },
  propane: { word: 'propane', name: 'Propane HD-5', sku: 'LPG-HD5', brand: 'Unbranded', size: 5_000, perDay: 160 },
} as const;

type Product = keyof typeof PRODUCTS;

/** The center of each area: latitude and longitude in degrees. */
const AREAS = { north: [41.32, -95.8], east: [41.2, -95.42], south: [41.03, -95.9], west: [41.18, -96.15] } as const;

type Moment = { now: Date; daysAgo: number };
type Place = { n: number; name: string; customer: number; area: keyof typeof AREAS; holds: Product[] };

/** Twelve ship-tos and their 42 tanks. The last ship-to is closed. */
const PLACES: Place[] = [
  { n: 1, name: 'North yard', customer: 1001, area: 'north', holds: ['diesel', 'diesel', 'def', 'heating'] },
  { n: 2, name: 'South yard', customer: 1001, area: 'south', holds: ['diesel', 'diesel', 'def'] },
  { n: 3, name: 'Depot 4', customer: 1002, area: 'north', holds: ['diesel', 'diesel', 'diesel', 'def', 'propane'] },
  { n: 4, name: 'Depot 7', customer: 1002, area: 'east', holds: ['diesel', 'def', 'propane'] },
  { n: 5, name: 'Quarry east', customer: 1003, area: 'east', holds: ['diesel', 'diesel', 'diesel'] },
  { n: 6, name: 'River terminal', customer: 1004, area: 'south', holds: ['diesel', 'diesel', 'heating', 'propane'] },
  { n: 7, name: 'School bus garage', customer: 1005, area: 'north', holds: ['diesel', 'def', 'heating'] },
  { n: 8, name: 'Rail siding', customer: 1003, area: 'east', holds: ['diesel', 'diesel', 'diesel', 'def'] },
  { n: 9, name: 'Greenhouse row', customer: 1006, area: 'south', holds: ['propane', 'propane', 'propane', 'heating'] },
  { n: 10, name: 'Cold store west', customer: 1007, area: 'west', holds: ['diesel', 'propane', 'heating'] },
  { n: 11, name: 'Grain elevator 2', customer: 1008, area: 'west', holds: ['propane', 'propane', 'diesel'] },
  { n: 12, name: 'Old workshop', customer: 1005, area: 'west', holds: ['heating', 'heating', 'propane'] },
];

const isClosed = ({ n }: Place): boolean => n === PLACES.length;
const shipToId = ({ n }: Place): string => `demo-ship-to-${digits(n)}`;
const tankId = (n: number): string => `demo-tank-${digits(n, 3)}`;

function sharedOf({ n, customer, area }: Place) {
  const owner = { customerId: `cust-${customer}`, organizationId: sparse(n, 4, `org-${area}`) };
  const region = { serviceAreaId: `area-${area}`, unitId: n % 2 === 0 ? 'unit-b' : 'unit-a' };
  return { ...owner, ...region, locationId: `loc-${digits(n)}`, salesRepId: `rep-${digits(1 + (n % 4))}` };
}

function shipTo(place: Place): DemoShipTo {
  const { n, name, customer, area } = place;
  const id = shipToId(place);
  if (isClosed(place)) return { id, name, archived: true, hasTanks: true, fuelShipTo: null };
  const identity = { id, externalId: `ERP-S-${3000 + n}`, name, area, hasTanks: true };
  const preferences = { callAhead: n % 2 === 1, hose: n % 4 === 0 ? 'long' : 'standard' };
  const metadata = { accessCode: `gate-${n}`, surface: n % 4 === 1 ? 'gravel' : 'concrete' };
  const terminals = { primaryTerminalId: `terminal-${area}`, secondaryTerminalId: sparse(n, 3, 'terminal-central') };
  const [openTime, closeTime] = n % 5 === 0 ? [null, null] : ['06:00', '18:00'];
  const [preferredStartTime, preferredEndTime] = n % 4 === 1 ? ['07:00', '11:00'] : [null, null];
  const hours = { openTime, closeTime, preferredStartTime, preferredEndTime };
  const freight = { freightId: `freight-${area}`, transportSystemId: sparse(n, 4, `TMS-${7000 + n}`) };
  const route = { routeCode: `R-${10 * (1 + (n % 4))}`, units: n % 4 === 0 ? ['unit-b', 'unit-c'] : ['unit-a'] };
  const links = { ...sharedOf(place), ...terminals, ...freight, ...route };
  return {
    ...links,
    ...identity,
    ...hours,
    ...(n % 3 !== 0 && { preferences }),
    ...(n % 2 === 1 && { metadata }),
    note: n % 3 === 1 ? 'Trucks turn left behind the scale.' : null,
    fuelShipTo: true,
    fuelTransport: n % 3 === 0,
    billingProfileId: sparse(n, 5, `billing-${customer}`),
  };
}

const UNREAD = { fillPercentage: null, fillStatus: 'unknown', lastReadingId: null, tankMonitorId: null, alerts: [] };

function monitored(n: number, fillPercentage: number, volume: number, time: Date) {
  const urgent = fillPercentage < 15 ? 'critical' : 'low';
  const fillStatus = fillPercentage < 30 ? urgent : fillPercentage < 85 ? 'normal' : 'full';
  const alerts = fillPercentage < 30 ? [`${urgent}_level`] : [];
  const values = { volume, unit: 'gal', temperature: 8 + (n % 9), battery: 60 + (n % 40), readAt: time.toISOString() };
  const ids = { lastReadingId: `reading-${90_000 + n}`, tankMonitorId: `monitor-${400 + n}` };
  return { fillPercentage, fillStatus, alerts, lastReading: values, ...ids };
}

/** The level of some days ago, in percent: it falls daily by about the usage, and a delivery fills the tank up. */
function levelOf(n: number, daysAgo: number, usedEachDay: number): number {
  let level = 6.5 + ((n * 37) % 89);
  for (let day = 0; day < daysAgo; day += 1) {
    const before = level + usedEachDay * (0.7 + ((n * 5 + day * 3) % 7) / 10);
    level = before > 96 ? 8 + ((n * 11) % 20) : before;
  }
  return Math.round(level * 10) / 10;
}

/** The n-th tank, with volumes of its fill percentage. Every seventh is measured by hand. */
function tank(n: number, place: Place, kind: Product, ordinal: number, { now, daysAgo }: Moment): DemoTank {
  const { word, name: productName, sku: productSku, brand, size: tankSize, perDay } = PRODUCTS[kind];
  const [latitude, longitude] = AREAS[place.area];
  const isMonitored = n % 7 !== 0;
  const usage = perDay * (0.8 + (n % 5) / 10);
  const percent = levelOf(n, isMonitored ? daysAgo : 0, (usage / tankSize) * 100);
  const volume = Math.round(tankSize * percent) / 100;
  const readAt = hoursAfter(now, isMonitored ? n * -0.4 - 24 * daysAgo : -24 * 9);

  const identity = { id: tankId(n), externalId: `ERP-T-${5000 + n}`, name: `${place.name} ${word} ${ordinal}` };
  const site = { shipToId: shipToId(place), shipToCode: `S-${3000 + place.n}`, locationName: place.name };
  const product = { productId: `product-${kind}`, fuelId: `fuel-${kind}`, productName, productSku, brand };
  const supply = { resourceGroupId: sparse(n, 3, `trucks-${kind}`), vendorId: sparse(n, 6, `vendor-${1 + (n % 3)}`) };
  const contents = { tankSize, readingVolume: volume, availableCapacity: (tankSize - volume).toFixed(1) };
  const links = { ...sharedOf(place), ...site, ...product, ...supply };
  return {
    ...links,
    ...identity,
    ...contents,
    ...(isClosed(place) && { locationId: null, salesRepId: null }),
    ...(isMonitored ? monitored(n, percent, volume, readAt) : UNREAD),
    metadata: { unit: 'gal', installed: 2008 + (n % 14), aboveGround: n % 3 !== 0 },
    averageDailyUsage: usage.toFixed(1),
    dailyUsage: (usage * (0.9 + (n % 3) / 10)).toFixed(1),
    daysToEmpty: Math.round((volume / usage) * 10) / 10,
    note: n % 4 === 1 ? 'Fill point behind the pump house.' : null,
    status: isClosed(place) ? 'out of service' : n % 13 === 0 ? 'maintenance' : 'in service',
    lastReadingDate: readAt,
    tankAddress: `${10 * place.n} Service Road, gate ${1 + (n % 3)}`,
    latitude: (latitude + place.n / 100 + n / 10_000).toFixed(5),
    longitude: (longitude - place.n / 200 + n / 10_000).toFixed(5),
    includeInJob: !isClosed(place) && n % 5 !== 0,
    ...(isMonitored && daysAgo > 0 && { lastModifiedDate: readAt }),
  };
}

/** The demo company's ship-tos and tanks, last measured shortly before `now`, or that many days before. */
export function demoTanks(now: Date, daysAgo = 0): { shipTos: DemoShipTo[]; tanks: DemoTank[] } {
  const tanks: DemoTank[] = [];
  for (const place of PLACES)
    for (const [position, kind] of place.holds.entries()) {
      const ordinal = place.holds.slice(0, position + 1).filter((other) => other === kind).length;
      tanks.push(tank(tanks.length + 1, place, kind, ordinal, { now, daysAgo }));
    }
  // The last tank has no values, to show how a client displays that.
  tanks.push({ id: tankId(tanks.length + 1) });
  return { shipTos: PLACES.map(shipTo), tanks };
}
