-- SmallBank with each change of a balance in one UPDATE, as it is formalized by Vandevoort, Ketsman, Koch & Neven (VLDB
-- 2021): what a program then writes does not rest on what it read before.

CREATE TABLE account (name text PRIMARY KEY, custid integer NOT NULL UNIQUE);
CREATE TABLE savings (custid integer PRIMARY KEY REFERENCES account (custid), bal numeric NOT NULL);
CREATE TABLE checking (custid integer PRIMARY KEY REFERENCES account (custid), bal numeric NOT NULL);

CREATE FUNCTION balance(p_name text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    v_custid   integer;
    v_savings  numeric;
    v_checking numeric;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    SELECT bal INTO v_savings FROM savings WHERE custid = v_custid;
    SELECT bal INTO v_checking FROM checking WHERE custid = v_custid;
    RETURN v_savings + v_checking;
END;
$$;

CREATE PROCEDURE deposit_checking(p_name text, p_amount numeric) LANGUAGE plpgsql AS $$
DECLARE
    v_custid integer;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    UPDATE checking SET bal = bal + p_amount WHERE custid = v_custid;
END;
$$;

CREATE PROCEDURE transact_savings(p_name text, p_amount numeric) LANGUAGE plpgsql AS $$
DECLARE
    v_custid integer;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    UPDATE savings SET bal = bal + p_amount WHERE custid = v_custid;
END;
$$;

CREATE PROCEDURE amalgamate(p_from text, p_to text) LANGUAGE plpgsql AS $$
DECLARE
    v_from     integer;
    v_to       integer;
    v_savings  numeric;
    v_checking numeric;
BEGIN
    SELECT custid INTO v_from FROM account WHERE name = p_from;
    SELECT custid INTO v_to FROM account WHERE name = p_to;
    SELECT bal INTO v_savings FROM savings WHERE custid = v_from FOR NO KEY UPDATE;
    UPDATE savings SET bal = 0 WHERE custid = v_from;
    SELECT bal INTO v_checking FROM checking WHERE custid = v_from FOR NO KEY UPDATE;
    UPDATE checking SET bal = 0 WHERE custid = v_from;
    UPDATE checking SET bal = bal + v_savings + v_checking WHERE custid = v_to;
END;
$$;

CREATE PROCEDURE write_check(p_name text, p_amount numeric) LANGUAGE plpgsql AS $$
DECLARE
    v_custid   integer;
    v_savings  numeric;
    v_checking numeric;
BEGIN
    SELECT custid INTO v_custid FROM account WHERE name = p_name;
    SELECT bal INTO v_savings FROM savings WHERE custid = v_custid;
    SELECT bal INTO v_checking FROM checking WHERE custid = v_custid;
    IF v_savings + v_checking < p_amount THEN
        UPDATE checking SET bal = bal - (p_amount + 1) WHERE custid = v_custid;
    ELSE
        UPDATE checking SET bal = bal - p_amount WHERE custid = v_custid;
    END IF;
END;
$$;
