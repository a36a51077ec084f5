CREATE TABLE a (id integer PRIMARY KEY, n integer);
CREATE TABLE b (id integer PRIMARY KEY, a_id integer REFERENCES a ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE c (id integer PRIMARY KEY, b_id integer REFERENCES b ON DELETE SET NULL);
CREATE TABLE d (id integer PRIMARY KEY, a_id integer REFERENCES a);
CREATE FUNCTION del(x integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM a WHERE id = x; $$;
CREATE FUNCTION upd(x integer) RETURNS void LANGUAGE sql AS $$ UPDATE a SET n = x WHERE id = x; UPDATE a SET id = x + 1 WHERE id = x; $$;
CREATE TABLE p (x integer, y integer, PRIMARY KEY (x, y));
CREATE TABLE q (id integer PRIMARY KEY, x integer, y integer, FOREIGN KEY (x, y) REFERENCES p ON DELETE SET NULL (y) ON UPDATE SET NULL);
CREATE FUNCTION del_pair(a integer, b integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM p WHERE x = a AND y = b; $$;
