-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a transaction that counts the jobs of one worker, whose row it has locked, need not come before a transaction that gives a free job to another worker

CREATE TABLE worker (id integer PRIMARY KEY);
CREATE TABLE job (id integer PRIMARY KEY, worker integer REFERENCES worker (id));
CREATE PROCEDURE give(which integer, who integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM worker WHERE id = who FOR UPDATE;
    IF (SELECT count(*) FROM job WHERE worker = who) < 10 THEN
        UPDATE job SET worker = who WHERE id = which AND worker IS NULL;
    END IF;
END $$;
