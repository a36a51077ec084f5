-- A partition is its whole with its bounds as a condition; what is written stays within them. A table that others
-- inherit from is a union of them, on whose sides the conditions stand, too; UPDATE and DELETE go through each.
CREATE TABLE sale (id integer, region text, amount integer, PRIMARY KEY (id, region)) PARTITION BY LIST (region);
CREATE TABLE sale_eu PARTITION OF sale FOR VALUES IN ('de', 'fr');
CREATE TABLE sale_none PARTITION OF sale FOR VALUES IN (NULL);
CREATE TABLE sale_rest PARTITION OF sale DEFAULT PARTITION BY RANGE (id);
CREATE TABLE sale_low PARTITION OF sale_rest FOR VALUES FROM (MINVALUE) TO (100);
CREATE TABLE hashed (id integer PRIMARY KEY, v integer) PARTITION BY HASH (id);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE half (id integer PRIMARY KEY) PARTITION BY HASH (id);
CREATE TABLE half_0 PARTITION OF half FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE place (id integer PRIMARY KEY, name text);
CREATE TABLE town (mayor text, PRIMARY KEY (id)) INHERITS (place);
CREATE VIEW eu AS SELECT id, amount FROM sale_eu WHERE amount > 0;
CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER all_rows AFTER UPDATE ON sale FOR EACH ROW EXECUTE FUNCTION noted();
CREATE TRIGGER eu_rows AFTER UPDATE ON sale_eu FOR EACH ROW WHEN (NEW.amount > 5) EXECUTE FUNCTION noted();
CREATE TRIGGER eu_once AFTER UPDATE ON sale_eu EXECUTE FUNCTION noted();

CREATE FUNCTION wholes(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM amount FROM sale WHERE id = p;
    INSERT INTO sale VALUES (p, 'de', 1);
    UPDATE sale SET amount = p;
    DELETE FROM sale WHERE region = 'de';
END $$;
CREATE FUNCTION parts(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM amount FROM sale_eu e WHERE id = p;
    PERFORM l.amount FROM place LEFT JOIN sale_low l ON l.id = place.id;
    PERFORM amount FROM sale_none FOR UPDATE;
    INSERT INTO sale_eu VALUES (p, 'de', 1);
    UPDATE sale_eu SET amount = p;
    DELETE FROM sale_low WHERE id = p;
    PERFORM amount FROM eu;
    UPDATE hashed SET v = p WHERE id = p;
END $$;
CREATE FUNCTION families(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM name FROM place WHERE id = p AND name <> 'x';
    PERFORM name FROM ONLY place;
    PERFORM t.name FROM town t LEFT JOIN place x ON x.id = t.id WHERE x.name IS NULL;
    UPDATE place SET name = 'x' WHERE id = p;
    UPDATE ONLY place SET name = 'y' WHERE id = p;
    DELETE FROM place USING town WHERE place.id = town.id;
    INSERT INTO place VALUES (p, 'z');
END $$;
CREATE FUNCTION names_hashed() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM v FROM hashed_1; END $$;
CREATE FUNCTION only_of_whole() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM id FROM ONLY sale; END $$;
CREATE FUNCTION half_hashed() RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO half VALUES (1); END $$;
CREATE FUNCTION locks_part() RETURNS void LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE sale_eu; END $$;
CREATE FUNCTION locks_family() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM id FROM place FOR UPDATE; END $$;
CREATE FUNCTION through_view() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE eu SET amount = 1; END $$;
CREATE FUNCTION merges() RETURNS void LANGUAGE plpgsql AS $$
BEGIN MERGE INTO sale_eu USING town ON town.id = sale_eu.id WHEN MATCHED THEN DELETE; END $$;
CREATE FUNCTION with_family() RETURNS void LANGUAGE plpgsql AS $$
BEGIN WITH w AS (DELETE FROM town RETURNING id) UPDATE place SET name = 'q' FROM w WHERE w.id = place.id; END $$;
