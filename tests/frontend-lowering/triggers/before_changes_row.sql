CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.note := 'seen'; RETURN NEW; END; $$;
CREATE TRIGGER t BEFORE INSERT OR UPDATE ON acc FOR EACH ROW EXECUTE FUNCTION fill();
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
INSERT INTO acc (id, owner, bal) VALUES (a, 'x', 0);
UPDATE acc SET bal = 1 WHERE id = a;
DELETE FROM acc WHERE id = a;
END;
$$;
