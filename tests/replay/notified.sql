-- Each transaction tells others what it has read: in the run both notifications say 0, in every serial order one says 1.
-- A handler takes back what undone sends.
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);

CREATE FUNCTION first() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x int;
BEGIN
    SELECT v INTO x FROM t WHERE id = 1;
    UPDATE t SET v = 1 WHERE id = 2;
    PERFORM pg_notify('c', x::text);
END;
$$;

CREATE FUNCTION second() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x int;
BEGIN
    SELECT v INTO x FROM t WHERE id = 2;
    UPDATE t SET v = 1 WHERE id = 1;
    PERFORM pg_notify('c', x::text);
END;
$$;

CREATE FUNCTION undone() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    x int;
    y int;
BEGIN
    SELECT v INTO x FROM t WHERE id = 3;
    BEGIN
        PERFORM pg_notify('c', x::text);
        RAISE EXCEPTION 'undone';
    EXCEPTION
        WHEN raise_exception THEN
            NULL;
    END;
    SELECT v INTO y FROM t WHERE id = 4;
END;
$$;

CREATE FUNCTION raises_both() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = 3;
    UPDATE t SET v = v + 1 WHERE id = 4;
END;
$$;
