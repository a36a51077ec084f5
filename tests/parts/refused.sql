-- What a server refuses of these when many sessions call them on few rows, and of which it refuses nothing.
CREATE TABLE receipt (key int PRIMARY KEY, answer text NOT NULL);
CREATE TABLE payment (id bigserial PRIMARY KEY, amount int NOT NULL);
CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
CREATE TABLE hit (page int PRIMARY KEY, n int NOT NULL);
CREATE TABLE tag (id int PRIMARY KEY, name int NOT NULL UNIQUE);
CREATE TABLE parent (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE child (id bigserial PRIMARY KEY, parent int NOT NULL REFERENCES parent);
CREATE TABLE fixed (id int PRIMARY KEY, value int NOT NULL);

-- looks first; two calls that both find nothing insert the same key
CREATE FUNCTION pay(k int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    v text;
BEGIN
    SELECT answer INTO v FROM receipt WHERE key = k;
    IF FOUND THEN
        RETURN v;
    END IF;
    INSERT INTO payment (amount) VALUES (k);
    INSERT INTO receipt VALUES (k, 'ok');
    RETURN 'ok';
END $$;

CREATE FUNCTION forget(k int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM receipt WHERE key = k;
END $$;

-- locks two rows in the order of its arguments
CREATE FUNCTION transfer(a int, b int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance - 1 WHERE id = a;
    UPDATE account SET balance = balance + 1 WHERE id = b;
END $$;

-- one row alone is never in a deadlock
CREATE FUNCTION count_hit(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO hit VALUES (p, 1) ON CONFLICT (page) DO UPDATE SET n = hit.n + 1;
END $$;

CREATE FUNCTION grab(a int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    v int;
BEGIN
    SELECT balance INTO v FROM account WHERE id = a FOR UPDATE NOWAIT;
    RETURN v;
END $$;

-- a duplicate is taken, and so is nothing else
CREATE FUNCTION add_tag(i int, t int) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tag VALUES (i, t);
    RETURN true;
EXCEPTION WHEN unique_violation THEN
    RETURN false;
END $$;

-- takes it, and fails itself
CREATE FUNCTION insist(i int, t int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tag VALUES (i, t);
EXCEPTION WHEN unique_violation THEN
    RAISE;
END $$;

CREATE FUNCTION drop_tag(i int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM tag WHERE id = i;
END $$;

CREATE FUNCTION add_child(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO child (parent) VALUES (p);
    UPDATE parent SET n = n + 1 WHERE id = p;
END $$;

CREATE FUNCTION read_fixed(i int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    v int;
BEGIN
    SELECT value INTO v FROM fixed WHERE id = i;
    RETURN v;
END $$;
