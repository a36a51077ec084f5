-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: a transaction that sets the balance to NULL does not commit, and the others have not read

CREATE TABLE u (id integer PRIMARY KEY, a integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, a integer);
CREATE PROCEDURE set_all(n integer, k integer, y integer, z integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    IF n IS NULL THEN
        SELECT a INTO v FROM w WHERE id = y;
    END IF;
    UPDATE u SET a = n WHERE id = k;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no row';
    END IF;
    UPDATE w SET a = 0 WHERE id = z;
END $$;
