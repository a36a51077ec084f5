CREATE EXTENSION hstore;
CREATE FUNCTION digest(t text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log (msg) VALUES (t); RETURN t; END; $$;
CREATE FUNCTION declared(a integer) RETURNS void LANGUAGE sql AS $$ UPDATE acc SET note = hstore('k', owner)::text WHERE id = a $$;
CREATE FUNCTION taken_for_granted(a integer, k bytea) RETURNS void LANGUAGE sql AS $$
UPDATE acc SET note = encrypt(owner::bytea, k, 'bf')::text WHERE id = a AND similarity(owner, 'x') > 0.5 $$;
CREATE FUNCTION newer(a integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO log (msg) VALUES (uuidv7()::text) $$;
CREATE FUNCTION newer_aggregate(a integer) RETURNS void LANGUAGE sql AS $$ SELECT any_value(owner) FROM acc WHERE bal > a $$;
CREATE FUNCTION own(a integer) RETURNS text LANGUAGE sql AS $$ SELECT digest('x') $$;
CREATE FUNCTION of_other_arguments(a integer) RETURNS void LANGUAGE sql AS $$ SELECT encrypt(a) $$;
CREATE FUNCTION of_another_schema(a integer) RETURNS void LANGUAGE sql AS $$ SELECT tools.decrypt('a', 'b', 'bf') $$;
CREATE FUNCTION runs_text(a integer) RETURNS void LANGUAGE sql AS $$ SELECT crosstab('SELECT 1') $$;
