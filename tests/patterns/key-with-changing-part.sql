-- why: the key's other columns are those of the row that is changed: the check of its new value looks at no other item's rows
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE stock (item integer, quantity integer, PRIMARY KEY (item, quantity));
CREATE TABLE taken (item integer PRIMARY KEY, quantity integer NOT NULL);

CREATE PROCEDURE take(i integer, n integer) LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT quantity INTO v FROM stock WHERE item = i;
    UPDATE stock SET quantity = v - n WHERE item = i;
END $$;
CREATE PROCEDURE note(i integer) LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT quantity INTO v FROM stock WHERE item = i;
    UPDATE taken SET quantity = v WHERE item = i;
END $$;
