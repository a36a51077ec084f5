-- level: postgresql/repeatable-read
-- never: safe
-- why: where the UPDATE of the child finds no row, its foreign key is not checked: the parent need not be there, and each instance inserts the row that the other one has looked for
CREATE TABLE parent (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE child (id integer PRIMARY KEY, parent_id integer NOT NULL REFERENCES parent (id));
CREATE PROCEDURE move(p_new integer, p_id integer) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE parent SET n = 0 WHERE id = p_id;
  UPDATE child SET parent_id = p_id;
  INSERT INTO parent (id, n) VALUES (p_new, 1);
END $$;
