\set app shop
\set v 5
\set who 'O''Neil'
\set col "Total"
CREATE TABLE :app.t (id int PRIMARY KEY, v int, "Total" int, _id int);
CREATE TABLE :"app".u (id int PRIMARY KEY);
CREATE TABLE :other.w (id int, note text);
CREATE FUNCTION :other.f(a int[], b int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  UPDATE :other.w SET note = 'x' WHERE id = a[1:b][1]; -- :no_variable
  RETURN b::int;
END $$;
-- name: constants
BEGIN;
UPDATE :app.t SET v = v + :v, :col = :'v' WHERE id = :id AND _id = :'who';
INSERT INTO :other.w VALUES (:id, :'who' || ':id');
\set v 6
UPDATE :app.t SET v = :v WHERE id = :id AND v[1:2] = :Id;
COMMIT;
-- name: set_anew
BEGIN;
SELECT v AS id FROM :app.t WHERE id = :id \gset
UPDATE :app.t SET v = :id WHERE id = :'id';
\unset id
DELETE FROM :app.t WHERE id = :id;
COMMIT;
-- name: known_conditions
BEGIN;
\if true
UPDATE :app.t SET v = 1;
\else
UPDATE :app.t SET v = 2;
\endif
\if :{?v} \if off
UPDATE :app.t SET v = 3;
\elif 1
UPDATE :app.t SET v = 4;
\elif :unknown
UPDATE :app.t SET v = 5;
\endif \endif
COMMIT;
-- name: unknown_conditions
BEGIN;
\set step 1
\if :flag
UPDATE :app.t SET v = :step WHERE id = :id;
\set step 2
\elif :{?late}
UPDATE :app.t SET v = :step WHERE id = :id;
\else
SELECT v AS seen FROM :app.t WHERE id = :id \gset
UPDATE :app.t SET v = :seen;
\endif
UPDATE :app.t SET v = :step;
\if `date`
DELETE FROM :app.t;
\endif
\copy shop.u from 'x.csv'
\echo done \with :it
SELECT 1 \; UPDATE :app.t SET v = 7;
COMMIT;
\if :flag
CREATE TABLE one (id int);
\endif
BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; UPDATE one SET id = 1; END;
SELECT 'x' \gexec
\else
\if :open
BEGIN;
\elif :x
\set stmt 'SELECT 1; SELECT 2'
:stmt;
UPDATE one SET id = 2;
COMMIT;
