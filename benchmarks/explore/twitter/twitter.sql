-- Twitter: users follow each other, publish tweets, and read tweets, their
-- followers, and what the users that they follow have published. After the benchmark
-- of that name in OLTP-Bench (Difallah, Pavlo, Curino & Cudré-Mauroux, VLDB 2013),
-- which keeps both directions of following in tables of their own.

CREATE TABLE users (
    user_id integer PRIMARY KEY,
    name    text NOT NULL UNIQUE,
    tweets  integer NOT NULL DEFAULT 0 CHECK (tweets >= 0)
);

-- follower follows followed.
CREATE TABLE follows (
    follower integer NOT NULL REFERENCES users,
    followed integer NOT NULL REFERENCES users,
    PRIMARY KEY (follower, followed),
    CHECK (follower <> followed)
);

CREATE TABLE followers (
    followed integer NOT NULL REFERENCES users,
    follower integer NOT NULL REFERENCES users,
    PRIMARY KEY (followed, follower)
);

CREATE TABLE tweets (
    user_id  integer NOT NULL REFERENCES users,
    tweet_no integer NOT NULL,
    content  varchar(140) NOT NULL,
    PRIMARY KEY (user_id, tweet_no)
);

-- False if it is so already.
CREATE FUNCTION follow(p_follower integer, p_followed integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM follows WHERE follower = p_follower AND followed = p_followed;
    IF FOUND THEN
        RETURN false;
    END IF;

    INSERT INTO follows (follower, followed) VALUES (p_follower, p_followed);
    INSERT INTO followers (followed, follower) VALUES (p_followed, p_follower);
    RETURN true;
END;
$$;

-- The number of the new tweet among the user's.
CREATE FUNCTION publish_tweet(p_user_id integer, p_content varchar) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_tweet_no users.tweets%TYPE;
BEGIN
    UPDATE users
       SET tweets = tweets + 1
     WHERE user_id = p_user_id
    RETURNING tweets INTO v_tweet_no;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no user %', p_user_id;
    END IF;

    INSERT INTO tweets (user_id, tweet_no, content) VALUES (p_user_id, v_tweet_no, p_content);
    RETURN v_tweet_no;
END;
$$;

CREATE FUNCTION get_followers(p_user_id integer) RETURNS TABLE (follower integer, name text)
LANGUAGE sql STABLE AS $$
    SELECT f.follower, u.name
      FROM followers AS f
      JOIN users AS u ON u.user_id = f.follower
     WHERE f.followed = p_user_id
     ORDER BY f.follower;
$$;

CREATE FUNCTION get_tweets(p_user_id integer) RETURNS TABLE (tweet_no integer, content varchar)
LANGUAGE sql STABLE AS $$
    SELECT t.tweet_no, t.content
      FROM tweets AS t
     WHERE t.user_id = p_user_id
     ORDER BY t.tweet_no DESC
     LIMIT 10;
$$;

CREATE FUNCTION get_timeline(p_user_id integer) RETURNS TABLE (author integer, tweet_no integer, content varchar)
LANGUAGE sql STABLE AS $$
    SELECT t.user_id, t.tweet_no, t.content
      FROM follows AS f
      JOIN tweets AS t ON t.user_id = f.followed
     WHERE f.follower = p_user_id
     ORDER BY t.user_id, t.tweet_no DESC
     LIMIT 20;
$$;
