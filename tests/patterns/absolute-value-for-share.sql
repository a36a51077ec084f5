-- why: two share the lock, and neither can write then: a deadlock, which is no anomaly
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE counter (id integer PRIMARY KEY, n bigint NOT NULL);

CREATE PROCEDURE increment(p_id integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_n bigint;
BEGIN
    SELECT n INTO v_n FROM counter WHERE id = p_id FOR SHARE;
    UPDATE counter SET n = v_n + 1 WHERE id = p_id;
END;
$$;
