CREATE TABLE a (id integer PRIMARY KEY, n integer);
CREATE TABLE b (id integer PRIMARY KEY, a_id integer REFERENCES a ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE c (id integer PRIMARY KEY, b_id integer REFERENCES b ON DELETE SET NULL);
CREATE TABLE d (id integer PRIMARY KEY, a_id integer REFERENCES a);
CREATE FUNCTION del(x integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM a WHERE id = x; $$;
CREATE FUNCTION upd(x integer) RETURNS void LANGUAGE sql AS $$ UPDATE a SET n = x WHERE id = x; UPDATE a SET id = x + 1 WHERE id = x; $$;
