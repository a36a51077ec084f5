INSERT INTO account VALUES ('alice', 1), ('bob', 2);
INSERT INTO savings VALUES (1, 100), (2, 200);
INSERT INTO checking VALUES (1, 10), (2, 20);

DO $$
BEGIN
    ASSERT balance('alice') = 110, 'balance';
    CALL deposit_checking('alice', 5);
    ASSERT (SELECT bal FROM checking WHERE custid = 1) = 15, 'deposit';
    CALL transact_savings('alice', -40);
    ASSERT (SELECT bal FROM savings WHERE custid = 1) = 60, 'savings';
    CALL write_check('alice', 75);
    ASSERT (SELECT bal FROM checking WHERE custid = 1) = -60, 'covered cheque';
    CALL write_check('alice', 1);
    ASSERT (SELECT bal FROM checking WHERE custid = 1) = -62, 'cheque with penalty';
    CALL amalgamate('bob', 'alice');
    ASSERT balance('bob') = 0 AND balance('alice') = 218, 'amalgamate';

    BEGIN
        CALL transact_savings('alice', -61);
        ASSERT false, 'overdrawn savings were accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    BEGIN
        CALL deposit_checking('alice', -1);
        ASSERT false, 'a negative deposit was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    BEGIN
        PERFORM balance('carol');
        ASSERT false, 'an unknown name was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    ASSERT balance('alice') = 218, 'nothing changed by what was refused';
END;
$$;
