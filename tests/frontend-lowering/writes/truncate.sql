CREATE FUNCTION empties(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
TRUNCATE log, ord CASCADE;
END; $$;
CREATE FUNCTION empties_own(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
CREATE TEMPORARY TABLE mine (id integer) ON COMMIT DROP;
TRUNCATE mine;
UPDATE acc SET bal = 0 WHERE id = a;
END; $$;
CREATE FUNCTION fails(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
TRUNCATE acc;
END; $$;
CREATE TABLE split (id integer) PARTITION BY RANGE (id);
CREATE TABLE split1 PARTITION OF split FOR VALUES FROM (0) TO (9);
CREATE TABLE above (id integer);
CREATE TABLE below () INHERITS (above);
CREATE FUNCTION empties_part(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
TRUNCATE split1;
END; $$;
CREATE FUNCTION empties_families(a integer) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
TRUNCATE split, above;
TRUNCATE ONLY above;
RETURN (SELECT count(*) FROM below);
END; $$;
CREATE FUNCTION may_fail(a integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
SELECT count(*) INTO n FROM log;
TRUNCATE log;
RETURN n;
EXCEPTION WHEN others THEN
RETURN 0;
END; $$;
