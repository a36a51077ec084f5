-- level: postgresql/repeatable-read
-- never: safe
-- why: the parent's triggers still act: a deleted parent takes its children along, which the other one counted
CREATE TABLE team(id int PRIMARY KEY, size int NOT NULL);
CREATE TABLE member(id int PRIMARY KEY, team_id int REFERENCES team ON DELETE CASCADE);
CREATE TABLE note(id int PRIMARY KEY, n int NOT NULL);
ALTER TABLE member DISABLE TRIGGER ALL;
CREATE FUNCTION count_them() RETURNS void LANGUAGE plpgsql AS $$
DECLARE c int;
BEGIN
  SELECT count(*) INTO c FROM member;
  UPDATE note SET n = c WHERE id = 1;
END $$;
CREATE FUNCTION dissolve(t int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT n FROM note WHERE id = 1) < 5 THEN DELETE FROM team WHERE id = t; END IF;
END $$;
