/** What every server answers about a tank, in every workload. */
export const tankFields = ['id', 'name', 'note', 'fillPercentage', 'status', 'lastModifiedDate', 'version'] as const;

/** The input fields that the contract lists as plain strings (fillPercentage too, where a number is also taken). */
export const inputFields = [
  'externalId',
  'customerId',
  'name',
  'organizationId',
  'productName',
  'productSku',
  'resourceGroupId',
  'productId',
  'fillPercentage',
  'status',
  'shipToCode',
  'locationId',
  'salesRepId',
  'tankAddress',
  'latitude',
  'longitude',
  'locationName',
  'unitId',
  'shipToId',
  'brand',
  'serviceAreaId',
  'fuelId',
  'vendorId',
  'tankMonitorId',
] as const;

export type Tank = Record<(typeof tankFields)[number], unknown>;
export type Input = Record<string, string | number>;

export function toColumn(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
