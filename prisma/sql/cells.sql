-- A move of a company to another cell puts this trigger on every table that the company writes to, with the company as
-- its argument: see cells/freeze.ts. Each write takes a lock that all writes share, and the move takes it alone
-- while it copies the last changes. If the move dies, its session ends and the lock with it. Once the company has
-- moved, all of its writes are refused. The move itself names the company in `field_operations.moves`.
CREATE OR REPLACE FUNCTION "guard_moving_company"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  company CONSTANT text := TG_ARGV[0];
  target text;
BEGIN
  IF company IN (OLD.company_id, NEW.company_id)
    AND current_setting('field_operations.moves', true) IS DISTINCT FROM company
  THEN
    SELECT moved_to INTO target FROM cell_company WHERE company_id = company;
    IF target IS NOT NULL THEN
      RAISE EXCEPTION 'The company has moved to the cell "%".', target USING ERRCODE = 'WS003';
    ELSIF NOT pg_try_advisory_xact_lock_shared('cell_company'::regclass::oid::integer, hashtext(company)) THEN
      RAISE EXCEPTION 'The company is moving to another cell. Try again in a second.' USING ERRCODE = 'WS003';
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION "guard_moving_company"() FROM PUBLIC;
