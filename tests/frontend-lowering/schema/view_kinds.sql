CREATE VIEW rich (number, money) AS SELECT id, bal FROM acc WHERE bal > 100;
CREATE VIEW richer AS SELECT r.* FROM rich r WHERE money > 1000;
CREATE VIEW both_sides AS SELECT a.owner, l.* FROM acc a JOIN ord l ON l.acc_id = a.id;
CREATE VIEW sums AS SELECT acc_id, sum(qty) AS total FROM ord GROUP BY acc_id;
CREATE VIEW everyone AS SELECT id FROM acc UNION SELECT acc_id FROM ord;
CREATE VIEW itself AS SELECT 1 AS one;
CREATE OR REPLACE VIEW itself AS SELECT id AS one FROM acc;
CREATE FUNCTION nested(number integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE m integer;
BEGIN
  SELECT x.money INTO m FROM richer x WHERE x.number = 7;
  RETURN m;
END;
$$;
CREATE FUNCTION joined(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM qty FROM both_sides WHERE acc_id = a; END; $$;
CREATE FUNCTION total(a integer) RETURNS integer LANGUAGE sql AS $$ SELECT total FROM sums WHERE acc_id = a $$;
CREATE FUNCTION someone() RETURNS boolean LANGUAGE sql AS $$ SELECT EXISTS (SELECT FROM everyone e WHERE e.id = 3) $$;
CREATE FUNCTION locking(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM FROM rich WHERE number = a FOR UPDATE; END; $$;
CREATE FUNCTION replaced() RETURNS integer LANGUAGE sql AS $$ SELECT max(one) FROM itself $$;
