-- level: postgresql/serializable
-- never: safe
-- why: a join in parentheses names a sequence: every reader sees what it has drawn
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
    SELECT last_value INTO a FROM (id CROSS JOIN u);
    SELECT n INTO b FROM t WHERE t.id = p;
    UPDATE u SET n = a + b WHERE u.id = p;
    RETURN a;
END $$;
