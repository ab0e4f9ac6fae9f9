-- The id of an event of this moment. It was made of two readings of the clock, and where a millisecond ended between them it was one off.
CREATE OR REPLACE FUNCTION "time_ordered_uuid"() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT time_ordered_uuid(clock_timestamp())
$$;
