-- Bal: the total of a customer's two accounts, in one statement.
CREATE FUNCTION balance(p_name varchar) RETURNS numeric
LANGUAGE plpgsql AS $$
DECLARE
    v_total numeric;
BEGIN
    SELECT s.bal + c.bal INTO v_total
      FROM account a
      JOIN savings s ON s.custid = a.custid
      JOIN checking c ON c.custid = a.custid
     WHERE a.name = p_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_name;
    END IF;
    RETURN v_total;
END;
$$;
