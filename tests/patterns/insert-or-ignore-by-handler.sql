-- why: the handler runs where the key was found, at one moment: the transaction whose row it was comes before, the transaction that deletes that row after
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE seen (id integer PRIMARY KEY, who text);

CREATE FUNCTION mark(p_id integer, p_who text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO seen (id, who) VALUES (p_id, p_who);
    RETURN true;
EXCEPTION WHEN unique_violation THEN
    RETURN false;
END;
$$;

CREATE FUNCTION forget(p_id integer) RETURNS void
LANGUAGE sql AS $$
    DELETE FROM seen WHERE id = p_id;
$$;
