-- Voter, after the benchmark of that name in OLTP-Bench (Difallah, Pavlo, Curino & Cudré-Mauroux, VLDB 2013): a telephone
-- votes at most so many times.

CREATE TABLE votes (
    vote_id    integer PRIMARY KEY,
    phone      integer NOT NULL,
    contestant integer NOT NULL
);

CREATE PROCEDURE vote(p_id integer, p_phone integer, p_contestant integer, p_most integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_votes bigint;
BEGIN
    SELECT count(*) INTO v_votes FROM votes WHERE phone = p_phone;
    IF v_votes < p_most THEN
        INSERT INTO votes (vote_id, phone, contestant) VALUES (p_id, p_phone, p_contestant);
    END IF;
END;
$$;
