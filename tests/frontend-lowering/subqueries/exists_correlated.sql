CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
DELETE FROM acc WHERE kind = 'k' AND EXISTS (SELECT 1 FROM ord WHERE acc_id = acc.id AND qty > a);
DELETE FROM acc WHERE kind = 'k' AND NOT EXISTS (SELECT 1 FROM ord WHERE acc_id = acc.id AND qty > a);
END;
$$;
