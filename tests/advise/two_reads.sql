-- A total of two rows, read one after the other, beside transfers between them.
CREATE TABLE part (id integer PRIMARY KEY, a integer NOT NULL);
CREATE TABLE rest (id integer PRIMARY KEY, b integer NOT NULL);

CREATE FUNCTION total(p_id integer) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_a integer;
    v_b integer;
BEGIN
    SELECT a INTO v_a FROM part WHERE id = p_id;
    SELECT b INTO v_b FROM rest WHERE id = p_id;
    RETURN v_a + v_b;
END;
$$;

CREATE PROCEDURE move(p_id integer, p_amount integer)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE part SET a = a - p_amount WHERE id = p_id;
    UPDATE rest SET b = b + p_amount WHERE id = p_id;
END;
$$;
