-- why: a helper puts its parameter into the text of an EXECUTE as a name, and all calls give it constants: its text is one of two
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE statistics (day date PRIMARY KEY, payment_count int NOT NULL, refund_count int NOT NULL);

CREATE PROCEDURE count_one(kind text, d date) LANGUAGE plpgsql AS $$
DECLARE
    query text;
BEGIN
    query := format('INSERT INTO statistics AS s (day, payment_count, refund_count) VALUES ($1, 0, 0) '
        'ON CONFLICT (day) DO UPDATE SET %1$I_count = s.%1$I_count + 1', kind);
    EXECUTE query USING d;
END $$;

CREATE PROCEDURE pay(d date) LANGUAGE plpgsql AS $$
BEGIN
    CALL count_one('payment', d);
END $$;

CREATE PROCEDURE refund(d date) LANGUAGE plpgsql AS $$
BEGIN
    CALL count_one(kind => 'refund', d => d);
END $$;
