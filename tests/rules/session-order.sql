-- level: strong-session-snapshot-isolation
-- with: undecided
-- without: safe
-- sessions: yes
-- why: A copy that has read the second cell before it is written comes before the writer. The session of the writer then reads the first cell as it is before the copy's commit. Without sessions the reader goes in front of the copy; with sessions it follows the writer.
CREATE TABLE first (id int PRIMARY KEY, v int NOT NULL);
CREATE TABLE second (id int PRIMARY KEY, v int NOT NULL);

CREATE PROCEDURE copy() LANGUAGE sql AS $$ UPDATE first SET v = (SELECT v FROM second WHERE id = 1) WHERE id = 1; $$;

CREATE PROCEDURE write_second(p int) LANGUAGE sql AS $$ UPDATE second SET v = p WHERE id = 1; $$;

CREATE FUNCTION read_first() RETURNS int LANGUAGE sql AS $$ SELECT v FROM first WHERE id = 1; $$;
