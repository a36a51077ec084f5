CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE PROCEDURE largest(c text) LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
    EXECUTE 'SELECT max(' || c || ') FROM account' INTO n;
END $$;
