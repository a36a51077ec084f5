-- level: postgresql/serializable
-- never: safe
-- why: a function that resets the level of its transaction, which is not the one whose snapshot it has
CREATE TABLE x (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION weaken() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'RESET transaction_isolation';
END $$;
CREATE FUNCTION f(z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    PERFORM weaken();
    SELECT count(*) INTO n FROM x WHERE v = 0;
    UPDATE x SET v = 1 WHERE id = z;
    RETURN n;
END $$;
