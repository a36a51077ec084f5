-- A partition that alone has a foreign key: its check may find the parent, and its action is on the partition's rows.
CREATE TABLE p (id int PRIMARY KEY);
CREATE TABLE child (id int, kind int, p_id int, PRIMARY KEY (id, kind)) PARTITION BY LIST (kind);
CREATE TABLE child_1 PARTITION OF child FOR VALUES IN (1);
CREATE TABLE child_2 PARTITION OF child FOR VALUES IN (2);
ALTER TABLE child_1 ADD FOREIGN KEY (p_id) REFERENCES p ON DELETE CASCADE;
CREATE FUNCTION drops(a int) RETURNS void LANGUAGE sql AS $$ DELETE FROM p WHERE id = a $$;
CREATE FUNCTION adds(a int, b int) RETURNS void LANGUAGE sql AS $$ INSERT INTO child VALUES (b, 1, a) $$;
