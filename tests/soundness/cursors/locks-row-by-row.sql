-- level: postgresql/read-committed
-- never: safe
-- why: a cursor's rows are locked one by one: what the loop reads for the first was read before the second was locked
CREATE TABLE acc (id integer PRIMARY KEY, owner integer NOT NULL, bal integer NOT NULL);
CREATE TABLE rate (id integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE copies(p integer) LANGUAGE plpgsql AS $$
DECLARE
    c CURSOR FOR SELECT id FROM acc WHERE owner = p ORDER BY id FOR UPDATE;
    x integer;
BEGIN
    FOR r IN c LOOP
        SELECT v INTO x FROM rate WHERE id = r.id;
        UPDATE acc SET bal = x WHERE id = r.id;
    END LOOP;
END $$;
CREATE PROCEDURE raises() LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = 0 WHERE id = 2;
    UPDATE rate SET v = v + 1 WHERE id = 1;
END $$;
