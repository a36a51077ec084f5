CREATE TABLE t (a integer PRIMARY KEY, b integer);
CREATE FUNCTION change() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET b = 1 RETURNING WITH (OLD AS o) o.b;
END $$;
CREATE FUNCTION other() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET b = 1 WHERE WHERE a = 1;
END $$;
