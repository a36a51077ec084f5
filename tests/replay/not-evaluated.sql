-- Locks that are not taken: beside a NULL, of no row, of a cursor without FETCH, of a field that nothing asks for, of a
-- column of EXISTS.
CREATE TABLE item (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE empty (id integer PRIMARY KEY);
CREATE TYPE pair AS (p integer, q integer);
CREATE FUNCTION lock_all() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN 1; END $$;

CREATE PROCEDURE beside_null(p_id integer) LANGUAGE plpgsql AS $$
DECLARE n integer; q integer;
BEGIN
    n := abs(NULL::integer) + lock_all();
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE of_no_row(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    IF lock_all() IN (SELECT id FROM empty) THEN RETURN; END IF;
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE not_fetched(p_id integer) LANGUAGE plpgsql AS $$
DECLARE c refcursor; q integer;
BEGIN
    OPEN c FOR SELECT lock_all();
    CLOSE c;
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE other_field(p_id integer) LANGUAGE plpgsql AS $$
DECLARE n integer; q integer;
BEGIN
    n := (ROW(NULL, lock_all())::pair).p;
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE column_of_exists(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    IF NOT EXISTS (SELECT lock_all()) THEN RETURN; END IF;
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;
