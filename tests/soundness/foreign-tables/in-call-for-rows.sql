-- level: postgresql/serializable
-- never: safe
-- why: far_limit() is called for rows, and reads a foreign table that hides the table of the same name
CREATE SCHEMA far;
CREATE TABLE rule (id integer PRIMARY KEY, most integer NOT NULL);
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FOREIGN TABLE far.rule (id integer NOT NULL, most integer NOT NULL) SERVER other;
CREATE FUNCTION far_limit(p integer) RETURNS integer LANGUAGE sql STABLE SET search_path = far, public AS
    'SELECT most FROM rule WHERE id = p';
CREATE FUNCTION count_over() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    RETURN count(*) FROM t WHERE v > far_limit(id);
END $$;
CREATE FUNCTION change(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE t SET v = v + 1 WHERE id = p;
END $$;
