CREATE TABLE reading (id integer PRIMARY KEY, v integer NOT NULL);
CREATE TABLE latest AS
SELECT id, max(v) AS v
FROM (
    SELECT id, v FROM reading
    UNION ALL
    SELECT id, 0 FROM reading)
GROUP BY id;
ALTER TABLE latest ADD PRIMARY KEY (id);

CREATE PROCEDURE sum_up(p_id integer) LANGUAGE plpgsql AS $$
DECLARE
    v_kind text = 'a' -- one constant
        -- in two parts
        'b';
    v_sum integer;
BEGIN
    SELECT count(*) INTO v_sum FROM (SELECT v FROM reading WHERE id = p_id), (VALUES (1)), latest z WHERE z.missing = 1;
    IF v_kind = 'ab' THEN
        UPDATE latest SET v = v_sum WHERE id = p_id;
    END IF;
END $$;
