-- why: a trigger that an ON DELETE CASCADE fires reads a total and writes it back: two deletes lose one of the changes
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE total (id int PRIMARY KEY, lines int NOT NULL);
CREATE TABLE orders (id int PRIMARY KEY);
CREATE TABLE line (
  id int PRIMARY KEY,
  order_id int NOT NULL REFERENCES orders ON DELETE CASCADE
);
CREATE FUNCTION count_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT lines INTO n FROM total WHERE id = 1;
  UPDATE total SET lines = n - 1 WHERE id = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER count_line AFTER DELETE ON line FOR EACH ROW EXECUTE FUNCTION count_line();

CREATE FUNCTION drop_order(p_id int) RETURNS void LANGUAGE sql AS $$ DELETE FROM orders WHERE id = p_id $$;
