-- Chat rooms whose messages are searched by topic (Brutschy et al., PLDI 2018, from an open-source project on Cassandra). Each word of
-- a message counts, and so do all of them together.

CREATE TABLE message (
    day     date,
    channel text,
    sent_at timestamp,
    author  text,
    body    text,
    PRIMARY KEY (day, channel, sent_at, author)
);

CREATE TABLE last_seen (
    author  text,
    channel text,
    day     date NOT NULL,
    sent_at timestamp NOT NULL,
    PRIMARY KEY (author, channel)
);

CREATE TABLE topic (
    channel text,
    word    text,
    sent_at timestamp,
    author  text NOT NULL,
    PRIMARY KEY (channel, word, sent_at)
);

CREATE TABLE topic_counter (
    prefix text,
    word   text,
    uses   bigint NOT NULL,
    PRIMARY KEY (prefix, word)
);

CREATE PROCEDURE add_message(p_day date, p_channel text, p_sent_at timestamp, p_author text, p_body text, p_words text[])
LANGUAGE plpgsql AS $$
DECLARE
    v_word text;
BEGIN
    INSERT INTO message (day, channel, sent_at, author, body) VALUES (p_day, p_channel, p_sent_at, p_author, p_body)
        ON CONFLICT (day, channel, sent_at, author) DO UPDATE SET body = excluded.body;
    INSERT INTO last_seen (author, channel, day, sent_at) VALUES (p_author, p_channel, p_day, p_sent_at)
        ON CONFLICT (author, channel) DO UPDATE SET day = excluded.day, sent_at = excluded.sent_at;
    FOREACH v_word IN ARRAY p_words LOOP
        INSERT INTO topic (channel, word, sent_at, author) VALUES (p_channel, v_word, p_sent_at, p_author)
            ON CONFLICT (channel, word, sent_at) DO UPDATE SET author = excluded.author;
        INSERT INTO topic_counter (prefix, word, uses) VALUES (left(v_word, 1), v_word, 1)
            ON CONFLICT (prefix, word) DO UPDATE SET uses = topic_counter.uses + 1;
    END LOOP;
    INSERT INTO topic_counter (prefix, word, uses) VALUES ('', 'all', cardinality(p_words))
        ON CONFLICT (prefix, word) DO UPDATE SET uses = topic_counter.uses + excluded.uses;
END;
$$;

CREATE FUNCTION last_message(p_channel text, p_author text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    v_day     date;
    v_sent_at timestamp;
    v_body    text;
BEGIN
    SELECT day, sent_at INTO v_day, v_sent_at FROM last_seen WHERE author = p_author AND channel = p_channel;
    IF FOUND THEN
        SELECT body INTO v_body FROM message
         WHERE day = v_day AND channel = p_channel AND sent_at = v_sent_at AND author = p_author;
    END IF;
    RETURN v_body;
END;
$$;

CREATE FUNCTION messages_of_day(p_channel text, p_day date) RETURNS TABLE (author text, sent_at timestamp, body text)
LANGUAGE sql AS $$
    SELECT m.author, m.sent_at, m.body FROM message m WHERE m.day = p_day AND m.channel = p_channel;
$$;

CREATE FUNCTION messages_at(p_day date, p_channel text, p_sent_at timestamp) RETURNS TABLE (author text, body text)
LANGUAGE sql AS $$
    SELECT m.author, m.body FROM message m WHERE m.day = p_day AND m.channel = p_channel AND m.sent_at = p_sent_at;
$$;

CREATE FUNCTION messages_on(p_channel text, p_word text) RETURNS SETOF text
LANGUAGE plpgsql AS $$
DECLARE
    v_found record;
BEGIN
    FOR v_found IN SELECT t.sent_at FROM topic t WHERE t.channel = p_channel AND t.word = p_word LOOP
        RETURN QUERY SELECT m.body FROM message m
                      WHERE m.day = v_found.sent_at::date AND m.channel = p_channel AND m.sent_at = v_found.sent_at;
    END LOOP;
END;
$$;
