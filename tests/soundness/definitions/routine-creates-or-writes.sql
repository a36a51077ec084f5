-- level: postgresql/read-committed
-- never: safe
-- why: files run the routine for what it makes, but with other arguments it writes, as the application asks it to
CREATE TABLE t (id integer PRIMARY KEY, v integer NOT NULL);
CREATE FUNCTION job(kind text, k integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF kind = 'install' THEN
        EXECUTE 'CREATE TABLE installed (id integer)';
    ELSE
        UPDATE t SET v = (SELECT v + 1 FROM t WHERE id = k) WHERE id = k;
    END IF;
END $$;
SELECT job('install', 0);
