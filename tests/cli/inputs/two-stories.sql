CREATE TABLE counter (id int PRIMARY KEY, n int NOT NULL);

-- Two rows are copied: more statements, and as much is lost.
CREATE FUNCTION count_both(p_a int, p_b int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_a int;
    v_b int;
BEGIN
    SELECT n INTO v_a FROM counter WHERE id = p_a;
    SELECT n INTO v_b FROM counter WHERE id = p_b;
    UPDATE counter SET n = v_a + 1 WHERE id = p_a;
    UPDATE counter SET n = v_b + 1 WHERE id = p_b;
END;
$$;

CREATE FUNCTION count_one(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_n int;
BEGIN
    SELECT n INTO v_n FROM counter WHERE id = p_id;
    UPDATE counter SET n = v_n + 1 WHERE id = p_id;
END;
$$;
