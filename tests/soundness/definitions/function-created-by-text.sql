-- level: postgresql/repeatable-read
-- never: safe
-- why: one text makes the function and its trigger
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t WHERE id <> NEW.id) = 0 THEN
        RAISE EXCEPTION 'none left';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION add_guard(relation text) RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
    EXECUTE format($text$
        CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM guard_of(NEW.id);
            RETURN NEW;
        END $$;
        CREATE TRIGGER guard BEFORE UPDATE ON %2$I FOR EACH ROW EXECUTE FUNCTION %1$I()
    $text$, 'guard_' || relation, relation);
END $body$;
CREATE FUNCTION guard_of(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t WHERE id <> k) = 0 THEN
        RAISE EXCEPTION 'none left';
    END IF;
END $$;
SELECT add_guard('t');
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = k;
END $$;
