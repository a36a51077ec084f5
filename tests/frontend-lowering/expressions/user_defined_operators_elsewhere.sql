CREATE FUNCTION rich(a numeric, b numeric) RETURNS boolean LANGUAGE sql AS $$ SELECT a > b AND EXISTS (SELECT FROM ord WHERE qty > a) $$;
CREATE OPERATOR >>> (LEFTARG = numeric, RIGHTARG = numeric, FUNCTION = rich);
CREATE FUNCTION of_list(a integer) RETURNS void LANGUAGE sql AS $$ UPDATE acc SET note = 'x' WHERE bal >>> ANY (ARRAY[1, 2]) $$;
CREATE FUNCTION of_query(a integer) RETURNS void LANGUAGE sql AS $$ UPDATE acc SET note = 'x' WHERE bal >>> ANY (SELECT price FROM line) $$;
CREATE FUNCTION order_by(a integer) RETURNS void LANGUAGE sql AS $$ SELECT id FROM acc ORDER BY bal USING >>> $$;
CREATE FUNCTION of_rows(a integer) RETURNS void LANGUAGE sql AS $$ UPDATE acc SET note = 'x' WHERE (bal, id) >>> (1, 2) $$;
CREATE FUNCTION without(a integer) RETURNS void LANGUAGE sql AS $$ UPDATE acc SET note = 'x' WHERE (id, kind) = (1, 'y') AND id IN (1, 2) $$;
CREATE FUNCTION in_recursion(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN PERFORM in_recursion(a - 1), bal >>> ANY (SELECT price FROM line) FROM acc; END $$;
