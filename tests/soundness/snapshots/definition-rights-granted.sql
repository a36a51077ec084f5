-- level: postgresql/serializable
-- never: safe
-- why: f reads x as it was before g, and may then read what g has granted: an error is a result
CREATE TABLE a (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE x (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE f(i int, INOUT seen int) LANGUAGE plpgsql AS $$
BEGIN
    SELECT v INTO seen FROM x WHERE id = 1;
    SELECT v + seen INTO seen FROM a WHERE id = i;
END $$;
CREATE PROCEDURE g(n int) LANGUAGE plpgsql AS $$
BEGIN
    GRANT SELECT ON a TO PUBLIC;
    UPDATE x SET v = n WHERE id = 1;
END $$;
