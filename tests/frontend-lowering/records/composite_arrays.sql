CREATE TYPE move AS (source integer, target integer, amount numeric);
CREATE FUNCTION p(VARIADIC moves move[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE m move; all_of move[]; f integer;
BEGIN
FOREACH m IN ARRAY moves LOOP
 UPDATE acc SET bal = bal - m.amount WHERE id = m.source;
 UPDATE acc SET bal = bal + m.amount WHERE id = m.target;
END LOOP;
UPDATE acc SET kind = 'first' WHERE id = (moves[1]).source;
SELECT u.source INTO f FROM unnest(moves) u WHERE u.amount > 0;
UPDATE acc SET kind = 'some' WHERE id = f;
all_of[1] := m;
UPDATE acc SET kind = 'last' WHERE id = (all_of[1]).source;
END;
$$;
CREATE FUNCTION q(a integer, b integer) RETURNS void LANGUAGE sql AS $$
 SELECT p((a, b, 10)::move, (b, a, 5)::move)
$$;
