-- A module as projects deploy it: it is no program.
BEGIN;
CREATE TABLE IF NOT EXISTS module (name text PRIMARY KEY, loaded boolean NOT NULL);
CREATE OR REPLACE FUNCTION load_module(m text) RETURNS void LANGUAGE sql AS $$
    UPDATE module SET loaded = true WHERE name = m
$$;
UPDATE module SET loaded = true WHERE name = 'orders';
COMMIT;
-- name: named
BEGIN;
CREATE OR REPLACE FUNCTION other() RETURNS int LANGUAGE sql AS 'SELECT 1';
UPDATE module SET loaded = true WHERE name = 'other';
COMMIT;
-- What is made for the session alone, or may be there already, is part of a program.
BEGIN;
CREATE TABLE IF NOT EXISTS seen (id int PRIMARY KEY);
INSERT INTO seen VALUES (:a);
COMMIT;
BEGIN;
CREATE TEMP TABLE picked (id int);
DELETE FROM module WHERE name = :b;
COMMIT;
