-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a lock on the hash of a text that is not NULL is a lock

CREATE TABLE doctor (id integer PRIMARY KEY, on_call boolean NOT NULL);
CREATE PROCEDURE leave(x integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('doctor'));
    IF (SELECT count(*) FROM doctor WHERE on_call) >= 2 THEN
        UPDATE doctor SET on_call = false WHERE id = x;
    END IF;
END $$;
