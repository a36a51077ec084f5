CREATE TABLE total (id integer PRIMARY KEY, n bigint NOT NULL);
CREATE TABLE entry (id integer PRIMARY KEY, total_id integer NOT NULL, x integer NOT NULL);
CREATE FUNCTION add_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_n bigint;
BEGIN
  SELECT n INTO v_n FROM total WHERE id = NEW.total_id;
  UPDATE total SET n = v_n + NEW.x WHERE id = NEW.total_id;
  RETURN NULL;
END $$;
CREATE TRIGGER add_up AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION add_up();
CREATE PROCEDURE add_entry(p_id integer, p_total integer, p_x integer) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entry VALUES (p_id, p_total, p_x);
END $$;
