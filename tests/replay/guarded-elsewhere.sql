-- Tasks are named by a list of messages. They start only in a run and a step that have started, and whose counts are
-- known then. A worker is registered.
CREATE TABLE worker (id uuid PRIMARY KEY);
CREATE TABLE flow (slug text PRIMARY KEY, attempts integer NOT NULL DEFAULT 3);
CREATE TABLE step (
    flow  text REFERENCES flow,
    slug  text,
    kind  text NOT NULL CHECK (kind IN ('single', 'map')),
    unmet text NOT NULL CHECK (unmet IN ('fail', 'skip', 'cascade')),
    PRIMARY KEY (flow, slug)
);
CREATE TABLE run (
    id        uuid PRIMARY KEY,
    flow      text NOT NULL REFERENCES flow,
    status    text NOT NULL CHECK (status IN ('started', 'failed', 'completed')),
    completed timestamptz,
    failed    timestamptz,
    CHECK (completed IS NULL OR status = 'completed'),
    CHECK (failed IS NULL OR status = 'failed')
);
CREATE TABLE state (
    flow      text NOT NULL,
    run       uuid REFERENCES run,
    step      text,
    status    text NOT NULL CHECK (status IN ('created', 'started', 'completed', 'failed', 'skipped')),
    remaining integer,
    initial   integer CHECK (initial >= 0),
    reason    text,
    CHECK (status <> 'completed' OR remaining = 0),
    CHECK (remaining IS NULL OR status NOT IN ('created', 'skipped')),
    CHECK (status <> 'started' OR initial IS NOT NULL),
    CHECK ((status = 'skipped') = (reason IS NOT NULL)),
    PRIMARY KEY (run, step),
    FOREIGN KEY (flow, step) REFERENCES step
);
CREATE TABLE task (
    flow    text NOT NULL REFERENCES flow,
    run     uuid NOT NULL REFERENCES run,
    step    text NOT NULL,
    number  integer,
    message bigint,
    status  text NOT NULL CHECK (status IN ('queued', 'started', 'completed', 'failed')),
    result  jsonb,
    started timestamptz,
    worker  uuid REFERENCES worker,
    CHECK (result IS NULL OR status IN ('completed', 'failed')),
    PRIMARY KEY (run, step, number),
    FOREIGN KEY (run, step) REFERENCES state
);

CREATE FUNCTION start_tasks(p_flow text, p_messages bigint[], p_worker uuid) RETURNS SETOF bigint LANGUAGE sql AS $$
    WITH found AS (
        SELECT task.flow, task.run, task.step, task.number, task.message
        FROM task JOIN run r ON r.id = task.run
        WHERE task.flow = p_flow AND task.message = ANY (p_messages) AND task.status = 'queued' AND r.status = 'started'
            AND EXISTS (SELECT 1 FROM state WHERE state.run = task.run AND state.step = task.step
                            AND state.status = 'started')
    ),
    changed AS (
        UPDATE task SET status = 'started', started = now(), worker = p_worker
        FROM found
        WHERE task.message = found.message AND task.flow = found.flow AND task.status = 'queued'
    ),
    -- never run: it does not matter that it cannot be run in memory
    per_message AS (
        SELECT unnest(array_agg(found.message)) FROM found
    )
    SELECT found.message FROM found JOIN step ON step.flow = found.flow AND step.slug = found.step
$$;
