-- level: postgresql/read-committed
-- never: safe
-- why: the subquery reads what its statement's snapshot has, not what the BEFORE STATEMENT trigger writes: c.n is lost
CREATE TABLE c(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE o(id int PRIMARY KEY, x int NOT NULL);
CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN UPDATE c SET n = 0 WHERE id = 1; RETURN NULL; END $$;
CREATE TRIGGER t BEFORE UPDATE ON o FOR EACH STATEMENT EXECUTE FUNCTION again();
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE o SET x = (SELECT n FROM c WHERE id = 1) WHERE id = p_id;
END $$;
CREATE FUNCTION g(p int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE c SET n = p WHERE id = 1; END $$;
