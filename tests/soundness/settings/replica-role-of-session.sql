-- level: postgresql/read-committed
-- never: safe
-- why: triggers do not fire in the session
CREATE TABLE lk(id int PRIMARY KEY);
CREATE TABLE a(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION tg() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM a WHERE id = NEW.id FOR UPDATE; RETURN NEW; END $$;
CREATE FUNCTION lockit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE lk IN EXCLUSIVE MODE; RETURN NEW; END $$;
CREATE TABLE ev(id int);
CREATE TRIGGER t BEFORE INSERT ON ev FOR EACH ROW EXECUTE FUNCTION lockit();
SET session_replication_role = replica;
BEGIN;
  INSERT INTO ev VALUES (1);
  SELECT n FROM a WHERE id = $1;
  UPDATE a SET n = $2 WHERE id = $1;
COMMIT;
