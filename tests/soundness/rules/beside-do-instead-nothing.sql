-- level: read-atomic
-- never: safe
-- why: of two rules for one event, the rule that does nothing does not stop the other, which writes an absolute value
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE VIEW b AS SELECT id, v FROM a;
CREATE RULE none AS ON UPDATE TO b DO INSTEAD NOTHING;
CREATE RULE big AS ON UPDATE TO b WHERE NEW.v > 0 DO INSTEAD UPDATE a SET v = NEW.v WHERE id = OLD.id;
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE x int;
BEGIN
  SELECT v INTO x FROM a WHERE id = p_id;
  UPDATE b SET v = x + 1 WHERE id = p_id;
END $$;
