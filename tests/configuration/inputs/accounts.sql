CREATE TABLE acc (id int PRIMARY KEY, bal int NOT NULL);
CREATE FUNCTION put(i int, n int) RETURNS void LANGUAGE sql AS $$
    UPDATE acc SET bal = bal + n WHERE id = i;
$$;
CREATE FUNCTION take(i int, n int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE b int;
BEGIN
    SELECT bal INTO b FROM acc WHERE id = i;
    UPDATE acc SET bal = b - n WHERE id = i;
END $$;
