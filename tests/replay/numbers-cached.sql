CREATE TABLE ticket (id serial PRIMARY KEY, n int);

-- At one snapshot a transaction, a larger number that is seen was drawn before this one: a plain sequence gives none.
CREATE FUNCTION take(amount int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    k int;
    c bigint;
BEGIN
    INSERT INTO ticket (n) VALUES (amount) RETURNING id INTO k;
    SELECT count(*) INTO c FROM ticket WHERE id > k;
    RETURN c;
END $$;
