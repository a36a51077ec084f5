CREATE VIEW rich (number, money, twice) AS SELECT id, bal, bal * 2 FROM acc WHERE bal > 100;
CREATE VIEW richer AS SELECT number AS n, money AS m FROM rich r WHERE money > 1000 WITH CHECK OPTION;
CREATE VIEW grouped AS SELECT kind, sum(bal) AS total FROM acc GROUP BY kind;
CREATE VIEW joined AS SELECT o.id, a.bal FROM ord o JOIN acc a ON a.id = o.acc_id;
CREATE VIEW same AS SELECT id, owner, bal FROM acc;
ALTER VIEW same ALTER COLUMN owner SET DEFAULT 'nobody';
CREATE FUNCTION change(a integer) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE x numeric;
BEGIN
  UPDATE richer SET m = m + 1 WHERE n = a RETURNING m INTO x;
  RETURN x;
END;
$$;
CREATE FUNCTION remove(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM rich r WHERE r.twice = a; END; $$;
CREATE FUNCTION add(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO richer VALUES (a, 2000); INSERT INTO same (id, bal) VALUES (a, 1); END; $$;
CREATE FUNCTION upsert(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO same (id, bal) VALUES (a, 1) ON CONFLICT (id) DO UPDATE SET bal = same.bal + excluded.bal; END; $$;
CREATE FUNCTION joins() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE joined SET bal = 1; END; $$;
CREATE FUNCTION groups() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM grouped; END; $$;
CREATE FUNCTION computed() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE rich SET twice = 1; END; $$;
CREATE FUNCTION other(a integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE richer SET m = o.qty FROM ord o WHERE o.acc_id = n AND o.id = a; END; $$;
