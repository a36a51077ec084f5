CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE b numeric;
BEGIN
INSERT INTO acc AS x (id, owner, bal) VALUES (a, 'x', 1) ON CONFLICT ON CONSTRAINT acc_pkey DO UPDATE
 SET bal = x.bal + excluded.bal, owner = excluded.owner WHERE x.kind = 'plain' RETURNING bal INTO b;
UPDATE acc SET bal = b WHERE id = 0;
END;
$$;
