-- level: postgresql/read-committed
-- never: safe
-- why: a value that one try has read is there for the next: v is 1 if the row was once seen with less than that
CREATE TABLE db (a integer PRIMARY KEY, b integer NOT NULL);

CREATE PROCEDURE enter(key integer, INOUT v integer) LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        SELECT coalesce(v, 0) + 1 INTO v FROM db WHERE a = key AND b > 5;
        IF found THEN
            RETURN;
        END IF;
        BEGIN
            INSERT INTO db (a, b) VALUES (key, 9);
            RETURN;
        EXCEPTION WHEN unique_violation THEN
            PERFORM 1 FROM db WHERE a = key FOR UPDATE;
            SELECT b INTO v FROM db WHERE a = key;
        END;
    END LOOP;
END;
$$;

CREATE PROCEDURE add(key integer, n integer) LANGUAGE sql AS $$ INSERT INTO db VALUES (key, n) $$;
CREATE PROCEDURE raise_all() LANGUAGE sql AS $$ UPDATE db SET b = b + 1 $$;
