-- Locks in places that a plan evaluates or not: beside an empty table in FROM, beside a set in a SELECT list. What the
-- server does with small tables takes the lock, whatever is evaluated from left to right.
CREATE TABLE item (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE empty (id integer PRIMARY KEY);
CREATE FUNCTION lock_all() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN 1; END $$;
CREATE FUNCTION pure() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
CREATE FUNCTION taken(p_id integer) RETURNS SETOF integer LANGUAGE plpgsql AS $$
BEGIN
    UPDATE item SET v = v + 1 WHERE id = p_id;
    RETURN NEXT p_id;
END $$;

CREATE PROCEDURE beside_table(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM z FROM empty, LATERAL (SELECT lock_all() AS z) s;
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE beside_set(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM generate_series(1, 0), lock_all();
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE nothing_acts(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM z FROM empty, LATERAL (SELECT pure() AS z) s;
    PERFORM generate_series(1, 0), pure();
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE set_acts(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    SELECT v INTO q FROM item WHERE id = p_id;
    PERFORM taken(id) FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE FUNCTION lock_early() RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1);
    RETURN 1;
END $$;

CREATE PROCEDURE when_planned(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM lock_early() FROM empty;
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE as_distance(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM sum(id) OVER (ORDER BY id ROWS BETWEEN lock_all() PRECEDING AND CURRENT ROW) FROM empty;
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE in_list(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer; o boolean;
BEGIN
    o := 1 IN (1, lock_all());
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE skipped(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM lock_all() OFFSET 1;
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;

CREATE PROCEDURE in_condition(p_id integer) LANGUAGE plpgsql AS $$
DECLARE q integer;
BEGIN
    PERFORM 1 FROM empty WHERE id IN (SELECT lock_all());
    SELECT v INTO q FROM item WHERE id = p_id;
    UPDATE item SET v = q + 1 WHERE id = p_id;
END $$;
