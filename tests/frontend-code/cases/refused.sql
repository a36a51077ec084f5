-- What is not run, with the reason and its place.
-- also: truncates
CREATE TABLE t (id integer PRIMARY KEY, v integer);
CREATE TABLE audited (id integer);
CREATE TABLE part (id integer) PARTITION BY RANGE (id);
CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (1) TO (10);
CREATE TABLE secured (id integer);
CREATE TABLE excluded_t (id integer, EXCLUDE USING gist (id WITH =));
CREATE TABLE partial (id integer);
CREATE UNIQUE INDEX ON partial (id) WHERE id > 0;
ALTER TABLE secured ENABLE ROW LEVEL SECURITY; CREATE POLICY hides ON secured USING (false);
CREATE FUNCTION fires() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER trig BEFORE INSERT ON audited FOR EACH ROW EXECUTE FUNCTION fires();

CREATE PROCEDURE dynamic(a text) LANGUAGE plpgsql AS $$ BEGIN EXECUTE a; END $$;
CREATE PROCEDURE windows() LANGUAGE plpgsql AS $$ BEGIN PERFORM sum(v) OVER (ORDER BY id ROWS 1 PRECEDING) FROM t; END $$;
CREATE PROCEDURE recursive() LANGUAGE plpgsql AS
$$ BEGIN PERFORM 1 FROM (WITH RECURSIVE r AS (SELECT 1 UNION SELECT * FROM r LIMIT 5) SELECT * FROM r) x; END $$;
CREATE PROCEDURE cursors() LANGUAGE plpgsql AS $$ DECLARE c refcursor; BEGIN OPEN c FOR SELECT nextval('s'); END $$;
CREATE PROCEDURE trigger_writes() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO audited VALUES (1); END $$;
CREATE PROCEDURE trigger_spared() LANGUAGE plpgsql AS $$ BEGIN DELETE FROM audited; END $$;
CREATE PROCEDURE partitions() LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE part_1; END $$;
CREATE PROCEDURE row_security() LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM secured; END $$;
CREATE PROCEDURE exclusion() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO excluded_t VALUES (1); END $$;
CREATE PROCEDURE partial_index() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO partial VALUES (1); END $$;
CREATE PROCEDURE ungrouped() LANGUAGE plpgsql AS $$ BEGIN PERFORM id, v FROM t GROUP BY v; END $$;
CREATE PROCEDURE nowhere() LANGUAGE plpgsql AS $$ BEGIN SELECT 1; END $$;
CREATE PROCEDURE unknown_name() LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET v = nowhere_defined; END $$;
CREATE PROCEDURE unknown_table() LANGUAGE plpgsql AS $$ BEGIN DELETE FROM nothing; END $$;
CREATE PROCEDURE writing_with() LANGUAGE plpgsql AS
$$ DECLARE i integer; BEGIN SELECT count(*) INTO i FROM (WITH d AS (DELETE FROM t RETURNING id) SELECT * FROM d) x; END $$;
CREATE PROCEDURE assigns_column() LANGUAGE plpgsql AS $$ BEGIN v := 1; END $$;
CREATE PROCEDURE exits() LANGUAGE plpgsql AS $$ BEGIN EXIT; END $$;
CREATE PROCEDURE truncates() LANGUAGE plpgsql AS $$ BEGIN TRUNCATE t; END $$;
CREATE PROCEDURE calls_it() LANGUAGE plpgsql AS $$ BEGIN CALL truncates(); END $$;
CREATE FUNCTION in_c() RETURNS integer LANGUAGE c AS 'x';
CREATE PROCEDURE not_parsed() LANGUAGE plpgsql AS $$ BEGIN SELEC 1; END $$;
CREATE FUNCTION length(a text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE PROCEDURE uses_length() LANGUAGE plpgsql AS $$ BEGIN PERFORM length('a'); END $$;
BEGIN; ALTER TABLE t ADD COLUMN w integer; UPDATE t SET v = 1; COMMIT;
BEGIN; SET LOCAL timezone = 'UTC'; COMMIT;
BEGIN; SELECT :"x" FROM t; COMMIT;
BEGIN; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; SAVEPOINT a; UPDATE t SET v = -2147483648; COMMIT;
