CREATE TABLE item (id int PRIMARY KEY, amount int NOT NULL, name text);

-- Approximated: nothing is known of XML. Called twice by restock.
CREATE FUNCTION rename(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE item SET name = xmlelement(name tag, name)::text WHERE id = p_id;
END $$;

CREATE FUNCTION restock(p_id int, p_other int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE item SET amount = amount + 1 WHERE id = p_id;
    PERFORM rename(p_id);
    PERFORM rename(p_other);
END $$;

CREATE FUNCTION take(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF p_id > 0 THEN
        UPDATE item SET amount = amount - 1 WHERE id = p_id;
    END IF;
END $$;

CREATE FUNCTION anything(p_what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE item SET amount = 0 WHERE id = 1;
    EXECUTE 'DELETE FROM ' || p_what;
END $$;

CREATE FUNCTION broken(p_id int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE item SET amount = WHERE id = p_id;
END $$;

-- No trigger runs it.
CREATE FUNCTION never_fired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO item VALUES (1, 1, NULL);
    RETURN NEW;
END $$;

CREATE FUNCTION other_language(int) RETURNS int LANGUAGE plpython3u AS $$ return 1 $$;

-- Replaced by what follows.
CREATE FUNCTION look() RETURNS int LANGUAGE sql AS $$ SELECT count(*)::int FROM item FOR SHARE $$;
CREATE OR REPLACE FUNCTION look() RETURNS int LANGUAGE sql AS $$ SELECT max(id) FROM item $$;

BEGIN;
DELETE FROM item WHERE id = :x;
COMMIT;
