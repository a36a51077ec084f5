CREATE TABLE tally (item text, n integer, open boolean);
CREATE UNIQUE INDEX ON tally (item) WHERE open;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
INSERT INTO tally (item, n, open) SELECT item, 1, true FROM line WHERE ord_id = a
 ON CONFLICT (item) WHERE open DO UPDATE SET n = tally.n + 1;
END;
$$;
