-- why: the trigger adds to the total in one statement, which re-reads the row once it is locked
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE total (id integer PRIMARY KEY, n bigint NOT NULL);
CREATE TABLE entry (id integer PRIMARY KEY, total_id integer NOT NULL, x integer NOT NULL, at timestamptz);

CREATE FUNCTION add_up() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE total SET n = n + NEW.x WHERE id = NEW.total_id;
    RETURN NULL;
END;
$$;
CREATE TRIGGER add_up AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION add_up();

CREATE FUNCTION stamp() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.at := now();
    RETURN NEW;
END;
$$;
CREATE TRIGGER stamp BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION stamp();

CREATE PROCEDURE add_entry(p_id integer, p_total integer, p_x integer)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO entry (id, total_id, x) VALUES (p_id, p_total, p_x);
END;
$$;
