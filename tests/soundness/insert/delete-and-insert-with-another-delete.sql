-- level: postgresql/read-committed
-- never: safe
-- why: a third one makes room: replace has found no row, another replace and a removal come in between, and its INSERT succeeds
CREATE TABLE setting (name integer PRIMARY KEY, value integer NOT NULL);
CREATE TABLE removed (name integer PRIMARY KEY, times integer NOT NULL);
CREATE PROCEDURE replace(p_name integer, p_value integer) LANGUAGE plpgsql AS $$
DECLARE n integer;
BEGIN
    DELETE FROM setting WHERE name = p_name;
    SELECT times INTO n FROM removed WHERE name = p_name;
    INSERT INTO setting VALUES (p_name, p_value + coalesce(n, 0));
END $$;
CREATE PROCEDURE remove(p_name integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE removed SET times = times + 1 WHERE name = p_name;
    DELETE FROM setting WHERE name = p_name;
END $$;
