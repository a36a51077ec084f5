-- level: postgresql/serializable
-- never: safe
-- why: SELECT last_value FROM a sequence tells what g has drawn, whatever the snapshot of f
CREATE SEQUENCE s;
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM v FROM x WHERE id = 1;
    RETURN (SELECT last_value FROM s);
END $$;
CREATE PROCEDURE g(n int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE x SET v = n WHERE id = 1;
    PERFORM nextval('s');
END $$;
