CREATE FUNCTION p(a integer, b integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM line WHERE (ord_id, no) < (a, b);
DELETE FROM line WHERE (ord_id, no) >= (a, b);
DELETE FROM line WHERE (ord_id, no) <> (a, b);
DELETE FROM line WHERE (ord_id, no) IN ((a, b), (a, 7));
DELETE FROM line WHERE (ord_id, no) NOT IN ((a, b), (a, 7));
DELETE FROM line WHERE ord_id = a AND no BETWEEN SYMMETRIC b AND 7;
DELETE FROM line WHERE ord_id = a AND no NOT BETWEEN SYMMETRIC b AND 7;
DELETE FROM line WHERE (ord_id, no, price) < (a, b, 1);
END;
$$;
