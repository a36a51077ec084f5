CREATE TABLE acc (id integer PRIMARY KEY, bal numeric);
CREATE TABLE other (n integer);
CREATE FUNCTION p() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = 0 FROM other WHERE acc.id IN (SELECT 1 ORDER BY other.n, acc.bal LIMIT 1);
    UPDATE acc SET bal = 0 FROM other WHERE acc.id IN (SELECT id FROM acc a ORDER BY other.n LIMIT 1);
END $$;
