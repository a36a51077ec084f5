-- level: postgresql/read-committed
-- never: safe
-- why: txid_status() tells that a transaction is in progress, which it is in no serial order
CREATE TABLE t(id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(x bigint, INOUT r text, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
  r := txid_status(x);
  SELECT v INTO y FROM t WHERE id = 1;
END $$;
CREATE PROCEDURE w(n int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE t SET v = n WHERE id = 1;
END $$;
