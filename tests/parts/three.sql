-- Two of these three may run together, not all: each writes what the next one reads.
CREATE TABLE flag (name text PRIMARY KEY, value int NOT NULL);

CREATE FUNCTION a_from_b() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE flag SET value = (SELECT value FROM flag WHERE name = 'b') WHERE name = 'a';
END $$;

CREATE FUNCTION b_from_c() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE flag SET value = (SELECT value FROM flag WHERE name = 'c') WHERE name = 'b';
END $$;

CREATE FUNCTION c_from_a() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE flag SET value = (SELECT value FROM flag WHERE name = 'a') WHERE name = 'c';
END $$;
