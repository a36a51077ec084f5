CREATE MATERIALIZED VIEW totals (who, total) AS SELECT owner, sum(bal) FROM acc WHERE kind = 'x' GROUP BY owner;
CREATE UNIQUE INDEX ON totals (who);
CREATE TABLE made AS SELECT a.id, o.*, 'x'::text AS mark, count(*) FROM acc a JOIN ord o ON o.acc_id = a.id;
CREATE FUNCTION refreshes() RETURNS void LANGUAGE plpgsql AS $$ BEGIN REFRESH MATERIALIZED VIEW totals; END; $$;
CREATE FUNCTION reads(a text) RETURNS numeric LANGUAGE sql AS $$ SELECT total FROM totals WHERE who = a $$;
CREATE FUNCTION writes() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE made SET mark = 'y', qty = 0 WHERE count > 3; END; $$;
