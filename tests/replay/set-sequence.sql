CREATE SEQUENCE ticket;
CREATE TABLE counter (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE drawn (id bigint PRIMARY KEY, v int NOT NULL);

CREATE FUNCTION draws() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    x int;
BEGIN
    SELECT v INTO x FROM counter WHERE id = 1;
    RETURN x = 0 AND nextval('ticket') > 50;
END $$;

CREATE PROCEDURE sets(n int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE counter SET v = n WHERE id = 1;
    PERFORM setval('ticket', 100);
END $$;

CREATE PROCEDURE sets_and_draws(n int, INOUT k bigint) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM setval('ticket', n);
    INSERT INTO drawn VALUES (nextval('ticket'), n) RETURNING id INTO k;
END $$;

CREATE FUNCTION draws_last(n int) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM setval('ticket', n);
    PERFORM nextval('ticket');
    INSERT INTO counter VALUES (n, currval('ticket'));
    RETURN lastval() - n;
END $$;
