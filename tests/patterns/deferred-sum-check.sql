-- why: a constraint trigger that waits for COMMIT checks a sum over rows that another transaction may be changing: write skew
-- postgresql/read-committed: benign
-- postgresql/repeatable-read: benign
-- postgresql/serializable: safe
CREATE TABLE entry (id int PRIMARY KEY, account int NOT NULL, amount int NOT NULL);
CREATE FUNCTION check_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM entry WHERE account = NEW.account) < 0 THEN
    RAISE EXCEPTION 'overdrawn';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_sum AFTER INSERT OR UPDATE ON entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_sum();

CREATE FUNCTION book(p_id int, p_account int, p_amount int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO entry VALUES (p_id, p_account, p_amount)
$$;
