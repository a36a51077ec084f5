-- level: snapshot-isolation
-- never: safe
-- why: the INSERT that fails has seen that the row it refers to is not there, which the other transaction inserts: write skew
CREATE TABLE a(k int PRIMARY KEY);
CREATE TABLE c(k int PRIMARY KEY, a_k int NOT NULL REFERENCES a(k));
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_k int, p_a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    INSERT INTO c VALUES (p_k, p_a);
  EXCEPTION WHEN foreign_key_violation THEN
    UPDATE b SET v = 1 WHERE k = p_a;
  END;
END $$;
CREATE FUNCTION q(p_a int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM b WHERE k = p_a AND v = 0;
  IF FOUND THEN INSERT INTO a VALUES (p_a); END IF;
END $$;
