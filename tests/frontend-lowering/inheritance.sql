CREATE TABLE gold (rate integer) INHERITS (acc);
CREATE TABLE whole (id integer PRIMARY KEY, v integer) PARTITION BY RANGE (id);
CREATE TABLE part PARTITION OF whole FOR VALUES FROM (0) TO (10);
CREATE FUNCTION parent(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM acc WHERE id = a; END; $$;
CREATE FUNCTION partitioned(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM whole WHERE id = a; END; $$;
CREATE FUNCTION partition() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM part; END; $$;
