-- copy_once, copy_once: lost update at postgresql/read-committed
--   T1 = copy_once(2), at read committed
--   T2 = copy_once(2), at read committed
--
-- Everything happens in the schema isoproof_replay, which this file creates and 66483baafad0559c.cleanup.sql drops.
-- By hand: psql DATABASE -f 66483baafad0559c.setup.sql; then one terminal for each instance, in any order:
--   psql DATABASE -f 66483baafad0559c.T1.sql
--   psql DATABASE -f 66483baafad0559c.T2.sql
-- The scripts take turns: each waits until the step before its own is done. In one go: sh 66483baafad0559c.sh DATABASE

\set ON_ERROR_STOP on
BEGIN;
CREATE SCHEMA isoproof_replay;
SET LOCAL search_path = isoproof_replay;
SET LOCAL check_function_bodies = off;

CREATE TABLE tag (id serial PRIMARY KEY, name text NOT NULL UNIQUE);

CREATE FUNCTION dry_run(n text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE r integer;
BEGIN
  BEGIN
    INSERT INTO tag (name) VALUES (n) ON CONFLICT DO NOTHING;
    RAISE EXCEPTION 'undone';
  EXCEPTION WHEN raise_exception THEN
  END;
  SELECT count(*) INTO r FROM tag WHERE name = n;
  RETURN r;
END $$;

CREATE FUNCTION add(n text) RETURNS void LANGUAGE sql AS $$ INSERT INTO tag (name) VALUES (n) $$;

CREATE TABLE acc (id integer PRIMARY KEY, v integer NOT NULL);

CREATE FUNCTION try_and_move(p integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x integer;
BEGIN
  SELECT v INTO x FROM acc WHERE id = p;
  BEGIN
    UPDATE acc SET v = 0 WHERE id = p;
    RAISE EXCEPTION 'undone';
  EXCEPTION WHEN raise_exception THEN
  END;
  UPDATE acc SET v = x WHERE id = q;
END $$;

CREATE TABLE entry (id integer PRIMARY KEY, v integer NOT NULL);

CREATE FUNCTION enter(k integer, p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE x integer;
BEGIN
  SELECT v INTO x FROM acc WHERE id = p;
  BEGIN
    UPDATE acc SET v = v + 1 WHERE id = p;
    BEGIN
      INSERT INTO entry VALUES (k, x);
    EXCEPTION WHEN division_by_zero THEN
      UPDATE entry SET v = 0 WHERE id = k;
    END;
  EXCEPTION WHEN unique_violation THEN
    LOCK TABLE entry IN SHARE ROW EXCLUSIVE MODE;
    UPDATE entry SET v = x + 1 WHERE id = k;
  END;
  RETURN x;
END $$;

CREATE PROCEDURE lock_and_look(k integer, p integer) LANGUAGE plpgsql AS $$
DECLARE c CURSOR FOR SELECT v FROM entry WHERE id = k; x integer;
BEGIN
  BEGIN
    LOCK TABLE entry IN SHARE MODE;
    OPEN c;
    FETCH c INTO x;
    CLOSE c;
    SELECT v INTO x FROM acc WHERE id = p;
    PERFORM 1 / (x - x);
  EXCEPTION WHEN division_by_zero THEN
  END;
  UPDATE acc SET v = x + 1 WHERE id = p;
END $$;

CREATE PROCEDURE copy_once(p integer) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entry SELECT 1, v FROM acc WHERE id = p;
  UPDATE acc SET v = 0 WHERE id = p;
EXCEPTION WHEN unique_violation THEN
  UPDATE acc SET v = 1 WHERE id = p;
END $$;

SET CONSTRAINTS ALL DEFERRED;
INSERT INTO acc (id, v) VALUES ('2', '3');
SET CONSTRAINTS ALL IMMEDIATE;

CREATE SEQUENCE isoproof_replay.isoproof_turn MINVALUE -1000 START 1;
CREATE PROCEDURE isoproof_replay.isoproof_wait(step integer) LANGUAGE plpgsql AS $isoproof$
BEGIN
    FOR i IN 1 .. 3000 LOOP
        IF (SELECT last_value >= step FROM isoproof_replay.isoproof_turn) THEN
            RETURN;
        END IF;
        PERFORM pg_sleep(0.01);
    END LOOP;
    RAISE 'the step before step % is not done after 30 s: its script is not running, or it waits for a lock', step;
END $isoproof$;
COMMIT;
