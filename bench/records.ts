/** The fields of a tank that every server answers with. */
export const tankFields = ['id', 'name', 'note', 'fillPercentage', 'status', 'lastModifiedDate', 'version'];

/**
 * The text fields of UpdateTankInput that no index and no search covers. PostgreSQL updates these within the page, so
 * every set of keys is the same work for it, and workloads differ only in the work of the server.
 */
export const textFields = [
  'organizationId',
  'productSku',
  'resourceGroupId',
  'productId',
  'salesRepId',
  'latitude',
  'longitude',
  'unitId',
  'brand',
  'serviceAreaId',
  'fuelId',
  'vendorId',
  'tankMonitorId',
];
export const inputFields = [...textFields, 'metadata', 'alerts', 'includeInJob'];

export const PAGE = 50;
/** Customers with 20 tanks each. The thousand before them have tanks of another company too. */
export const FIRST_CUSTOMER = 1_000;
export const CUSTOMERS = 4_000;
/** Tanks of a ship-to that a request asks for, of the 25 that each has. */
export const SHIP_TO_TANKS = 20;

export function toColumn(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const tankColumns = tankFields.map((field) => `t.${toColumn(field)} AS "${field}"`).join(', ');

export const readTank = `SELECT ${tankColumns} FROM tank t WHERE id = $1`;

export const readFiltered = `SELECT ${tankColumns} FROM tank t WHERE customer_id = $1 AND status = 'active' ORDER BY id LIMIT ${PAGE}`;

export const readUnindexed = `SELECT ${tankColumns} FROM tank t WHERE company_id = 'bench' AND tank_monitor_id = $1`;

/** For each workload that reads by id, the statement that returns what an answer must hold. */
export const reads: Record<string, string> = {
  tank: readTank,
  tankShipTo: `SELECT ${tankColumns}, json_build_object('id', s.id, 'name', s.name) AS "shipTo"
    FROM tank t JOIN ship_to s ON s.id = t.ship_to_id WHERE t.id = $1`,
  shipTo: `SELECT s.id, s.name, json_build_object('nodes', (
      SELECT json_agg(tank) FROM (
        SELECT ${tankColumns} FROM tank t
        WHERE t.company_id = s.company_id AND t.ship_to_id = s.id ORDER BY t.id LIMIT ${SHIP_TO_TANKS}
      ) tank
    )) AS tanks FROM ship_to s WHERE s.id = $1`,
};
