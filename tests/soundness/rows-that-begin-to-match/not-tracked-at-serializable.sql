-- level: postgresql/serializable
-- never: safe
-- options: --assign enter=postgresql/read-committed
-- why: look reads no such row; enter is not tracked; pay has not seen close, nor close look, and the server knows of no more
CREATE TABLE entry (k integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE looks (k integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE closings (k integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION look(p integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    paid bigint;
BEGIN
    SELECT count(*) INTO paid FROM entry WHERE k = p AND v = 5;
    UPDATE looks SET n = n + 1 WHERE k = p;
    RETURN paid;
END $$;
CREATE PROCEDURE enter(p integer) LANGUAGE sql AS $$ INSERT INTO entry VALUES (p, 0) $$;
CREATE FUNCTION pay(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    closed integer;
BEGIN
    SELECT n INTO closed FROM closings WHERE k = p;
    UPDATE entry SET v = 5 WHERE k = p;
    RETURN closed;
END $$;
CREATE FUNCTION close(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    looked integer;
BEGIN
    SELECT n INTO looked FROM looks WHERE k = p;
    UPDATE closings SET n = n + 1 WHERE k = p;
    RETURN looked;
END $$;
