-- level: read-atomic
-- never: safe
-- why: the BEFORE trigger gives the NOT NULL columns their values: the INSERT does not fail, two instances lose an update of a.v
CREATE SEQUENCE s;
CREATE TABLE o(id bigint PRIMARY KEY, v int NOT NULL, by_whom text NOT NULL);
CREATE TABLE a(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.id := nextval('s'); NEW.by_whom := current_user; RETURN NEW; END $$;
CREATE TRIGGER o_fill BEFORE INSERT ON o FOR EACH ROW EXECUTE FUNCTION fill();
CREATE FUNCTION f(p_k int, p_v int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO o(v) VALUES (p_v);
  UPDATE a SET v = v + 1 WHERE k = p_k;
END $$;
