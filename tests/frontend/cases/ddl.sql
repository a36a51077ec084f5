CREATE TYPE mood AS ENUM ('ok', 'bad');
CREATE DOMAIN money_ AS numeric(10,2);
CREATE TABLE child (
    id serial, parent_id int REFERENCES parent, other text,
    m mood DEFAULT 'ok', price money_ CHECK (price > 0), at timestamptz DEFAULT now(), tags text[],
    flag boolean NOT NULL DEFAULT true, gone int, big bigint GENERATED ALWAYS AS IDENTITY,
    UNIQUE (other, m), CONSTRAINT odd CHECK (id <> 3 AND (gone > 1)));
CREATE TABLE IF NOT EXISTS child (nothing int);
CREATE TABLE public.parent (id int PRIMARY KEY, u uuid UNIQUE);
ALTER TABLE ONLY child ADD CONSTRAINT child_pk PRIMARY KEY (id);
ALTER TABLE child DROP COLUMN gone, ADD COLUMN late date NOT NULL DEFAULT '2020-01-01';
ALTER TABLE child ADD FOREIGN KEY (other) REFERENCES elsewhere (x), ALTER other SET NOT NULL;
CREATE UNIQUE INDEX one ON child (late, flag);
CREATE UNIQUE INDEX two ON child (lower(other));
CREATE UNIQUE INDEX three ON child (other) WHERE flag;
CREATE TABLE app.x (a int, b int, PRIMARY KEY (a, b));
CREATE TABLE dropped (a int); DROP TABLE dropped;
ALTER TABLE app.x RENAME COLUMN b TO bb;
ALTER TABLE missing ADD COLUMN a int;
CREATE VIEW v AS SELECT * FROM child;
CREATE TRIGGER tr BEFORE INSERT OR UPDATE ON child FOR EACH ROW EXECUTE FUNCTION f();
CREATE RULE r AS ON INSERT TO parent DO ALSO (DELETE FROM app.x; DELETE FROM child);
ALTER TABLE child ADD PRIMARY KEY (nope);
CREATE TABLE sorted (UNIQUE (b), a int UNIQUE, id int UNIQUE PRIMARY KEY, b int UNIQUE, UNIQUE (a), UNIQUE (b, a));
CREATE UNIQUE INDEX ON sorted (a, b);
ALTER TABLE sorted ADD UNIQUE (id, a), ADD c int UNIQUE, ALTER b TYPE bigint;
CREATE TABLE likened (x int, LIKE sorted INCLUDING INDEXES, UNIQUE (x));
