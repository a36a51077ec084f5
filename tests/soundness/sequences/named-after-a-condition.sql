-- level: postgresql/serializable
-- never: safe
-- why: the list of FROM goes on with a comma after the condition of a join, and so names a sequence
CREATE SEQUENCE id;
CREATE TABLE t (id bigint PRIMARY KEY, n int NOT NULL);
CREATE TABLE u (id bigint PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION draw(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM nextval('id');
    UPDATE t SET n = n + 1 WHERE t.id = p;
END $$;
CREATE FUNCTION peek(p int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    a bigint;
    b int;
BEGIN
    SELECT s.last_value INTO a FROM u JOIN t ON t.id = u.id, id s;
    SELECT n INTO b FROM t WHERE t.id = p;
    UPDATE u SET n = a + b WHERE u.id = p;
    RETURN a;
END $$;
