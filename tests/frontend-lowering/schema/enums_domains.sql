CREATE TYPE mood AS ENUM ('glad', 'sad');
CREATE DOMAIN amount AS numeric(12, 2) CHECK (value >= 0);
CREATE TABLE feeling (id integer PRIMARY KEY, how mood NOT NULL DEFAULT 'glad', much amount);
CREATE FUNCTION p(a integer, m mood) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
h mood;
BEGIN
SELECT how INTO h FROM feeling WHERE id = a;
IF h = 'sad' AND m = 'glad'::mood THEN
UPDATE feeling SET how = m, much = 2 WHERE id = a AND how = 'sad';
END IF;
INSERT INTO feeling (id) VALUES (a + 1);
END; $$;
