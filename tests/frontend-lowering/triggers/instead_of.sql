CREATE VIEW pairs AS SELECT a.id, a.bal, o.qty FROM acc a LEFT JOIN ord o ON o.id = a.id;
CREATE FUNCTION write_pairs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO acc (id, owner, bal) VALUES (NEW.id, 'x', NEW.bal);
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE acc SET bal = NEW.bal WHERE id = OLD.id;
  ELSE
    IF OLD.bal > 0 THEN RETURN NULL; END IF;
    DELETE FROM acc WHERE id = OLD.id;
    RETURN OLD;
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER pairs_write INSTEAD OF INSERT OR UPDATE OR DELETE ON pairs FOR EACH ROW EXECUTE FUNCTION write_pairs();
CREATE FUNCTION note_it() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO log (id, msg) VALUES (OLD.id, TG_WHEN);
  RETURN OLD;
END;
$$;
CREATE TRIGGER zlast INSTEAD OF DELETE ON pairs FOR EACH ROW EXECUTE FUNCTION note_it();
CREATE FUNCTION by_key(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE pairs SET bal = bal + 1 WHERE id = a; END; $$;
CREATE FUNCTION by_others(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE pairs b SET bal = l.id FROM log l WHERE l.id = b.id; END; $$;
CREATE FUNCTION adds(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO pairs (bal, id) VALUES (1, a); END; $$;
CREATE FUNCTION adds_many(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO pairs SELECT id, a FROM log WHERE id > a; END; $$;
CREATE FUNCTION removes(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM pairs WHERE id = a; END; $$;
CREATE FUNCTION returns_it(a integer) RETURNS integer LANGUAGE plpgsql AS $$ DECLARE n integer; BEGIN DELETE FROM pairs WHERE id = a RETURNING bal INTO n; RETURN n; END; $$;
CREATE VIEW ruled AS SELECT id, bal FROM acc;
CREATE TRIGGER ruled_write INSTEAD OF UPDATE ON ruled FOR EACH ROW EXECUTE FUNCTION write_pairs();
CREATE RULE more AS ON UPDATE TO ruled DO ALSO DELETE FROM log;
CREATE FUNCTION with_rule(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE ruled SET bal = 0 WHERE id = a; END; $$;
CREATE FUNCTION not_fired(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM ruled WHERE id = a; END; $$;
