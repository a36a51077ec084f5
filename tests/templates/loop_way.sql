-- A loop that is all of a way of \if, and a loop around one: its mark stands before \if, \else and \endif.
CREATE TABLE seat (id bigint PRIMARY KEY, state text NOT NULL, holder bigint);
-- name: release
-- assume: way_1 = (:rows_of_1 > 0) (11 of 11, and in none of the 34 others)
BEGIN;
-- isoproof: row count in rows_of_1
-- params: holder
SELECT id FROM seat WHERE holder = $1;
\if :way_1
-- isoproof: loop over seat_id bigint
-- params: seat_id
UPDATE seat SET state = 'free' WHERE id = $1;
-- isoproof: end loop
\else
-- isoproof: loop over seat_id_2 bigint
-- params: seat_id_2
DELETE FROM seat WHERE id = $1;
-- isoproof: end loop
\endif
COMMIT;
-- name: hold
BEGIN;
-- isoproof: loop over wanted bigint
\if :asked
-- params: wanted
UPDATE seat SET state = 'held' WHERE id = $1;
\endif
-- isoproof: end loop
COMMIT;
