CREATE TABLE t (k int PRIMARY KEY, a int NOT NULL, b int NOT NULL);
CREATE PROCEDURE apart_one(p int) LANGUAGE plpgsql AS $$ BEGIN IF p > 0 THEN UPDATE t SET a = 1 WHERE k = p; END IF; END $$;
CREATE PROCEDURE apart_two(p int) LANGUAGE plpgsql AS $$ BEGIN IF p < 0 THEN UPDATE t SET a = 2 WHERE k = p; END IF; END $$;
CREATE PROCEDURE other_column(p int) LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET b = 2 WHERE k = p; END $$;
