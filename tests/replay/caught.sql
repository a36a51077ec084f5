-- Errors of constraints that handlers take.
CREATE TABLE tag (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE parent (k integer PRIMARY KEY);
CREATE TABLE child (id bigserial PRIMARY KEY, k integer REFERENCES parent);
CREATE TABLE mark (id integer PRIMARY KEY, v integer NOT NULL);

-- Looks, inserts, and looks again if another transaction was faster.
CREATE FUNCTION get_or_create(p text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v bigint;
BEGIN
    SELECT id INTO v FROM tag WHERE name = p;
    IF v IS NOT NULL THEN
        RETURN v;
    END IF;
    BEGIN
        INSERT INTO tag (name) VALUES (p) RETURNING id INTO v;
    EXCEPTION WHEN unique_violation THEN
        SELECT id INTO v FROM tag WHERE name = p;
    END;
    RETURN v;
END $$;

-- Counts what it has tried to add to.
CREATE PROCEDURE enter(a integer, INOUT n integer, INOUT r text) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        INSERT INTO mark VALUES (a, 1);
        r := 'new';
    EXCEPTION WHEN unique_violation THEN
        r := 'there';
    END;
    SELECT count(*) INTO n FROM mark;
END $$;

-- The same, and counts only where it has failed: nothing tells a server that the first has looked.
CREATE PROCEDURE enter_or_count(a integer, INOUT n integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO mark VALUES (a, 1);
EXCEPTION WHEN unique_violation THEN
    SELECT count(*) INTO n FROM mark;
END $$;

CREATE PROCEDURE leave(a integer, INOUT n integer, INOUT r text) LANGUAGE plpgsql AS $$
BEGIN
    SELECT count(*) INTO n FROM child WHERE k = a;
    BEGIN
        DELETE FROM parent WHERE k = a;
        r := 'gone';
    EXCEPTION WHEN foreign_key_violation THEN
        r := 'kept';
    END;
END $$;

CREATE PROCEDURE join_in(a integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO child (k) VALUES (a);
END $$;
