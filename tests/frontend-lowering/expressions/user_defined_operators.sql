CREATE FUNCTION glue(s text, t text) RETURNS text LANGUAGE sql AS $$ SELECT coalesce(s || ':', '') || t $$;
CREATE FUNCTION glue_and_log(s text, t text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log (msg) VALUES (t); RETURN s || t; END; $$;
CREATE AGGREGATE glued(text) (SFUNC = glue, STYPE = text);
CREATE AGGREGATE glued_and_logged(text) (SFUNC = glue_and_log, STYPE = text);
CREATE FUNCTION rich(a numeric, b numeric) RETURNS boolean LANGUAGE sql AS $$ SELECT a > b AND EXISTS (SELECT FROM ord WHERE qty > a) $$;
CREATE OPERATOR >>> (LEFTARG = numeric, RIGHTARG = numeric, FUNCTION = rich);
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t text;
BEGIN
SELECT glued(owner) INTO t FROM acc WHERE bal > 5;
IF FOUND THEN UPDATE acc SET note = t WHERE id = a; END IF;
SELECT glued_and_logged(owner) INTO t FROM acc WHERE id = a;
UPDATE acc SET note = 'rich' WHERE bal >>> 100;
END; $$;
CREATE FUNCTION joined(a anyarray, b anyarray) RETURNS anyarray LANGUAGE sql AS $$ SELECT a || b $$;
CREATE AGGREGATE joined (BASETYPE = anyarray, SFUNC = joined, STYPE = anyarray);
CREATE FUNCTION q(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE log SET tags = (SELECT joined(tags) FROM log l WHERE l.id > a);
UPDATE log SET tags = joined(tags, ARRAY['x']) WHERE id = a;
END; $$;
