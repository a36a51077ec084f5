-- why: all that is read and changes is the account's row, which every posting changes
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE batch (id integer PRIMARY KEY, account integer NOT NULL, amount integer NOT NULL);

CREATE FUNCTION post(a integer) RETURNS void
LANGUAGE sql AS $$
    UPDATE account SET balance = balance + x.amount
        FROM (SELECT account, sum(amount) AS amount FROM batch GROUP BY account) x
        WHERE account.id = x.account AND account.id = a;
$$;
