-- INSERT, UPDATE, DELETE with all that belongs to them.
CREATE TABLE p (id serial PRIMARY KEY, code text UNIQUE, n integer DEFAULT 1 + 1, CONSTRAINT positive CHECK (n > 0));
CREATE TABLE k (id integer, p_id integer REFERENCES p ON DELETE CASCADE, twice integer GENERATED ALWAYS AS (id * 2) STORED,
  at timestamptz DEFAULT now(), UNIQUE (id, p_id));

CREATE FUNCTION writes(a integer, b text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record; i integer; s text;
BEGIN
  INSERT INTO p DEFAULT VALUES RETURNING id INTO i;
  INSERT INTO p (code) SELECT w.b FROM (VALUES ('x'), (writes.b)) AS w(b) ON CONFLICT DO NOTHING;
  INSERT INTO p AS target (code, n) VALUES (writes.b, a) ON CONFLICT (code) DO UPDATE
    SET n = target.n + excluded.n, code = DEFAULT WHERE target.n < 10 RETURNING * INTO r;
  INSERT INTO k VALUES (1, i), (2, (SELECT max(id) FROM p)) ON CONFLICT ON CONSTRAINT k_id_p_id_key DO NOTHING;
  UPDATE p SET (code, n) = (SELECT 'c', count(*) FROM k WHERE p_id = p.id), id = DEFAULT FROM k q
    WHERE q.p_id = p.id AND q.id = a RETURNING p.n, q.id INTO r;
  UPDATE p u SET (code, n) = (b, DEFAULT) WHERE u.id = ANY (SELECT id FROM k);
  DELETE FROM k USING p WHERE p.id = k.p_id AND p.code = b RETURNING k.id INTO STRICT i;
  WITH old AS (SELECT id FROM p WHERE n = 0) DELETE FROM p USING old WHERE p.id = old.id;
  WITH new AS (SELECT 5 AS v) INSERT INTO p (n) SELECT v FROM new;
  FOR r IN DELETE FROM k RETURNING id, p_id LOOP s := r.id; END LOOP;
  GET DIAGNOSTICS i = ROW_COUNT;
END $$;

-- CHECK OPTION
CREATE TABLE held (id integer PRIMARY KEY, n integer, m integer);
CREATE VIEW held_n AS SELECT * FROM held WHERE n < 10;
CREATE VIEW held_local AS SELECT * FROM held_n WHERE m < 10 WITH LOCAL CHECK OPTION;
CREATE VIEW held_above AS SELECT * FROM held_local WHERE id > 0 WITH CHECK OPTION;
CREATE VIEW held_query AS SELECT * FROM held WHERE n IN (SELECT id FROM held) WITH CHECK OPTION;
CREATE PROCEDURE into_held() LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO held_local VALUES (1, 1, 1);
    UPDATE held_above SET n = 1;
    DELETE FROM held_above;
    INSERT INTO held_n VALUES (1, 1, 1);
    INSERT INTO held_query VALUES (1, 1, 1);
END $$;
