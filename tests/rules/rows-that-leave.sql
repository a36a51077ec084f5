-- level: postgresql/serializable
-- with: safe
-- without: unsafe
-- why: what another one closes has been closed with its own items, none of which this one looks for when it closes
-- another account: that they go unseen does not matter to it

CREATE TABLE account (id integer PRIMARY KEY, owner text);
CREATE TABLE item (id integer PRIMARY KEY, account integer REFERENCES account (id) ON DELETE CASCADE);
CREATE FUNCTION look_and_close(i integer, a integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    held integer;
BEGIN
    SELECT account INTO held FROM item WHERE id = i;
    DELETE FROM account WHERE id = a;
    RETURN held;
END $$;
CREATE PROCEDURE assign(i integer, a integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE item SET account = a WHERE id = i AND account IS NULL;
END $$;
