CREATE TYPE urgency AS ENUM ('low', 'high');
CREATE TABLE task (id integer PRIMARY KEY, how urgency NOT NULL);
CREATE FUNCTION ordered(u urgency) RETURNS void LANGUAGE plpgsql AS $$
DECLARE least urgency := 'low';
BEGIN
DELETE FROM task WHERE how < u;
IF least >= 'high' OR u = least THEN DELETE FROM task WHERE how = u; END IF;
END;
$$;
