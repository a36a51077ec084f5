-- What is moved from one table to the other is in neither of them for a snapshot that began before.
CREATE TABLE waiting (id integer PRIMARY KEY);
CREATE TABLE done (id integer PRIMARY KEY);
CREATE FUNCTION in_all() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    a bigint;
    b bigint;
BEGIN
    SELECT count(*) INTO a FROM done;
    SELECT count(*) INTO b FROM waiting;
    RETURN a + b;
END $$;
CREATE PROCEDURE finish() LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO done SELECT id FROM waiting;
    TRUNCATE waiting;
END $$;
CREATE PROCEDURE refill(k integer) LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE waiting;
    INSERT INTO waiting VALUES (k);
END $$;
CREATE FUNCTION how_many() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT count(*) FROM waiting);
END $$;
CREATE PROCEDURE forget() LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE waiting;
END $$;
