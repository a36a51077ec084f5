-- level: snapshot-isolation
-- never: safe
-- why: the INSERT that fails has seen the row that the other transaction deletes: write skew
CREATE TABLE a(k int PRIMARY KEY);
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_k int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    INSERT INTO a VALUES (p_k);
  EXCEPTION WHEN unique_violation THEN
    UPDATE b SET v = 1 WHERE k = p_k;
  END;
END $$;
CREATE FUNCTION q(p_k int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM b WHERE k = p_k AND v = 0;
  IF FOUND THEN
    DELETE FROM a WHERE k = p_k;
  END IF;
END $$;
