-- level: postgresql/read-committed
-- never: safe
-- why: the record has its field whether or not the branch that reads it first is taken; withdraw loses updates
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE PROCEDURE withdraw(p integer) LANGUAGE plpgsql AS $$
DECLARE r record; k integer; b integer;
BEGIN
    SELECT * INTO r FROM generate_series(1, p);
    IF p > 5 THEN
        k := r.generate_series;
        RETURN;
    END IF;
    k := r.generate_series;
    SELECT balance INTO b FROM account WHERE id = k;
    UPDATE account SET balance = b - 1 WHERE id = k;
END $$;
