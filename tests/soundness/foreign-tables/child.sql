-- level: postgresql/serializable
-- never: safe
-- why: the rows of a foreign table that inherits from item are among those that count(*) sees, and no level isolates them
CREATE TABLE item (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FOREIGN TABLE far_item () INHERITS (item) SERVER other;
CREATE TABLE total (id integer PRIMARY KEY, n integer NOT NULL);
CREATE FUNCTION count_items() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE total SET n = (SELECT count(*) FROM item WHERE v > 0) WHERE id = 1;
END $$;
CREATE FUNCTION use_up(p integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    UPDATE item SET v = 0 WHERE id = p;
    RETURN n FROM total WHERE id = 1;
END $$;
