-- why: an amount that is read, added to and written back is lost without a lock; composite types of a schema, whole rows as JSON and uuid-ossp's keys run in memory
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE EXTENSION "uuid-ossp" WITH SCHEMA public;
CREATE SCHEMA app;
SET search_path TO app, public;
CREATE TYPE amount AS (val bigint, frac int);
CREATE TABLE account (id int PRIMARY KEY, balance amount NOT NULL);
CREATE TABLE log (id uuid PRIMARY KEY DEFAULT uuid_generate_v4(), was jsonb NOT NULL);

CREATE FUNCTION credit(a int, n amount) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    was jsonb;
    b amount;
BEGIN
    SELECT to_jsonb(c.*), (c.balance).val, (c.balance).frac INTO was, b.val, b.frac FROM account c WHERE id = a;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    b.val := b.val + n.val;
    UPDATE account SET balance = b WHERE id = a;
    INSERT INTO log (was) VALUES (was);
END $$;
