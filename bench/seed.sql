-- Tanks of the company "bench", 25 for each of its ship-tos, and a few of another company. Ids are the same in every
-- database. Every column has a value, so that a server pays for columns it reads and does not need.
INSERT INTO ship_to (id, company_id, external_id, customer_id, location_id, organization_id, unit_id, name, area, preferences,
  metadata, note, service_area_id, sales_rep_id, has_tanks, route_code, units)
SELECT 'ship-to-' || n, CASE WHEN n < 4000 THEN 'bench' ELSE 'other' END, 'ext-' || n, 'customer-' || n % 5000,
  'location-' || n % 3000, 'org-1', 'unit-' || n % 7, 'Yard ' || n, 'north', jsonb_build_object('gate', n),
  jsonb_build_object('row', n), 'note ' || n, 'area-' || n % 60, 'rep-' || n % 40, true, 'route-' || n % 70, ARRAY['unit-1']
FROM generate_series(0, 4039) AS n;

INSERT INTO tank (id, external_id, company_id, customer_id, name, metadata, available_capacity, average_daily_usage, daily_usage,
  days_to_empty, fill_percentage, fill_status, reading_volume, tank_size, note, organization_id, product_name, product_sku,
  resource_group_id, product_id, status, ship_to_code, location_id, sales_rep_id, last_reading_id, last_reading_date,
  tank_address, latitude, longitude, alerts, location_name, include_in_job, unit_id, ship_to_id, brand, service_area_id,
  last_reading, fuel_id, vendor_id, tank_monitor_id)
SELECT md5(n::text)::uuid, 'ext-' || n, CASE WHEN n < 100000 THEN 'bench' ELSE 'other' END, 'customer-' || n % 5000, 'Tank ' || n,
  jsonb_build_object('row', n), (n % 9000)::text, (n % 90)::text, (n % 80)::text, n % 60, n % 100, 'ok', n % 8000, 10000,
  'note ' || n, 'org-1', 'Diesel', 'DSL-2', 'group-' || n % 20, 'product-' || n % 30, 'active', 'ST-' || n % 4000,
  'location-' || n % 3000, 'rep-' || n % 40, 'reading-' || n, now(), n || ' Harbour Road', '52.1', '4.3', ARRAY['low'],
  'Yard ' || n % 3000, n % 2 = 0, 'unit-' || n % 7,
  CASE WHEN n < 100000 THEN 'ship-to-' || n % 4000 ELSE 'ship-to-' || 4000 + n % 40 END, 'Brand ' || n % 12,
  'area-' || n % 60, jsonb_build_object('volume', n % 8000), 'fuel-' || n % 5, 'vendor-' || n % 15, 'monitor-' || n
FROM generate_series(0, 100999) AS n;

-- The bench vacuums between slices; an autovacuum would slow down only the server whose slice it falls into.
ALTER TABLE tank SET (autovacuum_enabled = off);
-- An earlier build has no such tables.
ALTER TABLE IF EXISTS record_modification SET (autovacuum_enabled = off);
ALTER TABLE IF EXISTS record_search SET (autovacuum_enabled = off);
