-- level: serializability
-- with: undecided
-- without: safe
-- why: the number that a sequence is set to is seen at once, and no level keeps it apart from what is read in rows
CREATE SEQUENCE s;
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM v FROM x WHERE id = 1;
    RETURN nextval('s');
END $$;
CREATE PROCEDURE g(n int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE x SET v = n WHERE id = 1;
    PERFORM setval('s', 100);
END $$;
