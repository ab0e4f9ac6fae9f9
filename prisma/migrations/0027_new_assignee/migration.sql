-- A task that is created with an assignee was assigned then, unless its writer says when. It was null, for every writer but the demo data.
CREATE OR REPLACE TRIGGER "touch_new_assignee" BEFORE INSERT ON "task"
  FOR EACH ROW WHEN (NEW.assignee_id IS NOT NULL AND NEW.assigned_at IS NULL) EXECUTE FUNCTION "touch_assigned_at"();
