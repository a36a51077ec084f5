-- What a block has met or locked before it is undone: it has waited for it, and failed where its snapshot is older.
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
CREATE FUNCTION enter(p integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE x integer;
BEGIN
  SELECT v INTO x FROM acc WHERE id = p;
  BEGIN
    UPDATE acc SET v = v + 1 WHERE id = p;
    BEGIN
      INSERT INTO entry VALUES (1, x);
    EXCEPTION WHEN division_by_zero THEN
      UPDATE entry SET v = 0 WHERE id = 1;
    END;
  EXCEPTION WHEN unique_violation THEN
    LOCK TABLE entry IN SHARE ROW EXCLUSIVE MODE;
    UPDATE entry SET v = x + 1 WHERE id = 1;
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
