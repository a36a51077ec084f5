-- level: postgresql/serializable
-- never: safe
-- why: a row of pg_description is a comment: serializable does not track it for any writer
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM v FROM x WHERE id = 1;
    RETURN obj_description('x'::regclass, 'pg_class');
END $$;
CREATE PROCEDURE g(n int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE x SET v = n WHERE id = 1;
    DELETE FROM pg_description WHERE objoid = 'x'::regclass;
END $$;
