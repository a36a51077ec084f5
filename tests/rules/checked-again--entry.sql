-- level: postgresql/serializable
-- with: safe
-- without: unsafe
-- why: the unique index on the rows that are not deleted looks again for a name that the query did not find: a transaction that took the name in between has given it up by then

CREATE TABLE account (id bigserial PRIMARY KEY, name text NOT NULL, deleted boolean NOT NULL);
CREATE UNIQUE INDEX account_live ON account (lower(name)) WHERE NOT deleted;
CREATE FUNCTION sign_up(p_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM account WHERE lower(p_name) = lower(name) AND NOT deleted) THEN
        RAISE EXCEPTION 'taken';
    END IF;
    INSERT INTO account (name, deleted) VALUES (p_name, false);
END $$;
CREATE FUNCTION sign_off(p_id bigint) RETURNS void LANGUAGE sql AS $$
    UPDATE account SET deleted = true WHERE id = p_id AND NOT deleted
$$;
