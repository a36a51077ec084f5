CREATE FUNCTION listed(n integer) RETURNS boolean LANGUAGE sql AS $$ SELECT n IN (SELECT id FROM log) $$;
CREATE DOMAIN known AS integer CHECK (listed(value));
CREATE DOMAIN plain AS integer CHECK (length(value::text) < 3);
CREATE TYPE holds AS (k known, p plain);
CREATE FUNCTION by_assignment(a integer) RETURNS void LANGUAGE plpgsql AS $$ DECLARE h holds; BEGIN h.k := a; END $$;
CREATE FUNCTION by_cast(a integer) RETURNS integer LANGUAGE sql AS $$ SELECT 1 + a::known $$;
CREATE FUNCTION by_parameter(a known) RETURNS void LANGUAGE plpgsql AS $$ BEGIN END $$;
