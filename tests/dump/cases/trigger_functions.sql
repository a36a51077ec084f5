-- A trigger runs the function that it was made with, whatever that is called later, and whatever else is called so.
CREATE SCHEMA y;
CREATE TABLE l (x integer);
CREATE TABLE t (id integer PRIMARY KEY, a integer);
CREATE TABLE u (id integer PRIMARY KEY, a integer);
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO public.l VALUES (1);
    RETURN NEW;
END $$;
CREATE TRIGGER tell BEFORE INSERT ON u FOR EACH ROW EXECUTE FUNCTION tell();
ALTER FUNCTION tell() RENAME TO told;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO public.l VALUES (2);
    RETURN NEW;
END $$;
ALTER FUNCTION told() SET SCHEMA y;
SET search_path = y, public;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO public.l VALUES (3);
    RETURN NEW;
END $$;
CREATE TRIGGER tell BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION tell();
ALTER SCHEMA y RENAME TO z;
SET search_path = public;
CREATE FUNCTION change(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t VALUES (k, 1);
    INSERT INTO u VALUES (k, 1);
END $$;
