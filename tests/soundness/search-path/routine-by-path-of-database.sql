-- level: postgresql/repeatable-read
-- never: safe
-- why: by the path of the database touch() is app.touch(), which writes nothing
CREATE SCHEMA app;
ALTER DATABASE shop SET search_path = app, public;
CREATE TABLE public.one (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE public.t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION public.touch() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO public.one VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET v = one.v + 1;
END $$;
CREATE FUNCTION app.touch() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    NULL;
END $$;
CREATE FUNCTION public.p(a integer, b integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM touch();
    IF (SELECT v FROM public.t WHERE id = a) > 0 THEN
        UPDATE public.t SET v = 0 WHERE id = b;
    END IF;
END $$;
