CREATE TABLE log (at integer, what text);
CREATE PROCEDURE note(p_at integer, p_what text) LANGUAGE sql AS $$
    INSERT INTO log VALUES (p_at, p_what);
$$;
CREATE PROCEDURE mend(p_at integer, p_what text) LANGUAGE plpgsql AS $$
DECLARE
    v_what text;
BEGIN
    SELECT what INTO v_what FROM log WHERE at = p_at;
    UPDATE log SET what = v_what || p_what WHERE at = p_at;
END;
$$;
