-- level: postgresql/read-committed
-- never: safe
-- why: the end of a loop defers the check: the second INSERT locks no parent, whose row may be deleted and come again
CREATE TABLE parent(id int PRIMARY KEY);
CREATE TABLE child(id int PRIMARY KEY, p int NOT NULL REFERENCES parent(id) DEFERRABLE);
CREATE TABLE many(id int PRIMARY KEY);
CREATE TABLE seen(id int PRIMARY KEY, v bigint, w bigint);
CREATE FUNCTION f(c int, q int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v1 bigint; w1 bigint;
BEGIN
  FOR i IN 1..2 LOOP
  INSERT INTO child VALUES (c + i, q + i);
  SELECT count(*) INTO v1 FROM parent WHERE id = q + i;
  SELECT count(*) INTO w1 FROM parent WHERE id = q + i;
  UPDATE seen SET v = v1, w = w1 WHERE id = c + i;
  SET CONSTRAINTS ALL DEFERRED;
  END LOOP;
END $$;
CREATE FUNCTION remove(q int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM parent WHERE id = q;
END $$;
CREATE FUNCTION add(q int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parent VALUES (q);
END $$;
