-- Two writers of two rows, a reader of both: the long fork (Sovran et al. 2011).
CREATE TABLE cell (id integer PRIMARY KEY, v integer NOT NULL);

CREATE PROCEDURE put(p_id integer, p_v integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE cell SET v = p_v WHERE id = p_id;
END;
$$;

CREATE FUNCTION look(p_a integer, p_b integer, OUT a integer, OUT b integer) LANGUAGE plpgsql AS $$
BEGIN
    SELECT v INTO a FROM cell WHERE id = p_a;
    SELECT v INTO b FROM cell WHERE id = p_b;
END;
$$;
