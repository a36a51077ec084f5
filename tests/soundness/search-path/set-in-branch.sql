-- level: postgresql/repeatable-read
-- never: safe
-- why: the path may be another after the branch: then row 7 of public.t is changed
CREATE SCHEMA app;
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE app.t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION p(elsewhere boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM v FROM public.t WHERE id = 1;
    IF elsewhere THEN
        SET LOCAL search_path TO app;
    END IF;
    UPDATE t SET v = 2 WHERE id = 7;
END $$;
CREATE FUNCTION q() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM v FROM public.t WHERE id = 7;
    UPDATE public.t SET v = 3 WHERE id = 1;
END $$;
