-- level: parallel-snapshot-isolation
-- with: safe
-- without: undecided
-- proof: shortest-path
-- why: the published example of a shortest path: any two instances on one row depend on each other (Nagar & Jagannathan 2018, section 2)

CREATE TABLE t (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL);
CREATE PROCEDURE take(x integer, n integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT a INTO v FROM t WHERE id = x;
    UPDATE t SET a = v - n WHERE id = x;
END $$;
