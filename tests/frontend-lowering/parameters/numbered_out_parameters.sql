-- In PL/pgSQL $n counts all parameters, in SQL those that are in.
CREATE FUNCTION p(a integer, OUT b integer, c integer, OUT d integer) LANGUAGE plpgsql AS $$
BEGIN
    $2 := $3 + 1;
    $4 := $2;
    UPDATE acc SET bal = $3 WHERE id = $4;
END $$;
CREATE FUNCTION q(a integer, OUT b integer, c integer) LANGUAGE sql AS $$
    UPDATE acc SET bal = $2 WHERE id = $1 RETURNING 5
$$;
