-- why: a trigger that stamps a row later than its stamp before only computes a value: the UPDATE stays one statement, whichever condition finds its rows
-- postgresql/read-committed: unsafe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE document (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    body       text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION stamp() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := CASE WHEN OLD.updated_at >= now()
                           THEN OLD.updated_at + interval '1 millisecond' ELSE now() END;
    RETURN NEW;
END;
$$;

CREATE TRIGGER stamp BEFORE UPDATE ON document FOR EACH ROW EXECUTE FUNCTION stamp();

CREATE PROCEDURE replace_body(p_old text, p_new text)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE document SET body = p_new WHERE body = p_old;
END;
$$;
