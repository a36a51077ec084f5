-- why: a coupon once used stays used, so the loser of the race fails
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE coupon (code text PRIMARY KEY, used boolean NOT NULL, amount numeric NOT NULL);
CREATE TABLE account (id integer PRIMARY KEY, balance numeric NOT NULL);
CREATE PROCEDURE redeem(p text, a integer) LANGUAGE plpgsql AS $$
DECLARE u boolean; v numeric;
BEGIN
    SELECT used, amount INTO u, v FROM coupon WHERE code = p;
    IF u THEN RAISE EXCEPTION 'used'; END IF;
    UPDATE coupon SET used = true WHERE code = p AND NOT used;
    IF NOT FOUND THEN RAISE EXCEPTION 'used'; END IF;
    UPDATE account SET balance = balance + v WHERE id = a;
END $$;
