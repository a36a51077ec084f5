CREATE TABLE doctor (id int PRIMARY KEY, on_call boolean NOT NULL);
-- name: leave
-- assume: id_2 = id (9 of 9)
-- assume: way_1 = (:row_1_on_call = 't') (9 of 9, and in none of the 9 others)
BEGIN;
-- params: id
SELECT on_call FROM doctor WHERE id = $1 \gset row_1_
\if :way_1
-- params: id_2
UPDATE doctor SET on_call = false WHERE id = $1;
\endif
COMMIT;
-- name: come_back
-- assume: id_2 = id (9 of 9)
-- assume: way_1 = (:row_1_on_call = 't') (9 of 9, and in none of the 9 others)
BEGIN;
-- params: id
SELECT on_call FROM doctor WHERE id = $1 \gset row_1_
\if :way_1
\else
-- params: id_2
UPDATE doctor SET on_call = true WHERE id = $1;
\endif
COMMIT;
