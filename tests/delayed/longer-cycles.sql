-- level: snapshot-isolation
-- with: unsafe
-- without: safe
-- why: the read-only anomaly takes three: pay is delayed, deposit runs, and look sees deposit and not pay
CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
CREATE PROCEDURE deposit(n int) LANGUAGE plpgsql AS $$ BEGIN UPDATE account SET balance = n WHERE id = 1; END $$;
CREATE PROCEDURE pay() LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT balance INTO v FROM account WHERE id = 1;
  UPDATE account SET balance = v WHERE id = 2;
END $$;
CREATE FUNCTION look(OUT a int, OUT b int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT balance INTO a FROM account WHERE id = 1;
  SELECT balance INTO b FROM account WHERE id = 2;
END $$;
