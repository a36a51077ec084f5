-- level: postgresql/repeatable-read
-- never: safe
-- why: the condition is on one number and what is assigned another: the row that one counts, the other moves away
CREATE TABLE seat (id integer PRIMARY KEY, taken integer NOT NULL);
CREATE TABLE tally (id integer PRIMARY KEY, n bigint NOT NULL);
CREATE PROCEDURE move(p integer, q integer) LANGUAGE plpgsql AS $$
DECLARE v bigint;
BEGIN
    SELECT n INTO v FROM tally WHERE id = p;
    UPDATE seat SET id = q, taken = taken + v WHERE id = p OR id = q;
END $$;
CREATE PROCEDURE count_seats(p integer) LANGUAGE plpgsql AS $$
DECLARE v bigint;
BEGIN
    SELECT count(*) INTO v FROM seat WHERE id = p;
    UPDATE tally SET n = v WHERE id = p;
END $$;
