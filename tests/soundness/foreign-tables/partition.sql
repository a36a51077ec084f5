-- level: postgresql/serializable
-- never: safe
-- why: what transactions read of a foreign partition no level isolates: each sees the other's account as it was, and both withdraw
CREATE TABLE account (id integer NOT NULL, balance integer NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE near PARTITION OF account FOR VALUES FROM (0) TO (10);
CREATE FOREIGN TABLE far PARTITION OF account FOR VALUES FROM (10) TO (20) SERVER other;
CREATE FUNCTION withdraw(p_from integer, p_other integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT balance FROM account WHERE id = p_other) + (SELECT balance FROM account WHERE id = p_from) > 0 THEN
        UPDATE account SET balance = balance - 1 WHERE id = p_from;
    END IF;
END $$;
