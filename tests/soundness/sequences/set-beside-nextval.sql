-- level: postgresql/serializable
-- never: safe
-- why: setval is seen at once, whatever the snapshot: f reads x as it was before g, and draws what g has set
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
