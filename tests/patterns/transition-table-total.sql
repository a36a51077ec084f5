-- why: a trigger for the whole statement adds its transition table's rows to a total that it has read before: two statements lose one sum
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE total (id int PRIMARY KEY, amount int NOT NULL);
CREATE TABLE line (id int PRIMARY KEY, amount int NOT NULL);
CREATE FUNCTION add_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT amount INTO n FROM total WHERE id = 1;
  UPDATE total SET amount = n + (SELECT sum(amount) FROM added) WHERE id = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER add_lines AFTER INSERT ON line REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_lines();

CREATE FUNCTION book(p_id int, p_amount int) RETURNS void LANGUAGE sql AS $$ INSERT INTO line VALUES (p_id, p_amount) $$;
