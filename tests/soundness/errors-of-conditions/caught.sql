-- level: postgresql/read-committed
-- never: safe
-- why: the row that raised the error has been read, and no other transaction can take it away before the reader
CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE u (id int PRIMARY KEY, v int NOT NULL);
CREATE PROCEDURE reader(INOUT n int, INOUT y int) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        SELECT count(*) INTO n FROM t WHERE v + 1000 < 0;
    EXCEPTION WHEN numeric_value_out_of_range THEN
        n := -1;
    END;
    SELECT v INTO y FROM u WHERE id = 1;
END $$;
CREATE PROCEDURE writer(a int) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM t WHERE id = a AND v = 2147483647;
    UPDATE u SET v = 9 WHERE id = 1;
END $$;
