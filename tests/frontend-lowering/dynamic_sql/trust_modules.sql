-- --trust-modules: a function that no file creates is any value and touches no table; a table that no file creates is one
-- of those that stand for all others.
CREATE TABLE place (id int PRIMARY KEY, at text, visits int NOT NULL);
CREATE TABLE log (id int PRIMARY KEY, what text);
CREATE VIEW near AS SELECT id, st_distance(at, 'x') AS far FROM place;

-- In a condition, in SET and in VALUES it gives one value: the row is still known by its key.
CREATE FUNCTION visit(i int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE d float := st_length('x');
BEGIN
    UPDATE place SET visits = visits + 1, at = st_astext(at) WHERE id = i AND st_distance(at, 'x') < d;
    INSERT INTO log VALUES (i, st_astext('y')) ON CONFLICT DO NOTHING;
    IF st_isvalid('x') THEN
        DELETE FROM log WHERE id = i;
    END IF;
END $$;

-- As a column of SELECT it may be an aggregate, or give several rows.
CREATE FUNCTION whole() RETURNS text LANGUAGE sql AS $$ SELECT st_union(at) FROM place WHERE id = 1 $$;
CREATE FUNCTION there(i int) RETURNS bool LANGUAGE sql AS $$ SELECT EXISTS (SELECT st_union(at) FROM place WHERE id = i) $$;
CREATE FUNCTION parts() RETURNS void LANGUAGE sql AS $$ INSERT INTO log SELECT 1, st_dump('x') $$;
CREATE FUNCTION nearest() RETURNS int LANGUAGE sql AS $$ SELECT id FROM near WHERE id = 3 $$;
CREATE FUNCTION rows(i int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
    FOR r IN SELECT * FROM st_dump('x') AS d LOOP
        UPDATE place SET visits = 0 WHERE id = i;
    END LOOP;
END $$;

-- A table of a module is one of all others; conflicts on it count.
CREATE FUNCTION order_work(i int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE w mfg.work%ROWTYPE; n int;
BEGIN
    SELECT * INTO w FROM mfg.work JOIN place ON place.id = work_place WHERE work_id = i;
    IF w.done OR EXISTS (SELECT 1 FROM mfg.part WHERE part_id = i) THEN
        UPDATE mfg.work SET done = true WHERE work_id = i;
        INSERT INTO log SELECT part_id, 'x' FROM mfg.part;
    END IF;
    PERFORM mfg.post(i);
END $$;

-- Of what is not followed the same is known.
CREATE FUNCTION one(i int) RETURNS int LANGUAGE sql AS $$ SELECT part_id FROM mfg.part WHERE st_length('x') > i $$;
CREATE FUNCTION each() RETURNS void LANGUAGE sql AS $$ SELECT one(id) FROM place $$;

-- These stay what they were: a procedure may end the transaction, a column that is not there is a mistake.
CREATE PROCEDURE batch() LANGUAGE plpgsql AS $$ BEGIN CALL mfg.close(); END $$;
CREATE FUNCTION wrong() RETURNS int LANGUAGE sql AS $$ SELECT visit FROM place $$;
