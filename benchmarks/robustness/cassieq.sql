-- The repository of a distributed queue (Brutschy et al., PLDI 2018, from an open-source project on Cassandra): a counter and
-- pointers for each queue, and messages in buckets, changed by compare-and-set on a version.

CREATE TABLE counter (
    queue_id text PRIMARY KEY,
    value    bigint NOT NULL
);

CREATE TABLE pointer (
    queue_id text,
    kind     text,
    value    bigint NOT NULL,
    PRIMARY KEY (queue_id, kind)
);

CREATE TABLE message (
    queue_id   text,
    bucket     bigint,
    number     bigint,
    body       text NOT NULL,
    version    integer NOT NULL,
    acked      boolean NOT NULL,
    visible_at timestamp NOT NULL,
    deliveries integer NOT NULL,
    PRIMARY KEY (queue_id, bucket, number)
);

CREATE FUNCTION next_number(p_queue_id text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_value bigint;
BEGIN
    SELECT value INTO v_value FROM counter WHERE queue_id = p_queue_id;
    IF FOUND THEN
        UPDATE counter SET value = v_value + 1 WHERE queue_id = p_queue_id AND value = v_value;
    END IF;
    RETURN v_value;
END;
$$;

CREATE FUNCTION current_number(p_queue_id text) RETURNS bigint
LANGUAGE sql AS $$
    SELECT value FROM counter WHERE queue_id = p_queue_id;
$$;

CREATE FUNCTION put_message(p_queue_id text, p_bucket bigint, p_number bigint, p_body text, p_visible_at timestamp) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM message WHERE queue_id = p_queue_id AND bucket = p_bucket AND number = p_number) THEN
        RETURN false;
    END IF;
    INSERT INTO message (queue_id, bucket, number, body, version, acked, visible_at, deliveries)
    VALUES (p_queue_id, p_bucket, p_number, p_body, 1, false, p_visible_at, 0);
    RETURN true;
END;
$$;

CREATE FUNCTION consume_message(p_queue_id text, p_bucket bigint, p_number bigint, p_version integer, p_visible_at timestamp)
RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE message
       SET visible_at = p_visible_at, version = version + 1, deliveries = deliveries + 1
     WHERE queue_id = p_queue_id AND bucket = p_bucket AND number = p_number AND version = p_version;
    RETURN FOUND;
END;
$$;

CREATE FUNCTION ack_message(p_queue_id text, p_bucket bigint, p_number bigint, p_version integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE message
       SET acked = true, version = version + 1
     WHERE queue_id = p_queue_id AND bucket = p_bucket AND number = p_number AND version = p_version;
    RETURN FOUND;
END;
$$;

CREATE FUNCTION move_pointer(p_queue_id text, p_kind text, p_from bigint, p_to bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    v_value bigint;
BEGIN
    SELECT value INTO v_value FROM pointer WHERE queue_id = p_queue_id AND kind = p_kind;
    IF v_value = p_from THEN
        UPDATE pointer SET value = p_to WHERE queue_id = p_queue_id AND kind = p_kind;
        RETURN p_to;
    END IF;
    RETURN v_value;
END;
$$;

CREATE FUNCTION get_pointer(p_queue_id text, p_kind text) RETURNS bigint
LANGUAGE sql AS $$
    SELECT value FROM pointer WHERE queue_id = p_queue_id AND kind = p_kind;
$$;

CREATE FUNCTION get_message(p_queue_id text, p_bucket bigint, p_number bigint) RETURNS text
LANGUAGE sql AS $$
    SELECT body FROM message WHERE queue_id = p_queue_id AND bucket = p_bucket AND number = p_number;
$$;
