-- GraphQL has an object in "metadata" of every tank. NOT VALID, since a validation would read the table a second time.
-- Readers and writers of tanks wait meanwhile: about a second for a million tanks.
ALTER TABLE "tank" ADD CONSTRAINT "tank_metadata_is_an_object" CHECK (jsonb_typeof("metadata") = 'object') NOT VALID;

-- What is there becomes an object without a loss. The records could not be read: these changes are no events, and the
-- versions stay.
ALTER TABLE "tank" DISABLE TRIGGER USER;
UPDATE "tank" SET "metadata" = CASE
  WHEN "metadata" IN ('[]', 'null') THEN '{}' ELSE jsonb_build_object('value', "metadata") END
WHERE jsonb_typeof("metadata") <> 'object';
ALTER TABLE "tank" ENABLE TRIGGER USER;
