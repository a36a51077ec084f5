-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: keys drawn from a counter come in the order of commits: the UPDATE counts on from what it has locked

CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE item (n integer PRIMARY KEY, v integer NOT NULL);
CREATE PROCEDURE draw(v integer) LANGUAGE plpgsql AS $$
DECLARE k integer;
BEGIN
    UPDATE counter SET n = n + 1 WHERE id = 1 RETURNING n INTO k;
    INSERT INTO item (n, v) VALUES (k, v);
END $$;
CREATE PROCEDURE last_item() LANGUAGE plpgsql AS $$
DECLARE k integer; w integer;
BEGIN
    SELECT n INTO k FROM counter WHERE id = 1;
    SELECT v INTO w FROM item WHERE n = k;
END $$;
