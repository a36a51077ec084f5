-- why: the CHECK refuses what the UPDATE sets, whatever row it finds, so the transaction only reads
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, amount integer NOT NULL CHECK (amount >= 0), owner integer NOT NULL);
CREATE TABLE audit (id integer PRIMARY KEY, owner integer NOT NULL);
CREATE FUNCTION show(p integer, OUT row_text text, OUT audited integer) LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    UPDATE account SET amount = -1 WHERE id = p;
  EXCEPTION WHEN check_violation THEN
    GET STACKED DIAGNOSTICS row_text = PG_EXCEPTION_DETAIL;
  END;
  SELECT owner INTO audited FROM audit WHERE id = p;
END $$;
CREATE FUNCTION hand_over(p integer, receiver integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET owner = receiver WHERE id = p;
  UPDATE audit SET owner = receiver WHERE id = p;
END $$;
