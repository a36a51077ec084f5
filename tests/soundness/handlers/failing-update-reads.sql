-- level: snapshot-isolation
-- never: safe
-- why: the UPDATE that fails has seen the row that the other transaction deletes: write skew
CREATE TABLE a(k int PRIMARY KEY, e int UNIQUE);
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_k int, p_e int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    UPDATE a SET e = p_e WHERE k = p_k;
  EXCEPTION WHEN unique_violation THEN
    UPDATE b SET v = 1 WHERE k = p_e;
  END;
END $$;
CREATE FUNCTION q(p_e int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM b WHERE k = p_e AND v = 0;
  IF FOUND THEN DELETE FROM a WHERE e = p_e; END IF;
END $$;
