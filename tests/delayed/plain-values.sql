-- level: snapshot-isolation
-- with: benign
-- without: safe
-- why: 'x ' and 'x' are equal as bpchar, and octet_length tells them apart. rename replaces 'x ' by 'x' beside a delayed sweep that has read
--   2: after rename sweep would read 1, and before rename it would have changed what rename reads
CREATE TABLE account (id int PRIMARY KEY, code bpchar NOT NULL);
CREATE TABLE note (id int PRIMARY KEY, v text NOT NULL);
CREATE FUNCTION sweep(p int, q text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE c bpchar;
BEGIN
  SELECT code INTO c FROM account WHERE id = p;
  IF c = 'x' THEN UPDATE note SET v = q WHERE id = p; END IF;
  RETURN octet_length(c);
END $$;
CREATE FUNCTION rename(p int, OUT n text) LANGUAGE plpgsql AS $$
BEGIN
  SELECT v INTO n FROM note WHERE id = p;
  UPDATE account SET code = 'x' WHERE id = p;
END $$;
