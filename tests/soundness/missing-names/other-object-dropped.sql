-- level: postgresql/read-committed
-- never: safe
-- why: a trigger of the same name is dropped, the sequence stays: the function does not fail, and loses updates
-- options: --complete-schema
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE SEQUENCE o;
CREATE FUNCTION same() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER o BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION same();
DROP TRIGGER o ON t;
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x integer;
    y integer;
BEGIN
    SELECT v INTO x FROM t WHERE id = k;
    SELECT last_value INTO y FROM o;
    UPDATE t SET v = x + 1 WHERE id = k;
END $$;
