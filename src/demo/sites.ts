import type { Prisma } from '../generated/prisma/client.ts';

/** A record of the demo company with its id; `seedDemo` adds the company. */
export type Demo<Model> = Omit<Model, 'id' | 'companyId'> & { id: string };
export type DemoShipTo = Demo<Prisma.ShipToCreateManyInput>;
export type DemoTank = Demo<Prisma.TankCreateManyInput>;

export const HOUR = 3_600_000;
export const digits = (n: number, width = 2): string => String(n).padStart(width, '0');

const PRODUCTS = {
  diesel: { word: 'diesel', name: 'Ultra low sulfur diesel', sku: 'ULSD-2', brand: 'House', size: 10_000, perDay: 420 },
  heating: { word: 'heating oil', name: 'Heating oil no. 2', sku: 'HO-2', brand: 'Unbranded', size: 2_000, perDay: 38 },
  def: { word: 'DEF', name: 'Diesel exhaust fluid', sku: 'DEF-32', brand: 'House', size: 1_000, perDay: 45 },
  propane: { word: 'propane', name: 'Propane HD-5', sku: 'LPG-HD5', brand: 'Unbranded', size: 5_000, perDay: 160 },
} as const;

type Product = keyof typeof PRODUCTS;

/** The center of each area: latitude and longitude in degrees. */
const AREAS = { north: [41.32, -95.8], east: [41.2, -95.42], south: [41.03, -95.9], west: [41.18, -96.15] } as const;

interface Place {
  name: string;
  customer: number;
  area: keyof typeof AREAS;
  holds: Product[];
}

/** Twelve ship-tos and their 42 tanks. */
const PLACES: Place[] = [
  { name: 'North yard', customer: 1001, area: 'north', holds: ['diesel', 'diesel', 'def', 'heating'] },
  { name: 'South yard', customer: 1001, area: 'south', holds: ['diesel', 'diesel', 'def'] },
  { name: 'Depot 4', customer: 1002, area: 'north', holds: ['diesel', 'diesel', 'diesel', 'def', 'propane'] },
  { name: 'Depot 7', customer: 1002, area: 'east', holds: ['diesel', 'def', 'propane'] },
  { name: 'Quarry east', customer: 1003, area: 'east', holds: ['diesel', 'diesel', 'diesel'] },
  { name: 'River terminal', customer: 1004, area: 'south', holds: ['diesel', 'diesel', 'heating', 'propane'] },
  { name: 'School bus garage', customer: 1005, area: 'north', holds: ['diesel', 'def', 'heating'] },
  { name: 'Rail siding', customer: 1003, area: 'east', holds: ['diesel', 'diesel', 'diesel', 'def'] },
  { name: 'Greenhouse row', customer: 1006, area: 'south', holds: ['propane', 'propane', 'propane', 'heating'] },
  { name: 'Cold store west', customer: 1007, area: 'west', holds: ['diesel', 'propane', 'heating'] },
  { name: 'Grain elevator 2', customer: 1008, area: 'west', holds: ['propane', 'propane', 'diesel'] },
  { name: 'Old workshop', customer: 1005, area: 'west', holds: ['heating', 'heating', 'propane'] },
];

const isClosed = (place: number): boolean => place === PLACES.length;
const shipToId = (place: number): string => `demo-ship-to-${digits(place)}`;
const tankId = (n: number): string => `demo-tank-${digits(n, 3)}`;

function shipTo({ name, customer, area }: Place, n: number): DemoShipTo {
  const id = shipToId(n);
  if (isClosed(n)) return { id, name, archived: true, hasTanks: true, fuelShipTo: null };
  return {
    id,
    externalId: `ERP-S-${3000 + n}`,
    customerId: `cust-${customer}`,
    name,
    area,
    hasTanks: true,
    locationId: `loc-${digits(n)}`,
    organizationId: n % 4 === 0 ? null : `org-${area}`,
    unitId: n % 2 === 0 ? 'unit-b' : 'unit-a',
    ...(n % 3 !== 0 && { preferences: { callAhead: n % 2 === 1, hose: n % 4 === 0 ? 'long' : 'standard' } }),
    primaryTerminalId: `terminal-${area}`,
    secondaryTerminalId: n % 3 === 0 ? null : 'terminal-central',
    openTime: n % 5 === 0 ? null : '06:00',
    closeTime: n % 5 === 0 ? null : '18:00',
    ...(n % 2 === 1 && { metadata: { accessCode: `gate-${n}`, surface: n % 4 === 1 ? 'gravel' : 'concrete' } }),
    note: n % 3 === 1 ? 'Trucks turn left behind the scale.' : null,
    serviceAreaId: `area-${area}`,
    preferredStartTime: n % 4 === 1 ? '07:00' : null,
    preferredEndTime: n % 4 === 1 ? '11:00' : null,
    salesRepId: `rep-${digits(1 + (n % 4))}`,
    fuelShipTo: true,
    fuelTransport: n % 3 === 0,
    freightId: `freight-${area}`,
    billingProfileId: n % 5 === 0 ? null : `billing-${customer}`,
    transportSystemId: n % 4 === 0 ? null : `TMS-${7000 + n}`,
    routeCode: `R-${10 * (1 + (n % 4))}`,
    units: n % 4 === 0 ? ['unit-b', 'unit-c'] : ['unit-a'],
  };
}

const statusOf = (percent: number): string => {
  if (percent < 15) return 'critical';
  return percent < 30 ? 'low' : percent < 85 ? 'normal' : 'full';
};

interface Stand {
  at: Place;
  place: number;
  product: Product;
  name: string;
}

/** The n-th tank. Its volumes follow from its fill percentage. Every seventh tank has no monitor and is measured by hand. */
function tank(n: number, { at, place, product, name }: Stand, now: Date): DemoTank {
  const { customer, area } = at;
  const [latitude, longitude] = AREAS[area];
  const { name: productName, sku, brand, size, perDay } = PRODUCTS[product];
  const monitored = n % 7 !== 0;
  const percent = 6.5 + ((n * 37) % 89);
  const volume = Math.round(size * percent) / 100;
  const usage = perDay * (0.8 + (n % 5) / 10);
  const fillStatus = statusOf(percent);
  const readAt = new Date(now.getTime() - (monitored ? n * 0.4 : 24 * 9) * HOUR);
  const closed = isClosed(place);
  return {
    id: tankId(n),
    externalId: `ERP-T-${5000 + n}`,
    customerId: `cust-${customer}`,
    name,
    metadata: { unit: 'gal', installed: 2008 + (n % 14), aboveGround: n % 3 !== 0 },
    availableCapacity: (size - volume).toFixed(1),
    averageDailyUsage: usage.toFixed(1),
    dailyUsage: (usage * (0.9 + (n % 3) / 10)).toFixed(1),
    daysToEmpty: Math.round((volume / usage) * 10) / 10,
    fillPercentage: monitored ? percent : null,
    fillStatus: monitored ? fillStatus : 'unknown',
    readingVolume: volume,
    tankSize: size,
    note: n % 4 === 1 ? 'Fill point behind the pump house.' : null,
    organizationId: place % 4 === 0 ? null : `org-${area}`,
    productName,
    productSku: sku,
    resourceGroupId: n % 3 === 0 ? null : `trucks-${product}`,
    productId: `product-${product}`,
    status: closed ? 'out of service' : n % 13 === 0 ? 'maintenance' : 'in service',
    shipToCode: `S-${3000 + place}`,
    locationId: closed ? null : `loc-${digits(place)}`,
    salesRepId: closed ? null : `rep-${digits(1 + (place % 4))}`,
    lastReadingId: monitored ? `reading-${90_000 + n}` : null,
    lastReadingDate: readAt,
    tankAddress: `${10 * place} Service Road, gate ${1 + (n % 3)}`,
    latitude: (latitude + place / 100 + n / 10_000).toFixed(5),
    longitude: (longitude - place / 200 + n / 10_000).toFixed(5),
    alerts: monitored && percent < 30 ? [percent < 15 ? 'critical_level' : 'low_level'] : [],
    locationName: at.name,
    includeInJob: !closed && n % 5 !== 0,
    unitId: place % 2 === 0 ? 'unit-b' : 'unit-a',
    shipToId: shipToId(place),
    brand,
    serviceAreaId: `area-${area}`,
    ...(monitored && {
      lastReading: {
        volume,
        unit: 'gal',
        temperature: 8 + (n % 9),
        battery: 60 + (n % 40),
        readAt: readAt.toISOString(),
      },
    }),
    fuelId: `fuel-${product}`,
    vendorId: n % 6 === 0 ? null : `vendor-${1 + (n % 3)}`,
    tankMonitorId: monitored ? `monitor-${400 + n}` : null,
  };
}

/** The demo company's ship-tos and tanks, last measured shortly before `now`. */
export function demoSites(now: Date): { shipTos: DemoShipTo[]; tanks: DemoTank[] } {
  let n = 0;
  const tanks = PLACES.flatMap((at, index) =>
    at.holds.map((product, position) => {
      n += 1;
      const number = at.holds.slice(0, position + 1).filter((other) => other === product).length;
      const name = `${at.name} ${PRODUCTS[product].word} ${number}`;
      return tank(n, { at, place: index + 1, product, name }, now);
    }),
  );
  // The last tank has no values, to show how a client displays that.
  return { shipTos: PLACES.map((place, index) => shipTo(place, index + 1)), tanks: [...tanks, { id: tankId(n + 1) }] };
}
