-- A row that is made up breaks all of the CHECKs on its texts at once; and a running job has no result yet.
CREATE TABLE job (
    id      integer PRIMARY KEY,
    state   text NOT NULL CHECK (state IN ('waiting', 'running', 'done')),
    kind    text NOT NULL CHECK (kind IN ('single', 'batch')),
    queue   text NOT NULL CHECK (queue IN ('fast', 'slow')),
    on_fail text NOT NULL CHECK (on_fail IN ('stop', 'skip')),
    worker  integer,
    result  jsonb,
    failure text,
    ended   timestamptz,
    CHECK (result IS NULL OR state = 'done'),
    CHECK (failure IS NULL OR state = 'done'),
    CHECK (ended IS NULL OR state = 'done')
);

CREATE FUNCTION start_job(p_id integer, p_worker integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    v job;
BEGIN
    SELECT * INTO v FROM job WHERE id = p_id;
    IF v.state <> 'waiting' THEN
        RETURN jsonb_build_object('taken', true);
    END IF;
    UPDATE job SET state = 'running', worker = p_worker WHERE id = p_id;
    RETURN jsonb_build_object('kind', v.kind, 'queue', v.queue, 'on_fail', v.on_fail);
END;
$$;
