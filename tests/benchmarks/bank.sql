INSERT INTO account VALUES (1, 'alice', 60), (2, 'alice', 50), (3, 'bob', 0);

DO $$
BEGIN
    CALL withdraw('alice', 1, 100);
    ASSERT (SELECT balance FROM account WHERE id = 1) = -40, 'overdrawn but covered';
    CALL transfer(2, 3, 20);
    ASSERT (SELECT array_agg(balance ORDER BY id) FROM account) = ARRAY[-40, 30, 20]::numeric[], 'transfer';
    BEGIN
        CALL withdraw('alice', 1, 1);
        ASSERT false, 'a withdrawal without cover was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
    BEGIN
        CALL transfer(3, 2, 21);
        ASSERT false, 'a transfer without cover was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
END;
$$;
