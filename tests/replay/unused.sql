-- What is read is thrown away: a cycle that no client can observe.
CREATE TABLE cell (id integer PRIMARY KEY, v integer NOT NULL);

CREATE PROCEDURE left_one() LANGUAGE plpgsql AS $$
DECLARE
    v_unused integer;
BEGIN
    SELECT v INTO v_unused FROM cell WHERE id = 1;
    UPDATE cell SET v = 7 WHERE id = 2;
END;
$$;

CREATE PROCEDURE right_one() LANGUAGE plpgsql AS $$
DECLARE
    v_unused integer;
BEGIN
    SELECT v INTO v_unused FROM cell WHERE id = 2;
    UPDATE cell SET v = 7 WHERE id = 1;
END;
$$;
