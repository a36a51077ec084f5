CREATE FUNCTION sum_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE r record; s numeric;
BEGIN
  SELECT sum(qty) INTO s FROM added;
  INSERT INTO log (msg) VALUES (s);
  INSERT INTO log (msg) SELECT a.id FROM added a WHERE a.qty > 0;
  FOR r IN SELECT acc_id, qty FROM added LOOP
    UPDATE acc SET bal = bal + r.qty WHERE id = r.acc_id;
  END LOOP;
  UPDATE acc SET bal = bal + n.qty FROM added n WHERE n.acc_id = acc.id;
  RETURN NULL;
END; $$;
CREATE TRIGGER sum_up AFTER INSERT ON ord REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_up();
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ord (acc_id, qty) VALUES (a, 1), (a, 2);
END; $$;
