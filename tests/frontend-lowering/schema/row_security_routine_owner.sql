-- The owner that ALTER FUNCTION names is not the table's: its policy binds what the routine, as SECURITY DEFINER, does.
CREATE TABLE balance_of (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE grants (id int PRIMARY KEY, n int NOT NULL);
CREATE POLICY granted ON balance_of USING (EXISTS (SELECT FROM grants g WHERE g.id = balance_of.id AND g.n > 0));
ALTER TABLE balance_of ENABLE ROW LEVEL SECURITY;
CREATE FUNCTION set_v(p int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    UPDATE balance_of SET v = 1 WHERE id = p;
END $$;
ALTER FUNCTION set_v(int) OWNER TO clerk;
