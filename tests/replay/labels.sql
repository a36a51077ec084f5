CREATE TYPE state AS ENUM ('waiting', 'running', 'done');
CREATE TYPE kind AS ENUM ('batch', 'single');
CREATE TABLE job (id int PRIMARY KEY, state state NOT NULL, kind kind NOT NULL, tries int NOT NULL);

CREATE PROCEDURE move(p_id int, p_from text, p_to text) LANGUAGE plpgsql AS $$
DECLARE
    v_state state;
BEGIN
    SELECT state INTO v_state FROM job WHERE id = p_id AND kind = 'single';
    IF v_state = p_from::state THEN
        UPDATE job SET state = p_to::state, tries = tries + 1 WHERE id = p_id;
    END IF;
END $$;

CREATE PROCEDURE rename(p_kinds text[], p_to text) LANGUAGE plpgsql AS $$
DECLARE
    v_tries int;
BEGIN
    SELECT max(tries) INTO v_tries FROM job WHERE kind = ANY (p_kinds::kind[]);
    UPDATE job SET kind = p_to::kind, tries = v_tries + 1 WHERE kind = ANY (p_kinds::kind[]);
END $$;
