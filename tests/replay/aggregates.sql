-- A user-defined aggregate: what it makes of the rows is written, and the rows depend on that.
CREATE TABLE mark (id integer PRIMARY KEY, label text NOT NULL);
CREATE TABLE summary (id integer PRIMARY KEY, labels text NOT NULL);
CREATE FUNCTION add_label(state text, label text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT state || label $$;
CREATE AGGREGATE joined (text) (SFUNC = add_label, STYPE = text, INITCOND = '');
CREATE PROCEDURE summarise() LANGUAGE sql AS $$
    UPDATE summary SET labels = (SELECT joined(label ORDER BY id) FROM mark) WHERE id = 1 $$;
CREATE PROCEDURE relabel(p_id integer) LANGUAGE sql AS $$
    UPDATE mark SET label = (SELECT labels FROM summary WHERE id = 1) WHERE id = p_id $$;
