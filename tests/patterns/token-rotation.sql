-- why: a token is used once, by a guarded UPDATE, and the transaction that has used it creates the next one
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE session_token (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash text NOT NULL UNIQUE,
    account bigint NOT NULL,
    spent boolean NOT NULL DEFAULT false
);

CREATE FUNCTION renew(p_old text, p_new text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_account bigint;
BEGIN
    UPDATE session_token SET spent = true WHERE hash = p_old AND NOT spent RETURNING account INTO v_account;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    INSERT INTO session_token (hash, account) VALUES (p_new, v_account);
    RETURN v_account;
END $$;
