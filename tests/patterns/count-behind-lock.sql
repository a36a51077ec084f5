-- why: lock the parent, count its children, add one: those of others do not matter; with one snapshot the count is too old
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE purchase (id bigint PRIMARY KEY);
CREATE TABLE line (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    purchase bigint NOT NULL REFERENCES purchase (id)
);

CREATE PROCEDURE add_line(p_purchase bigint)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM purchase WHERE id = p_purchase FOR UPDATE;
    IF (SELECT count(*) FROM line WHERE purchase = p_purchase) >= 10 THEN
        RAISE EXCEPTION 'purchase % is full', p_purchase;
    END IF;
    INSERT INTO line (purchase) VALUES (p_purchase);
END;
$$;

CREATE PROCEDURE take_line(p_id bigint)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM line WHERE id = p_id;
END;
$$;
