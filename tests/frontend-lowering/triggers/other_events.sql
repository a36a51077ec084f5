CREATE FUNCTION in_c() RETURNS trigger LANGUAGE c AS 'x', 'y';
CREATE TRIGGER in_c BEFORE INSERT ON acc FOR EACH ROW EXECUTE FUNCTION in_c();
CREATE TRIGGER redundant BEFORE UPDATE ON line FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
CREATE RULE nothing AS ON DELETE TO line DO INSTEAD NOTHING;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', NEW.id::text);
  RETURN NEW;
END; $$;
CREATE TRIGGER tell AFTER UPDATE ON ord FOR EACH ROW EXECUTE FUNCTION tell();
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 0);
END; $$;
CREATE FUNCTION q(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE line SET item = 'x' WHERE ord_id = a AND no = 1;
  DELETE FROM line WHERE ord_id = a;
  UPDATE ord SET qty = qty + 1 WHERE id = a;
END; $$;
