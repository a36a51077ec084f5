CREATE TABLE queue (id integer PRIMARY KEY, tick_seq text NOT NULL, n bigint NOT NULL);
CREATE FUNCTION seek(p_queue integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    q record;
    last bigint;
BEGIN
    SELECT tick_seq, n INTO q FROM queue WHERE id = p_queue;
    PERFORM setval(q.tick_seq, 7);
    last := nextval(q.tick_seq);
    UPDATE queue SET n = last WHERE id = p_queue;
    RETURN last;
END;
$$;
