-- One branch is not run in memory; what the other one does is.
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL, note text);
CREATE FUNCTION pay(p integer, amount integer, how text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE b integer;
BEGIN
  IF how = 'xml' THEN
    UPDATE account SET note = xmlelement(name a, how)::text WHERE id = p;
    RETURN;
  END IF;
  SELECT balance INTO b FROM account WHERE id = p;
  UPDATE account SET balance = b - amount WHERE id = p;
END $$;
