-- moves changes row 1 before it waits for the key 6, so enters, which has the key, waits for row 1: a deadlock.
CREATE TABLE t (id int PRIMARY KEY, k int UNIQUE, v int NOT NULL DEFAULT 0);
CREATE PROCEDURE enters() LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO t VALUES (5, 6);
  UPDATE t SET v = v + 1 WHERE id = 1;
END $$;
CREATE PROCEDURE moves(INOUT r text, INOUT n int) LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    UPDATE t SET k = 6 WHERE id = 1;
    r := 'moved';
  EXCEPTION WHEN unique_violation THEN
    r := 'taken';
  END;
  SELECT count(*) INTO n FROM t;
END $$;
