-- level: postgresql/read-committed
-- never: safe
-- why: a text that is the whole statement, or stands where a query could, is never trusted
-- options: --trust-splices
CREATE TABLE stock(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION take(q text, a boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE s text := 'SELECT 1';
BEGIN
  IF a THEN s := q; END IF;
  EXECUTE s;
END $$;
