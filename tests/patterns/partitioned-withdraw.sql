-- why: a row is the same through the whole table and through its partition: read through one and written through the other, it loses an update
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE account_low PARTITION OF account FOR VALUES FROM (MINVALUE) TO (1000);
CREATE TABLE account_high PARTITION OF account FOR VALUES FROM (1000) TO (MAXVALUE);

CREATE FUNCTION withdraw_low(p_id int, p_n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE b int;
BEGIN
  SELECT balance INTO b FROM account WHERE id = p_id;
  UPDATE account_low SET balance = b - p_n WHERE id = p_id;
END $$;
CREATE FUNCTION interest() RETURNS void LANGUAGE sql AS $$ UPDATE account SET balance = balance + 1 $$;
