-- level: postgresql/repeatable-read
-- never: safe
-- why: CALL creates the trigger, with an argument by name, in a routine that another one calls
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(v) FROM t WHERE id <> NEW.id) = 0 THEN
        RAISE EXCEPTION 'none left';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION run_trigger(relation text, does text DEFAULT 'guard') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION %I()', does || '_x', relation, does);
END $$;
CREATE PROCEDURE add_guards(prefix text, suffix text) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM run_trigger(relation => prefix || suffix);
END $$;
CALL add_guards(suffix => '', prefix => 't');
CREATE FUNCTION p(k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = 0 WHERE id = k;
END $$;
