-- level: postgresql/read-committed
-- with: safe
-- without: unsafe
-- why: An order is refused if its customer has a reminder: another one may come meanwhile.

CREATE TABLE reminder (id integer PRIMARY KEY, customer integer NOT NULL);
CREATE TABLE refusal (id integer PRIMARY KEY, customer integer NOT NULL);

CREATE PROCEDURE refuse(which integer, who integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM reminder WHERE customer = who;
    IF FOUND THEN
        INSERT INTO refusal VALUES (which, who);
    END IF;
END $$;

CREATE FUNCTION remind(new_id integer, who integer, which integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO reminder VALUES (new_id, who);
    RETURN EXISTS (SELECT FROM refusal WHERE id = which);
END $$;
