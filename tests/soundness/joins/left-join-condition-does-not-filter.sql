-- level: postgresql/repeatable-read
-- never: safe
-- why: ON of a LEFT JOIN does not say what its left side's column is: every account's entries are summed
CREATE TABLE account (id integer PRIMARY KEY, total integer NOT NULL);
CREATE TABLE entry (id integer PRIMARY KEY, account integer NOT NULL, amount integer NOT NULL);
CREATE TABLE mark (id integer PRIMARY KEY, account integer NOT NULL);
CREATE FUNCTION sums(p integer) RETURNS void LANGUAGE sql AS $$
    UPDATE account SET total = (SELECT coalesce(sum(amount), 0) FROM entry WHERE entry.account = a.id)
        FROM account a LEFT JOIN mark m ON m.account = a.id AND a.id = p WHERE account.id = a.id;
$$;
CREATE FUNCTION enters(k integer, a integer, m integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO entry VALUES (k, a, (SELECT total FROM account WHERE id = a));
END $$;
