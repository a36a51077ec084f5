CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE acc SET bal = bal + 1 WHERE owner = NEW.owner;
  RETURN NULL;
END; $$;
CREATE TRIGGER again AFTER UPDATE ON acc FOR EACH ROW EXECUTE FUNCTION again();
CREATE FUNCTION once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
  UPDATE ord SET qty = 1 WHERE id = NEW.id;
  RETURN NULL;
END; $$;
CREATE TRIGGER once AFTER UPDATE ON ord FOR EACH ROW EXECUTE FUNCTION once();
CREATE TRIGGER never AFTER UPDATE ON line FOR EACH ROW WHEN (pg_trigger_depth() > 0) EXECUTE FUNCTION once();
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE acc SET bal = 0 WHERE id = a;
END; $$;
CREATE FUNCTION q(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ord SET qty = 0 WHERE id = a;
  UPDATE line SET item = 'x' WHERE ord_id = a AND no = 1;
END; $$;
