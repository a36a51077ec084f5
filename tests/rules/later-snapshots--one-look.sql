-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: a transaction that has found the mark that another one has set again had seen the one before it taken away

CREATE TABLE page (id integer PRIMARY KEY, marks integer NOT NULL);
CREATE TABLE mark (page integer, reader integer, PRIMARY KEY (page, reader));
CREATE FUNCTION set_mark(p integer, r integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO mark VALUES (p, r) ON CONFLICT DO NOTHING;
    IF FOUND THEN
        UPDATE page SET marks = marks + 1 WHERE id = p;
    END IF;
END $$;
CREATE FUNCTION take_away(p integer, r integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM mark WHERE page = p AND reader = r;
    IF FOUND THEN
        UPDATE page SET marks = marks - 1 WHERE id = p;
    END IF;
END $$;
