CREATE FUNCTION tenant() RETURNS integer LANGUAGE sql STABLE AS $$ SELECT current_setting('app.tenant')::integer $$;
CREATE FUNCTION knows(o integer) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT EXISTS (SELECT FROM log WHERE id = o) $$;
CREATE POLICY own ON acc USING (acc.owner = current_user OR id IN (SELECT acc_id FROM ord WHERE qty > 0));
ALTER POLICY own ON acc USING (kind = 'open');
ALTER TABLE acc ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON ord FOR ALL TO clerks USING (qty = tenant()) WITH CHECK (knows(acc_id));
ALTER TABLE ord ENABLE ROW LEVEL SECURITY;
CREATE POLICY itself ON line USING (EXISTS (SELECT FROM line l WHERE l.ord_id = line.ord_id));
ALTER TABLE line ENABLE ROW LEVEL SECURITY;
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
PERFORM 1 FROM acc x WHERE id = a FOR UPDATE;
UPDATE ord SET qty = qty + 1 WHERE id = a;
INSERT INTO ord (acc_id) VALUES (a);
DELETE FROM line USING log WHERE ord_id = log.id;
END;
$$;
CREATE FUNCTION recursive(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
PERFORM recursive(a - 1);
UPDATE acc SET bal = 0 WHERE id = a;
END;
$$;
CREATE TABLE secret (id integer PRIMARY KEY, v integer);
CREATE POLICY seen ON secret USING (EXISTS (SELECT FROM log WHERE log.id = secret.id)) WITH CHECK (v > 0);
ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
CREATE FUNCTION upserts(a integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO secret VALUES (a, 1) ON CONFLICT (id) DO UPDATE SET v = 2 $$;
