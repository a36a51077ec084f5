CREATE TABLE place (id integer PRIMARY KEY, code text UNIQUE, a integer, b integer, UNIQUE (a, b));
CREATE TABLE item (id integer PRIMARY KEY, place integer REFERENCES place, home integer REFERENCES place ON DELETE CASCADE, away integer REFERENCES place ON DELETE CASCADE, way integer, FOREIGN KEY (way) REFERENCES place ON DELETE CASCADE);
ALTER TABLE item ADD FOREIGN KEY (way) REFERENCES place ON DELETE SET NULL;
CREATE TABLE a_table_with_a_name_that_is_rather_long (id integer PRIMARY KEY, and_a_column_that_is_no_less_long_than_it integer REFERENCES place);
-- goes, and home stays
ALTER TABLE item DROP CONSTRAINT item_away_fkey;
-- the second of that name
ALTER TABLE item DROP CONSTRAINT item_way_fkey1;
ALTER TABLE a_table_with_a_name_that_is_rather_long DROP CONSTRAINT a_table_with_a_name_that_is_r_and_a_column_that_is_no_less_fkey;
ALTER TABLE place DROP CONSTRAINT place_a_b_key;
ALTER TABLE item ALTER CONSTRAINT item_place_fkey DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE item ALTER CONSTRAINT item_nowhere_fkey DEFERRABLE;
CREATE FUNCTION removes(p integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM place WHERE id = p $$;
CREATE FUNCTION adds(p integer, q integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO item VALUES (p, q, NULL, q, NULL) $$;
CREATE FUNCTION places(p integer, q integer) RETURNS void LANGUAGE sql AS $$ UPDATE place SET code = 'x', a = q WHERE id = p $$;
CREATE FUNCTION longs(p integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO a_table_with_a_name_that_is_rather_long VALUES (p, p) $$;
