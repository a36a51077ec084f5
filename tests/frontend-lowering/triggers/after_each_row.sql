CREATE FUNCTION sum_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE old_bal numeric;
BEGIN
  SELECT bal INTO old_bal FROM acc WHERE id = NEW.acc_id;
  UPDATE acc SET bal = old_bal + NEW.qty WHERE id = NEW.acc_id;
  RETURN NULL;
END; $$;
CREATE TRIGGER a_sum AFTER INSERT ON ord FOR EACH ROW WHEN (NEW.qty <> 0) EXECUTE FUNCTION sum_up();
CREATE FUNCTION one(a integer, q integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ord (acc_id, qty) VALUES (a, q);
END; $$;
CREATE FUNCTION two(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ord (acc_id, qty) VALUES (a, 0), (a, 2);
END; $$;
CREATE FUNCTION many(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ord (acc_id, qty) SELECT id, 1 FROM acc WHERE owner = 'x';
END; $$;
