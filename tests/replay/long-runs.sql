-- Each run takes long, and the guard holds for no value that is tried.
CREATE TABLE note (id int PRIMARY KEY, amount bigint NOT NULL);

CREATE PROCEDURE search_nonce(p int) LANGUAGE plpgsql AS $$
DECLARE
  n bigint;
  found bigint;
BEGIN
  SELECT amount INTO n FROM note WHERE id = p;
  SELECT count(*) INTO found FROM generate_series(1, 20000) AS i
    WHERE md5((n + i)::text) = '00000000000000000000000000000000';
  IF found > 0 THEN
    UPDATE note SET amount = n + found WHERE id = p;
  END IF;
END $$;
