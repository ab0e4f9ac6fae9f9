-- own
-- Which records the scopes of a key with `:own` are on. The value null of JSON would be no rule, and look like none.
ALTER TABLE "api_key" ADD COLUMN "own" JSONB CHECK (jsonb_typeof("own") = 'object');
