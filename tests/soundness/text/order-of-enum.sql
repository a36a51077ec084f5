-- level: postgresql/repeatable-read
-- never: safe
-- why: the order of an enum's values is not that of their texts, so that both conditions may hold at once
CREATE TYPE urgency AS ENUM ('low', 'high');
CREATE TABLE part (id integer PRIMARY KEY, n integer NOT NULL);

CREATE PROCEDURE swap(p_id integer, a urgency, b urgency) LANGUAGE plpgsql AS $$
DECLARE
    other integer;
BEGIN
    IF a < b AND NOT a::text < b::text THEN
        SELECT n INTO other FROM part WHERE id = 1 - p_id;
        UPDATE part SET n = other + 1 WHERE id = p_id;
    END IF;
END $$;
