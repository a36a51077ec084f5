-- level: postgresql/serializable
-- never: safe
-- why: the path leads to the foreign table far.account, not to the table of the same name
CREATE SCHEMA far;
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE log (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE FOREIGN TABLE far.account (id integer NOT NULL, balance integer NOT NULL) SERVER other;
CREATE FUNCTION note(p integer) RETURNS void LANGUAGE plpgsql SET search_path = far, public AS $$
BEGIN
    UPDATE log SET balance = (SELECT balance FROM account WHERE id = p) WHERE id = p;
END $$;
CREATE FUNCTION change(p integer) RETURNS integer LANGUAGE plpgsql SET search_path = far, public AS $$
BEGIN
    UPDATE account SET balance = balance + 1 WHERE id = p;
    RETURN balance FROM log WHERE id = p;
END $$;
