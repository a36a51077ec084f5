-- Numbers that were given out, as rows in an array: what a call takes out of it is read before it is written.
CREATE TYPE issued AS (number integer, by_whom text);
CREATE TABLE sequence (name text PRIMARY KEY, next integer NOT NULL, taken issued[]);
CREATE FUNCTION give(p_name text, p_who text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_next integer;
    v_taken issued[];
    v_mine issued;
    v_unused boolean;
BEGIN
    SELECT next, coalesce(taken, ARRAY[]::issued[]) INTO v_next, v_taken FROM sequence WHERE name = p_name;
    v_mine := (v_next, p_who);
    SELECT count(*) = 0 INTO v_unused FROM (SELECT unnest(v_taken) AS one) t WHERE (one).number = v_next;
    IF v_unused THEN
        UPDATE sequence SET next = v_next + 1, taken = v_taken || v_mine WHERE name = p_name;
    END IF;
    RETURN v_next;
END;
$$;
