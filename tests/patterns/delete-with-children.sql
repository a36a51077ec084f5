-- why: children, then their parent are deleted; what is added and taken away again in between is missing in any case
-- postgresql/read-committed: benign
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE purchase (id bigint PRIMARY KEY, status text NOT NULL);
CREATE TABLE line (
    id       bigint PRIMARY KEY,
    purchase bigint NOT NULL REFERENCES purchase (id) DEFERRABLE INITIALLY DEFERRED,
    amount   integer NOT NULL
);

CREATE PROCEDURE drop_purchase(p_id bigint)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM line WHERE purchase = p_id;
    DELETE FROM purchase WHERE id = p_id;
END;
$$;

CREATE PROCEDURE add_line(p_id bigint, p_purchase bigint, p_amount integer)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO line (id, purchase, amount) VALUES (p_id, p_purchase, p_amount);
END;
$$;

CREATE PROCEDURE take_line(p_id bigint)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM line WHERE id = p_id;
END;
$$;
