CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);

-- A WITH query that no query uses is not evaluated: it locks no row. Its variables stand in the statement's text.
CREATE PROCEDURE pay(p_id integer, p_amount integer) LANGUAGE plpgsql AS $$
DECLARE
    v_balance integer;
BEGIN
    WITH locked AS (SELECT id FROM account WHERE id = p_id FOR UPDATE),
         unused AS (SELECT id FROM locked WHERE id > p_amount)
    SELECT balance INTO v_balance FROM account WHERE id = p_id;
    UPDATE account SET balance = v_balance - p_amount WHERE id = p_id;
END $$;
