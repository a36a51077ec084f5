CREATE TABLE acc (id integer PRIMARY KEY, bal integer NOT NULL);
CREATE TABLE log (id integer PRIMARY KEY, acc integer REFERENCES acc);
CREATE PROCEDURE p(a integer) LANGUAGE plpgsql AS $$
BEGIN
PERFORM pg_advisory_xact_lock(a);
LOCK TABLE acc IN SHARE ROW EXCLUSIVE MODE;
IF (SELECT count(*) FROM acc) > 0 THEN
UPDATE acc SET bal = 0 WHERE id = a;
END IF;
PERFORM 1 FROM acc, log WHERE log.acc = acc.id FOR KEY SHARE OF acc;
INSERT INTO log VALUES (1, a);
END;
$$;
