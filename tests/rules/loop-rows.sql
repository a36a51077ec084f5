-- level: postgresql/serializable
-- with: safe
-- without: unsafe
-- why: two that clear the references to one worker have both deleted it, so the second is refused

CREATE TABLE workers (id bigint PRIMARY KEY, beat integer NOT NULL);
CREATE TABLE jobs (id bigint PRIMARY KEY, worker bigint REFERENCES workers (id) ON DELETE SET NULL);
CREATE PROCEDURE prune(oldest integer) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM workers WHERE beat < oldest;
END $$;
CREATE PROCEDURE note_beat(w bigint, now_is integer) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE workers SET beat = now_is WHERE id = w;
END $$;
