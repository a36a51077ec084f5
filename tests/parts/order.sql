-- what loses a row's value comes before what only reads two states, and both before what is harmless
CREATE TABLE item (id int PRIMARY KEY, stock int NOT NULL, title text NOT NULL);

CREATE FUNCTION retitle(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    old text;
BEGIN
    SELECT title INTO old FROM item WHERE id = p;
    UPDATE item SET title = 'x' WHERE id = p;
END $$;

CREATE FUNCTION two_looks(p int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    first int;
    second int;
BEGIN
    SELECT stock INTO first FROM item WHERE id = p;
    SELECT stock INTO second FROM item WHERE id = p;
    RETURN second - first;
END $$;

CREATE FUNCTION sell(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    left_over int;
BEGIN
    SELECT stock INTO left_over FROM item WHERE id = p;
    UPDATE item SET stock = left_over - 1 WHERE id = p;
END $$;
