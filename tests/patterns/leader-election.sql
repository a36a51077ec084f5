-- why: a lease is taken in one statement, by a node that finds it free, expired or its own, and released by its holder
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE lease (what text PRIMARY KEY, holder text NOT NULL, until timestamptz NOT NULL);

CREATE FUNCTION take(p_what text, p_holder text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_rows integer;
BEGIN
    INSERT INTO lease VALUES (p_what, p_holder, now() + interval '1 minute')
        ON CONFLICT (what) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE lease.until < now() OR lease.holder = excluded.holder;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    RETURN v_rows = 1;
END $$;

CREATE FUNCTION give_back(p_what text, p_holder text) RETURNS void LANGUAGE sql AS $$
    DELETE FROM lease WHERE what = p_what AND holder = p_holder;
$$;
