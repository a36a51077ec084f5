-- level: snapshot-isolation
-- never: safe
-- why: what was read reaches the other table by way of a temporary one: write skew
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE b(id int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE TEMP TABLE copy ON COMMIT DROP AS SELECT id, v FROM a;
  UPDATE b SET v = c.v FROM copy c WHERE c.id = b.id;
END $$;
CREATE FUNCTION q(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE TEMP TABLE other (id int, v int) ON COMMIT DROP;
  INSERT INTO other SELECT id, v FROM b WHERE id = p_id;
  UPDATE a SET v = (SELECT max(v) FROM other) WHERE id = p_id;
END $$;
