-- Numbers of sequences that are compared by order or calculated with, and others that only name rows.
CREATE TABLE job (id bigserial PRIMARY KEY, state text NOT NULL, CHECK (id > 0));
CREATE TABLE note (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job bigint REFERENCES job);
CREATE TABLE given (id int PRIMARY KEY, n int);
CREATE TABLE counted (id int PRIMARY KEY, n int NOT NULL);

CREATE FUNCTION before_it() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    k bigint;
    c bigint;
BEGIN
    INSERT INTO job (state) VALUES ('new') RETURNING id INTO k;
    SELECT count(*) INTO c
    FROM job
    WHERE state = 'new' AND id < k;
    RETURN c;
END $$;

CREATE FUNCTION latest() RETURNS text LANGUAGE sql AS $$ SELECT state FROM job ORDER BY id DESC LIMIT 1 $$;

CREATE FUNCTION after_first() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN nextval('note_id_seq') > 1;
END $$;

CREATE FUNCTION one_before() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    k bigint;
    c bigint;
BEGIN
    INSERT INTO job (state) VALUES ('new') RETURNING id INTO k;
    SELECT count(*) INTO c FROM job WHERE id = k - 1;
    RETURN c = 1;
END $$;

CREATE FUNCTION apart() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    k bigint := nextval('note_id_seq');
BEGIN
    RETURN nextval('note_id_seq') - k;
END $$;

CREATE FUNCTION every_other() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN mod(nextval('note_id_seq'), 2) = 0;
END $$;

CREATE FUNCTION by_name(k bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    s text;
BEGIN
    INSERT INTO job (state) VALUES ('new');
    INSERT INTO note (job) VALUES (currval('job_id_seq'));
    UPDATE job SET state = 'done' WHERE id = k;
    SELECT string_agg(state, ' ') INTO s FROM job JOIN note ON note.job = job.id WHERE note.id IN (k, 1);
    PERFORM * FROM note ORDER BY id;
    RETURN s;
END $$;

CREATE FUNCTION of_given(k int) RETURNS int LANGUAGE sql AS $$ SELECT n FROM given WHERE id < k ORDER BY id LIMIT 1 $$;

CREATE FUNCTION as_counted() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    k bigint := nextval('note_id_seq');
    c int;
BEGIN
    UPDATE counted SET n = n + 1 WHERE id = 1 RETURNING n INTO c;
    RETURN k = c;
END $$;

CREATE FUNCTION among_counted() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    c int;
BEGIN
    UPDATE counted SET n = n + 1 WHERE id = 1 RETURNING n INTO c;
    RETURN nextval('note_id_seq') IN (c, 7);
END $$;

CREATE FUNCTION by_case() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    k bigint := nextval('note_id_seq');
    c int;
BEGIN
    UPDATE counted SET n = n + 1 WHERE id = 1 RETURNING n INTO c;
    RETURN CASE k WHEN c THEN 1 ELSE 0 END;
END $$;

CREATE FUNCTION not_distinct_from_counted() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    k bigint := nextval('note_id_seq');
    c int;
BEGIN
    UPDATE counted SET n = n + 1 WHERE id = 1 RETURNING n INTO c;
    RETURN nullif(c, 9) IS NOT DISTINCT FROM k;
END $$;

CREATE FUNCTION own_key() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    k bigint;
    other bigint;
    s text;
BEGIN
    INSERT INTO job (state) VALUES ('new') RETURNING id INTO k;
    INSERT INTO job (state) VALUES ('new') RETURNING id INTO other;
    IF k <> other THEN
        SELECT state INTO s FROM job WHERE id = k;
    END IF;
    RETURN s;
END $$;

-- A trigger that only computes values leaves no statement of its own; its comparison is with the column.
CREATE TABLE page (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL, late boolean NOT NULL);

CREATE FUNCTION mark_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.late := OLD.id > 100;
    RETURN NEW;
END;
$$;

CREATE TRIGGER mark_late BEFORE UPDATE ON page FOR EACH ROW EXECUTE FUNCTION mark_late();

CREATE PROCEDURE add_page(p_body text) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO page (body, late) VALUES (p_body, false);
END;
$$;

CREATE PROCEDURE set_body(p_id bigint, p_body text) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE page SET body = p_body WHERE id = p_id;
END;
$$;
