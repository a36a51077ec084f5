-- level: snapshot-isolation
-- never: safe
-- why: the rule replaces the insertion, so that no foreign key is looked at: a write skew over the two tables
CREATE TABLE parent(id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE child(id int PRIMARY KEY REFERENCES parent(id));
CREATE TABLE log(id int PRIMARY KEY, n int NOT NULL);
CREATE RULE elsewhere AS ON INSERT TO child DO INSTEAD UPDATE log SET n = 1 WHERE id = NEW.id;
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT n FROM parent WHERE id = p_id) = 0 THEN INSERT INTO child VALUES (p_id); END IF;
END $$;
CREATE FUNCTION g(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT n FROM log WHERE id = p_id) = 0 THEN UPDATE parent SET n = 1 WHERE id = p_id; END IF;
END $$;
