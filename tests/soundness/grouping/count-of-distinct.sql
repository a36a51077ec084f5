-- level: postgresql/repeatable-read
-- never: safe
-- why: how many different values there are depends on the values, which nothing names any more
CREATE TABLE seat (id integer PRIMARY KEY, owner integer NOT NULL);
CREATE FUNCTION moves(s integer, w integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT count(*) INTO v FROM (SELECT DISTINCT owner FROM seat WHERE id < 10) x;
    IF v > 1 AND s < 10 THEN UPDATE seat SET owner = w WHERE id = s; END IF;
END $$;
