CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
 x numeric;
BEGIN
UPDATE acc SET bal = (SELECT max(qty) FROM ord WHERE acc_id = a) WHERE id = a;
UPDATE acc SET bal = (SELECT sum(qty) FROM ord WHERE acc_id = acc.id) WHERE kind = 'k';
x := (SELECT bal FROM acc WHERE id = a);
IF (SELECT count(*) FROM line) > x THEN DELETE FROM log; END IF;
END;
$$;
