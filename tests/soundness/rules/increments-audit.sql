-- level: read-atomic
-- never: safe
-- why: the rule makes each transaction increment one row of audit, too: lost update
CREATE TABLE a(id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE audit(id int PRIMARY KEY, v int NOT NULL);
CREATE RULE r AS ON UPDATE TO a DO ALSO UPDATE audit SET v = audit.v + 1 WHERE id = 1;
CREATE FUNCTION f(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN UPDATE a SET v = 0 WHERE id = p_id; END $$;
