-- level: postgresql/read-committed
-- never: safe
-- why: a function that is called for rows defers the check: the INSERT locks no parent, whose row may be deleted and come again
CREATE TABLE parent(id int PRIMARY KEY);
CREATE TABLE child(id int PRIMARY KEY, p int NOT NULL REFERENCES parent(id) DEFERRABLE);
CREATE TABLE many(id int PRIMARY KEY);
CREATE TABLE seen(id int PRIMARY KEY, v bigint, w bigint);
CREATE FUNCTION later(p int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  SET CONSTRAINTS ALL DEFERRED;
  RETURN 1;
END $$;
CREATE FUNCTION f(c int, q int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v1 bigint; w1 bigint;
BEGIN
  PERFORM later(id) FROM many;
  INSERT INTO child VALUES (c, q);
  SELECT count(*) INTO v1 FROM parent WHERE id = q;
  SELECT count(*) INTO w1 FROM parent WHERE id = q;
  UPDATE seen SET v = v1, w = w1 WHERE id = c;
END $$;
CREATE FUNCTION remove(q int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM parent WHERE id = q;
END $$;
CREATE FUNCTION add(q int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parent VALUES (q);
END $$;
