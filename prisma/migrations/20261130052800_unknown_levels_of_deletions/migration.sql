-- unknown levels of deletions
-- What was deleted before the migration unknown_levels, when none of the three was ever null, comes back as that
-- migration would have left it.
UPDATE "record_deletion" SET data = (data::jsonb || (
  SELECT jsonb_object_agg(key, NULL) FROM json_each_text(data)
  WHERE key IN ('days_to_empty', 'reading_volume', 'available_capacity') AND value = '0'))::json
WHERE record_type = 'tank' AND data ->> 'last_reading_date' IS NULL
  AND '0' IN (data ->> 'days_to_empty', data ->> 'reading_volume', data ->> 'available_capacity')
  AND num_nulls(data ->> 'days_to_empty', data ->> 'reading_volume', data ->> 'available_capacity') = 0;
