CREATE TABLE t (id int PRIMARY KEY, v int);
\set folder parts
\i :folder/one.sql
BEGIN;
\ir 'parts/two.sql'
COMMIT;
\i parts
\i nowhere.sql
\i ../definitions.c
\i parts/../../definitions.c
\i /etc/passwd
\include parts/loop.sql
\i :unknown.sql
\i
BEGIN; UPDATE t SET v = :set_there; COMMIT;
