-- level: postgresql/read-committed
-- never: safe
-- why: two statements with ON CONFLICT look at two times: the row that one inserts the other one may find taken away
CREATE TABLE mark (page integer, reader integer, PRIMARY KEY (page, reader));
CREATE TABLE page (id integer PRIMARY KEY, marks integer NOT NULL);
CREATE FUNCTION set_both(p integer, q integer, r integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n integer := 0;
BEGIN
    INSERT INTO mark VALUES (p, r) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN n := 1; END IF;
    INSERT INTO mark VALUES (q, r) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN n := n + 10; END IF;
    UPDATE page SET marks = n WHERE id = r;
END $$;
CREATE FUNCTION move(p integer, q integer, r integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM mark WHERE page = p AND reader = r;
    INSERT INTO mark VALUES (q, r) ON CONFLICT DO NOTHING;
END $$;
