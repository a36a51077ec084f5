-- level: strong-session-snapshot-isolation
-- with: safe
-- without: undecided
-- sessions: yes
-- proof: shortest-path
-- why: A path along one session has chords, since a later transaction follows all earlier ones. Transactions that have no dependencies would make long paths without any.
CREATE TABLE counter (id int PRIMARY KEY, n int NOT NULL);

CREATE TABLE title (id int PRIMARY KEY, words text NOT NULL);

CREATE PROCEDURE count_one() LANGUAGE sql AS $$ UPDATE counter SET n = n + 1 WHERE id = 1; $$;

CREATE FUNCTION title_of(p int) RETURNS text LANGUAGE sql AS $$ SELECT words FROM title WHERE id = p; $$;
