-- why: ORMs fetch the one row of a key with a LIMIT, which has no effect: the row is locked as it is without
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE customer (id bigint PRIMARY KEY, open boolean NOT NULL);
CREATE TABLE purse (
    id bigint PRIMARY KEY,
    number text NOT NULL UNIQUE,
    customer bigint NOT NULL REFERENCES customer,
    cents bigint NOT NULL
);

CREATE FUNCTION withdraw(purse_id bigint, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_cents bigint;
BEGIN
    SELECT cents INTO v_cents FROM purse WHERE id = purse_id ORDER BY cents LIMIT 21 FOR UPDATE;
    UPDATE purse SET cents = v_cents - amount WHERE id = purse_id;
END $$;

CREATE FUNCTION deposit(purse_number text, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_cents bigint;
BEGIN
    SELECT p.cents INTO v_cents FROM purse p JOIN customer c ON c.id = p.customer
        WHERE p.number = purse_number FETCH FIRST 1 ROW ONLY FOR NO KEY UPDATE OF p;
    UPDATE purse SET cents = v_cents + amount WHERE number = purse_number;
END $$;

CREATE FUNCTION show(purse_id bigint) RETURNS bigint LANGUAGE sql AS $$
    SELECT cents FROM purse WHERE id = purse_id LIMIT ALL FOR SHARE;
$$;
