-- level: postgresql/read-committed
-- never: safe
-- why: one function runs in another zone: each locks its own day
CREATE TABLE day(d date PRIMARY KEY, n int NOT NULL);
CREATE TABLE slot(p timestamptz PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION f(q timestamptz) RETURNS void LANGUAGE plpgsql SET timezone='Asia/Tokyo' AS $$
DECLARE v int;
BEGIN
  PERFORM 1 FROM day WHERE d = q::date FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'x'; END IF;
  SELECT n INTO v FROM slot WHERE p = q;
  UPDATE slot SET n = v + 1 WHERE p = q;
END $$;
CREATE FUNCTION g(q timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  PERFORM 1 FROM day WHERE d = q::date FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'x'; END IF;
  SELECT n INTO v FROM slot WHERE p = q;
  UPDATE slot SET n = v + 1 WHERE p = q;
END $$;
