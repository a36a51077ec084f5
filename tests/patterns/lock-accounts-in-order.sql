-- why: the ledger of a public project: accounts locked in order, updated, transfers written, and what was written read back by its keys
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, balance numeric NOT NULL);
CREATE TABLE transfer (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), source integer NOT NULL REFERENCES account, target integer NOT NULL REFERENCES account,
    amount numeric NOT NULL CHECK (amount > 0));
CREATE FUNCTION open(p integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO account VALUES (p, 0) $$;
CREATE FUNCTION pay(p_source integer, p_targets integer[], p_amount numeric) RETURNS SETOF transfer LANGUAGE plpgsql AS $$
DECLARE
    v_all integer[];
    v_one integer;
    v_id uuid;
    v_ids uuid[] := '{}';
BEGIN
    SELECT ARRAY(SELECT DISTINCT unnest FROM unnest(p_targets || p_source) ORDER BY unnest) INTO v_all;
    FOREACH v_one IN ARRAY v_all LOOP
        PERFORM id FROM account WHERE id = v_one FOR UPDATE;
    END LOOP;
    FOREACH v_one IN ARRAY p_targets LOOP
        UPDATE account SET balance = balance - p_amount WHERE id = p_source;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'no account %', p_source;
        END IF;
        UPDATE account SET balance = balance + p_amount WHERE id = v_one;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'no account %', v_one;
        END IF;
        INSERT INTO transfer (source, target, amount) VALUES (p_source, v_one, p_amount) RETURNING id INTO v_id;
        v_ids := v_ids || v_id;
    END LOOP;
    RETURN QUERY SELECT * FROM transfer WHERE id = ANY (v_ids) ORDER BY id;
END $$;
