-- Times of the clock and numbers of transactions that are compared by order, and others that are only kept.
CREATE TABLE lease (id integer PRIMARY KEY, owner text NOT NULL, until timestamptz NOT NULL);
CREATE TABLE mark (id integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), by bigint NOT NULL);
CREATE FUNCTION take(p_id integer, p_owner text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    UPDATE lease SET owner = p_owner, until = now() + interval '1 minute' WHERE id = p_id AND until < now();
    RETURN FOUND;
END $$;
CREATE FUNCTION overtaken(p_id integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_by bigint; v_own bigint := txid_current();
BEGIN
    SELECT by INTO v_by FROM mark WHERE id = p_id FOR UPDATE;
    UPDATE mark SET by = v_own WHERE id = p_id;
    RETURN v_by > v_own;
END $$;
CREATE FUNCTION aged(p_id integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_at timestamptz;
BEGIN
    SELECT at INTO v_at FROM mark WHERE id = p_id;
    RETURN clock_timestamp() - v_at > interval '1 day';
END $$;
CREATE PROCEDURE keep(p_id integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO mark (id, at, by) VALUES (p_id, now() + interval '1 day', txid_current());
END $$;
CREATE FUNCTION own(p_id integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT by = txid_current() FROM mark WHERE id = p_id);
END $$;
