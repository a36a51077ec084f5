INSERT INTO account VALUES (1, 100);

DO $$
BEGIN
    ASSERT withdraw(1, 60), 'covered';
    ASSERT NOT withdraw(1, 60), 'not covered';
    ASSERT NOT withdraw(2, 1), 'no such account';
    ASSERT (SELECT balance FROM account) = 40, 'balance';
END;
$$;
