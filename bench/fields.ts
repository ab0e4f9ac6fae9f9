/** What every server answers about a tank, in every workload. */
export const tankFields = ['id', 'name', 'note', 'fillPercentage', 'status', 'lastModifiedDate', 'version'] as const;

/**
 * The fields of UpdateTankInput that no index covers. An update of these alone is done within its page, whichever they are, so
 * that one key set and mixed ones are the same work for the database, and what differs is the work of the server.
 */
export const inputFields = [
  'organizationId',
  'productName',
  'productSku',
  'resourceGroupId',
  'productId',
  'shipToCode',
  'salesRepId',
  'tankAddress',
  'latitude',
  'longitude',
  'locationName',
  'unitId',
  'brand',
  'serviceAreaId',
  'fuelId',
  'vendorId',
  'tankMonitorId',
  'metadata',
  'alerts',
  'includeInJob',
] as const;

export type Tank = Record<(typeof tankFields)[number], unknown>;
export type Input = Record<string, unknown>;

export function toColumn(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
