-- level: read-atomic
-- never: safe
-- why: the domain gives z its default: the INSERT does not fail, two instances lose an update of b.v
CREATE DOMAIN posint AS int DEFAULT 0 CHECK (VALUE >= 0);
CREATE TABLE o (id bigserial PRIMARY KEY, v integer NOT NULL, z posint NOT NULL);
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION f(p_k int, p_v int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO o(v) VALUES (p_v);
  UPDATE b SET v = v + 1 WHERE k = p_k;
END $$;
