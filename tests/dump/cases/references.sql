-- Foreign keys rest on keys, and follow the columns of the table that they refer to.
CREATE TABLE p1 (id integer PRIMARY KEY, code integer NOT NULL);
CREATE TABLE c1 (id integer PRIMARY KEY, parent integer REFERENCES p1);
ALTER TABLE p1 DROP CONSTRAINT p1_pkey CASCADE;
ALTER TABLE p1 ADD PRIMARY KEY (code);
CREATE TABLE p2 (id integer PRIMARY KEY, code integer UNIQUE);
CREATE TABLE c2 (id integer PRIMARY KEY, parent integer REFERENCES p2 (code), other integer REFERENCES p2 (id));
ALTER TABLE p2 DROP CONSTRAINT p2_code_key CASCADE;
CREATE TABLE p3 (id integer PRIMARY KEY, code integer);
CREATE UNIQUE INDEX p3_code ON p3 (code);
CREATE TABLE c3 (id integer PRIMARY KEY, parent integer REFERENCES p3 (code));
DROP INDEX p3_code CASCADE;
CREATE TABLE p4 (id integer PRIMARY KEY, code integer UNIQUE, a integer, b integer, UNIQUE (a, b));
CREATE TABLE c4 (id integer PRIMARY KEY, parent integer REFERENCES p4 (code), b integer, a integer,
    FOREIGN KEY (b, a) REFERENCES p4 (b, a) MATCH FULL);
ALTER TABLE p4 DROP COLUMN code CASCADE;
ALTER TABLE p4 RENAME a TO x;
ALTER TABLE c4 RENAME b TO y;
CREATE TABLE p5 (id integer PRIMARY KEY, up integer REFERENCES p5);
CREATE TABLE c5 (id integer PRIMARY KEY, parent integer REFERENCES p5 ON DELETE CASCADE);
ALTER TABLE p5 RENAME id TO number;
ALTER TABLE p5 RENAME TO q5;
CREATE TABLE p5 (id integer PRIMARY KEY);
CREATE TABLE p6 (a integer, b integer, PRIMARY KEY (a, b));
CREATE TABLE c6 (id integer PRIMARY KEY, a integer, b integer DEFAULT 7,
    FOREIGN KEY (a, b) REFERENCES p6 ON DELETE SET DEFAULT (b) ON UPDATE SET NULL);
CREATE FUNCTION change(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO c1 VALUES (k, k);
    DELETE FROM p1 WHERE id = k;
    INSERT INTO c2 VALUES (k, k, k);
    DELETE FROM p2 WHERE id = k;
    INSERT INTO c3 VALUES (k, k);
    DELETE FROM p3 WHERE id = k;
    INSERT INTO c4 (id, y, a) VALUES (k, k, k);
    DELETE FROM p4 WHERE id = k;
    INSERT INTO c5 VALUES (k, k);
    DELETE FROM q5 WHERE number = k;
    DELETE FROM p6 WHERE a = k AND b = 1;
    UPDATE p6 SET a = k + 1 WHERE a = k AND b = 2;
END $$;
