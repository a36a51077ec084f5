CREATE TABLE session (id int PRIMARY KEY, places int NOT NULL);
CREATE TABLE question (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	session_id int NOT NULL REFERENCES session,
	author text NOT NULL
);
-- name: ask
INSERT INTO question (session_id, author)
SELECT $1, $2 WHERE (SELECT count(*) FROM question WHERE session_id = $1 AND author = $2) < $3;
