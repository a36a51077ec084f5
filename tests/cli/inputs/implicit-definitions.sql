CREATE TYPE span AS RANGE (subtype = bigint);
CREATE TABLE counter (id bigint PRIMARY KEY, n bigint NOT NULL);
CREATE PUBLICATION counters FOR TABLE counter;
CREATE FOREIGN DATA WRAPPER files;
CREATE SERVER here FOREIGN DATA WRAPPER files;
CREATE USER MAPPING FOR PUBLIC SERVER here;
CREATE OPERATOR FAMILY family USING btree;
SECURITY LABEL ON TABLE counter IS 'plain';
-- name: Get :one
SELECT n FROM counter WHERE id = $1;
-- name: mixed
BEGIN;
UPDATE counter SET n = n + 1 WHERE id = 1;
CREATE TYPE other AS RANGE (subtype = integer);
COMMIT;
