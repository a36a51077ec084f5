CREATE FUNCTION keep_vip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.kind = 'vip' THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  NEW.note := OLD.note || TG_ARGV[0];
  RETURN NEW;
END; $$;
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON acc FOR EACH ROW EXECUTE FUNCTION keep_vip('!');
CREATE FUNCTION up(a integer, b numeric) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
  UPDATE acc SET bal = bal + b WHERE id = a;
  GET DIAGNOSTICS n = ROW_COUNT;
  IF NOT FOUND THEN
    INSERT INTO log (msg) VALUES ('none');
  END IF;
  RETURN n;
END; $$;
CREATE FUNCTION up_back(a integer, b numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n text;
BEGIN
  UPDATE acc SET bal = bal + b WHERE id = a RETURNING note INTO n;
  INSERT INTO log (msg) VALUES (n);
END; $$;
CREATE FUNCTION drop_poor() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM acc WHERE bal < 1;
END; $$;
CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.qty < 0 THEN RETURN NULL; END IF;
  RETURN NEW;
END; $$;
CREATE TRIGGER skip BEFORE INSERT ON ord FOR EACH ROW EXECUTE FUNCTION skip();
CREATE FUNCTION add(a integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE i integer;
BEGIN
  INSERT INTO ord (acc_id, qty) VALUES (a, q) RETURNING id INTO i;
  IF FOUND THEN
    INSERT INTO log (msg) VALUES ('there');
  END IF;
END; $$;
