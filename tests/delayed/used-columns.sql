-- level: snapshot-isolation
-- with: unsafe
-- without: safe
-- why: each transaction returns the other's value, and stands or falls with its sign. Each write keeps the sign, and changes what is returned
CREATE TABLE account (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION first(n int, OUT other int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT v INTO other FROM account WHERE id = 2 AND v >= 0;
  IF FOUND AND n >= 0 THEN UPDATE account SET v = n WHERE id = 1; END IF;
END $$;
CREATE FUNCTION second(n int, OUT other int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT v INTO other FROM account WHERE id = 1 AND v >= 0;
  IF FOUND AND n >= 0 THEN UPDATE account SET v = n WHERE id = 2; END IF;
END $$;
