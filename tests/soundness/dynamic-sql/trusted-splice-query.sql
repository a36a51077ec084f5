-- level: postgresql/read-committed
-- never: safe
-- why: in WITH a text may be a statement that writes
-- options: --trust-splices
CREATE TABLE stock(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION take(q text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'WITH w AS (' || q || ') SELECT 1';
END $$;
