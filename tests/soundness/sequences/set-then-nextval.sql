-- level: postgresql/serializable
-- never: safe
-- why: between setval and nextval another instance sets the sequence, too
CREATE SEQUENCE sq;
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE p(x int, INOUT r int) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM setval('sq', x);
    INSERT INTO t VALUES (nextval('sq'), x) RETURNING id INTO r;
END $$;
