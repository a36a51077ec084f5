-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- why: a transaction that sees the mark of the insertion sees the inserted row, and does not read the copy: no read-only anomaly

CREATE TABLE t (id integer PRIMARY KEY);
CREATE TABLE u (id integer PRIMARY KEY, a integer NOT NULL);
CREATE TABLE w (id integer PRIMARY KEY, b integer NOT NULL);
CREATE PROCEDURE enter(x integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t (id) VALUES (x);
    UPDATE u SET a = 1 WHERE id = x;
END $$;
CREATE PROCEDURE copy(x integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT a INTO v FROM u WHERE id = x;
    UPDATE w SET b = v WHERE id = x;
END $$;
CREATE PROCEDURE report(x integer) LANGUAGE plpgsql AS $$
DECLARE v integer; c integer;
BEGIN
    SELECT a INTO v FROM u WHERE id = x;
    PERFORM 1 FROM t WHERE id = x;
    IF NOT FOUND THEN
        SELECT b INTO c FROM w WHERE id = x;
    END IF;
END $$;
