-- A trigger in place of the write sets what the view showed before.
CREATE TABLE acc (id integer PRIMARY KEY, owner text NOT NULL, bal integer NOT NULL);
CREATE TABLE note (id integer PRIMARY KEY, body text);
CREATE VIEW seen AS SELECT a.id, a.bal, n.body FROM acc a LEFT JOIN note n ON n.id = a.id;
CREATE FUNCTION write_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO acc VALUES (NEW.id, 'x', NEW.bal);
  ELSE
    UPDATE acc SET bal = NEW.bal WHERE id = OLD.id;
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER seen_write INSTEAD OF INSERT OR UPDATE ON seen FOR EACH ROW EXECUTE FUNCTION write_seen();

CREATE FUNCTION raise_it(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE seen SET bal = bal + 1 WHERE id = p;
END;
$$;
