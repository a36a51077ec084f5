-- level: postgresql/read-committed
-- never: safe
-- why: roles have time zones of their own, so that one text is another time for each: the row that is read is not the one locked
CREATE TABLE t(at timestamptz PRIMARY KEY, v int NOT NULL);
ALTER ROLE r SET timezone TO 'Asia/Tokyo';
CREATE FUNCTION one() RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  PERFORM 1 FROM t WHERE at = '2024-01-01 09:00' FOR UPDATE;
  SELECT v INTO n FROM t WHERE at = '2024-01-01 00:00+00';
  UPDATE t SET v = n + 1 WHERE at = '2024-01-01 00:00+00';
END $$;
