-- The events of a record by its versions: a conflict tells which fields have changed since the expected one.
CREATE INDEX "webhook_event_resource_id_version_idx" ON "webhook_event"("resource_id", "version");
