-- One on part of the rows and one on an expression are no keys: a write reads whatever they could compare it with.
CREATE TABLE seat (id integer PRIMARY KEY, place integer NOT NULL, who text, free boolean NOT NULL);
CREATE UNIQUE INDEX ON seat (place) WHERE NOT free;
CREATE UNIQUE INDEX ON seat (lower(who));
CREATE FUNCTION p(a integer, w text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
UPDATE seat SET who = w, free = false WHERE id = a;
INSERT INTO seat VALUES (a + 1, 1, w, true);
END; $$;
