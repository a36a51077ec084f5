-- level: postgresql/read-committed
-- never: safe
-- why: triggers do not fire after set_config
CREATE TABLE lk(id int PRIMARY KEY);
CREATE TABLE a(id int PRIMARY KEY, n int NOT NULL);
CREATE FUNCTION tg() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM a WHERE id = NEW.id FOR UPDATE; RETURN NEW; END $$;
CREATE FUNCTION lockit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE lk IN EXCLUSIVE MODE; RETURN NEW; END $$;
CREATE TABLE ev(id int);
CREATE TRIGGER t BEFORE INSERT ON ev FOR EACH ROW EXECUTE FUNCTION lockit();
CREATE FUNCTION f(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  PERFORM set_config('session_replication_role','replica',true);
  INSERT INTO ev VALUES (1);
  SELECT n INTO v FROM a WHERE id = p;
  UPDATE a SET n = v + 1 WHERE id = p;
END $$;
