CREATE FUNCTION p(a integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
WITH RECURSIVE below AS (
  SELECT id, acc_id FROM ord WHERE id = a
  UNION ALL SELECT o.id, o.acc_id FROM ord o JOIN below b ON o.acc_id = b.id WHERE o.qty > 0)
SELECT count(*) INTO n FROM below;
WITH RECURSIVE below AS (
  SELECT id FROM ord WHERE id = a
  UNION SELECT o.id FROM ord o, below b WHERE o.acc_id = b.id AND o.qty > 0)
DELETE FROM line USING below WHERE line.ord_id = below.id AND line.no = 1;
WITH RECURSIVE plain AS (SELECT bal FROM acc WHERE id = a) SELECT bal INTO n FROM plain;
RETURN n;
END;
$$;
