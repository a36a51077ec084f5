CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 r record; q acc%ROWTYPE;
BEGIN
SELECT * INTO r FROM acc WHERE id = a;
IF r IS NULL THEN RETURN; END IF;
q := r;
INSERT INTO acc VALUES (r.*);
UPDATE acc SET bal = q.bal WHERE id = r.id;
END;
$$;
