CREATE TABLE account (id integer PRIMARY KEY, points integer NOT NULL);
CREATE TABLE payment (id integer PRIMARY KEY, account integer NOT NULL, state text NOT NULL, amount numeric(10, 2) NOT NULL, day date NOT NULL);
CREATE TABLE revenue (day date PRIMARY KEY, amount numeric(12, 2) NOT NULL);

CREATE PROCEDURE pay(which integer) LANGUAGE plpgsql AS $$
DECLARE
    p payment%ROWTYPE;
BEGIN
    SELECT * INTO STRICT p FROM payment WHERE id = which;
    IF p.state <> 'new' THEN
        RAISE EXCEPTION 'payment % is %', which, p.state;
    END IF;
    UPDATE payment SET state = 'paid' WHERE id = which;
    UPDATE account SET points = points + floor(p.amount) WHERE id = p.account;
    INSERT INTO revenue VALUES (current_date, p.amount)
        ON CONFLICT (day) DO UPDATE SET amount = revenue.amount + excluded.amount;
END $$;

CREATE PROCEDURE rebuild() LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM revenue;
    INSERT INTO revenue SELECT day, sum(amount) FROM payment WHERE state = 'paid' GROUP BY 1;
END $$;

CREATE PROCEDURE change_0(which integer) LANGUAGE plpgsql AS $$
DECLARE
    p payment%ROWTYPE;
BEGIN
    SELECT * INTO STRICT p FROM payment WHERE id = which;
    IF p.state = 'new' THEN
        UPDATE payment SET amount = p.amount + 0 WHERE id = which;
        UPDATE account SET points = points - 0 WHERE id = p.account;
    END IF;
END $$;

CREATE PROCEDURE change_1(which integer) LANGUAGE plpgsql AS $$
DECLARE
    p payment%ROWTYPE;
BEGIN
    SELECT * INTO STRICT p FROM payment WHERE id = which;
    IF p.state = 'new' THEN
        UPDATE payment SET amount = p.amount + 1 WHERE id = which;
        UPDATE account SET points = points - 1 WHERE id = p.account;
    END IF;
END $$;

CREATE PROCEDURE change_2(which integer) LANGUAGE plpgsql AS $$
DECLARE
    p payment%ROWTYPE;
BEGIN
    SELECT * INTO STRICT p FROM payment WHERE id = which;
    IF p.state = 'new' THEN
        UPDATE payment SET amount = p.amount + 2 WHERE id = which;
        UPDATE account SET points = points - 2 WHERE id = p.account;
    END IF;
END $$;

CREATE PROCEDURE change_3(which integer) LANGUAGE plpgsql AS $$
DECLARE
    p payment%ROWTYPE;
BEGIN
    SELECT * INTO STRICT p FROM payment WHERE id = which;
    IF p.state = 'new' THEN
        UPDATE payment SET amount = p.amount + 3 WHERE id = which;
        UPDATE account SET points = points - 3 WHERE id = p.account;
    END IF;
END $$;

CREATE PROCEDURE change_4(which integer) LANGUAGE plpgsql AS $$
DECLARE
    p payment%ROWTYPE;
BEGIN
    SELECT * INTO STRICT p FROM payment WHERE id = which;
    IF p.state = 'new' THEN
        UPDATE payment SET amount = p.amount + 4 WHERE id = which;
        UPDATE account SET points = points - 4 WHERE id = p.account;
    END IF;
END $$;

CREATE PROCEDURE change_5(which integer) LANGUAGE plpgsql AS $$
DECLARE
    p payment%ROWTYPE;
BEGIN
    SELECT * INTO STRICT p FROM payment WHERE id = which;
    IF p.state = 'new' THEN
        UPDATE payment SET amount = p.amount + 5 WHERE id = which;
        UPDATE account SET points = points - 5 WHERE id = p.account;
    END IF;
END $$;
