CREATE FUNCTION balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE s numeric;
BEGIN
  SELECT sum(bal) INTO s FROM acc;
  IF s <> 0 THEN RAISE EXCEPTION 'unbalanced'; END IF;
  RETURN NULL;
END; $$;
CREATE CONSTRAINT TRIGGER balanced AFTER UPDATE ON acc DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION balanced();
CREATE FUNCTION move(a integer, b integer, c numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE acc SET bal = bal - c WHERE id = a;
  UPDATE acc SET bal = bal + c WHERE id = b;
END; $$;
CREATE FUNCTION now_or_later(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  SET CONSTRAINTS ALL IMMEDIATE;
  UPDATE acc SET bal = 0 WHERE id = a;
END; $$;
