-- SmallBank: Alomari, Cahill, Fekete & Röhm, "The Cost of Serializability on
-- Platforms That Use Snapshot Isolation" (ICDE 2008), section III. Customers are
-- found by name; each has a savings and a checking account. Reads and writes are
-- separate statements wherever the transaction is described that way.

CREATE TABLE account (
    name   varchar(64) PRIMARY KEY,
    custid integer NOT NULL UNIQUE
);

CREATE TABLE savings (
    custid integer PRIMARY KEY REFERENCES account (custid),
    bal    numeric(12, 2) NOT NULL
);

CREATE TABLE checking (
    custid integer PRIMARY KEY REFERENCES account (custid),
    bal    numeric(12, 2) NOT NULL
);

-- Bal: the total of a customer's two accounts.
CREATE FUNCTION balance(p_name varchar) RETURNS numeric
LANGUAGE plpgsql AS $$
DECLARE
    v_custid   account.custid%TYPE;
    v_savings  savings.bal%TYPE;
    v_checking checking.bal%TYPE;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_name;
    END IF;

    SELECT bal INTO v_savings FROM savings WHERE custid = v_custid;
    SELECT bal INTO v_checking FROM checking WHERE custid = v_custid;
    RETURN v_savings + v_checking;
END;
$$;

-- DC: a deposit, which must not be negative.
CREATE PROCEDURE deposit_checking(p_name varchar, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_custid account.custid%TYPE;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_name;
    END IF;
    IF p_amount < 0 THEN
        RAISE EXCEPTION 'cannot deposit %', p_amount;
    END IF;

    UPDATE checking SET bal = bal + p_amount WHERE custid = v_custid;
END;
$$;

-- TS: a deposit to or a withdrawal from the savings, which must stay covered.
CREATE PROCEDURE transact_savings(p_name varchar, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_custid  account.custid%TYPE;
    v_savings savings.bal%TYPE;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_name;
    END IF;

    SELECT bal INTO v_savings FROM savings WHERE custid = v_custid;
    IF v_savings + p_amount < 0 THEN
        RAISE EXCEPTION 'the savings of % do not cover %', p_name, p_amount;
    END IF;

    UPDATE savings SET bal = v_savings + p_amount WHERE custid = v_custid;
END;
$$;

-- Am: moves all the funds of one customer into the checking account of another.
CREATE PROCEDURE amalgamate(p_from varchar, p_to varchar)
LANGUAGE plpgsql AS $$
DECLARE
    v_from     account.custid%TYPE;
    v_to       account.custid%TYPE;
    v_savings  savings.bal%TYPE;
    v_checking checking.bal%TYPE;
BEGIN
    SELECT custid INTO v_from FROM account WHERE name = p_from;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_from;
    END IF;
    SELECT custid INTO v_to FROM account WHERE name = p_to;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_to;
    END IF;

    SELECT bal INTO v_savings FROM savings WHERE custid = v_from;
    SELECT bal INTO v_checking FROM checking WHERE custid = v_from;

    UPDATE savings SET bal = 0 WHERE custid = v_from;
    UPDATE checking SET bal = 0 WHERE custid = v_from;
    UPDATE checking SET bal = bal + v_savings + v_checking WHERE custid = v_to;
END;
$$;

-- WC: a cheque is drawn on the total of both accounts; a penalty of 1 is charged
-- if they do not cover it.
CREATE PROCEDURE write_check(p_name varchar, p_amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_custid   account.custid%TYPE;
    v_savings  savings.bal%TYPE;
    v_checking checking.bal%TYPE;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no customer named %', p_name;
    END IF;

    SELECT bal INTO v_savings FROM savings WHERE custid = v_custid;
    SELECT bal INTO v_checking FROM checking WHERE custid = v_custid;

    IF v_savings + v_checking < p_amount THEN
        UPDATE checking SET bal = v_checking - (p_amount + 1) WHERE custid = v_custid;
    ELSE
        UPDATE checking SET bal = v_checking - p_amount WHERE custid = v_custid;
    END IF;
END;
$$;
