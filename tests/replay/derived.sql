CREATE TABLE doc (id integer PRIMARY KEY, n integer NOT NULL, data jsonb, tags text[], at timestamptz, day date, code text);

CREATE PROCEDURE by_field(p integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT n INTO v FROM doc WHERE id = p AND data->>'status' = 'open' AND data->'owner'->>'name' = 'ann';
    IF FOUND THEN UPDATE doc SET n = v + 1 WHERE id = p; END IF;
END $$;

CREATE PROCEDURE by_tag(p integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT n INTO v FROM doc WHERE id = p AND tags @> ARRAY['red', 'new'] AND n <> ALL ('{40,50}');
    IF FOUND THEN UPDATE doc SET n = v + 1 WHERE id = p; END IF;
END $$;

CREATE PROCEDURE by_time(p integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT n INTO v FROM doc WHERE id = p AND at < now() - interval '30 days' AND extract(year FROM day) = 2019;
    IF FOUND THEN UPDATE doc SET n = v + 1 WHERE id = p; END IF;
END $$;

CREATE PROCEDURE by_pattern(p integer) LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT n INTO v FROM doc WHERE id = p AND code SIMILAR TO '(inv|ord)%';
    IF FOUND THEN UPDATE doc SET n = v + 1 WHERE id = p; END IF;
END $$;
