-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: of two that both found a token unused, the second finds it used when it gets to its UPDATE, and fails

CREATE TABLE token (id integer PRIMARY KEY, used_at timestamptz);
CREATE PROCEDURE spend(p integer) LANGUAGE plpgsql AS $$
DECLARE v timestamptz;
BEGIN
    SELECT used_at INTO v FROM token WHERE id = p;
    IF v IS NULL THEN
        UPDATE token SET used_at = now() WHERE id = p AND used_at IS NULL;
        IF NOT FOUND THEN RAISE EXCEPTION 'used'; END IF;
    END IF;
END $$;
