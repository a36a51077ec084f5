-- level: postgresql/read-committed
-- never: safe
-- why: every column of the row inserted comes from the function, its second one too, which says what is withdrawn
CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE task (id integer PRIMARY KEY, account integer DEFAULT 0);
CREATE PROCEDURE withdraw(p text) LANGUAGE plpgsql AS $$
DECLARE k integer; b integer;
BEGIN
    INSERT INTO task SELECT * FROM json_populate_record(NULL::task, p::json) RETURNING account INTO k;
    IF k <> 0 THEN
        SELECT balance INTO b FROM account WHERE id = k;
        UPDATE account SET balance = b - 1 WHERE id = k;
    END IF;
END $$;
