CREATE FUNCTION p() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN REVERSE 1.. 2 LOOP
        UPDATE acc SET bal;
$$;
