CREATE TABLE acc (id int PRIMARY KEY, bal int NOT NULL);
-- isoproof: level read comitted
CREATE FUNCTION put(i int, n int) RETURNS void LANGUAGE sql AS $$
    UPDATE acc SET bal = bal + n WHERE id = i;
$$;
-- isoproof: level
CREATE FUNCTION get(i int) RETURNS int LANGUAGE sql AS $$
    SELECT bal FROM acc WHERE id = i;
$$;
