-- level: postgresql/repeatable-read
-- never: safe
-- why: the foreign key went with the key that it rested on, and is not one to the new key
CREATE TABLE parent (id integer PRIMARY KEY, code integer NOT NULL);
CREATE TABLE child (id integer PRIMARY KEY, parent integer NOT NULL REFERENCES parent);
ALTER TABLE parent DROP CONSTRAINT parent_pkey CASCADE;
ALTER TABLE parent ADD PRIMARY KEY (code);
CREATE FUNCTION adopt(c integer, p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM parent WHERE code = p) THEN
        INSERT INTO child VALUES (c, p);
    END IF;
END $$;
CREATE FUNCTION leave(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM child WHERE parent = p) THEN
        DELETE FROM parent WHERE code = p;
    END IF;
END $$;
