-- Music: users, tracks, playlists (Brutschy et al., PLDI 2018, from a sample application of Cassandra). A playlist is one row with the
-- tracks in an array.

CREATE TABLE member (
    username text PRIMARY KEY,
    password text NOT NULL
);

CREATE TABLE playlist (
    username text,
    name     text,
    tracks   text[] NOT NULL,
    PRIMARY KEY (username, name)
);

CREATE TABLE track (
    track_id text PRIMARY KEY,
    artist   text NOT NULL,
    title    text NOT NULL,
    genre    text NOT NULL
);

CREATE TABLE track_of_artist (
    artist   text,
    title    text,
    track_id text,
    genre    text NOT NULL,
    starred  boolean,
    PRIMARY KEY (artist, title, track_id)
);

CREATE TABLE track_of_genre (
    genre    text,
    artist   text,
    title    text,
    track_id text,
    starred  boolean,
    PRIMARY KEY (genre, artist, title, track_id)
);

CREATE TABLE artist_by_letter (
    letter text,
    artist text,
    PRIMARY KEY (letter, artist)
);

CREATE FUNCTION artists(p_letter text) RETURNS SETOF text
LANGUAGE sql AS $$
    SELECT artist FROM artist_by_letter WHERE letter = p_letter;
$$;

CREATE FUNCTION songs_of_artist(p_artist text) RETURNS SETOF text
LANGUAGE sql AS $$
    SELECT track_id FROM track_of_artist WHERE artist = p_artist;
$$;

CREATE FUNCTION songs_of_genre(p_genre text) RETURNS SETOF text
LANGUAGE sql AS $$
    SELECT track_id FROM track_of_genre WHERE genre = p_genre;
$$;

CREATE FUNCTION title_of(p_track_id text) RETURNS text
LANGUAGE sql AS $$
    SELECT title FROM track WHERE track_id = p_track_id;
$$;

CREATE FUNCTION add_user(p_username text, p_password text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM member WHERE username = p_username) THEN
        RETURN false;
    END IF;
    INSERT INTO member (username, password) VALUES (p_username, p_password);
    RETURN true;
END;
$$;

CREATE PROCEDURE delete_user(p_username text)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM member WHERE username = p_username;
END;
$$;

CREATE FUNCTION log_in(p_username text, p_password text) RETURNS boolean
LANGUAGE sql AS $$
    SELECT password = p_password FROM member WHERE username = p_username;
$$;

CREATE PROCEDURE add_track(p_track_id text, p_artist text, p_title text, p_genre text)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO artist_by_letter (letter, artist) VALUES (left(p_artist, 1), p_artist) ON CONFLICT DO NOTHING;
    INSERT INTO track (track_id, artist, title, genre) VALUES (p_track_id, p_artist, p_title, p_genre);
    INSERT INTO track_of_artist (artist, title, track_id, genre) VALUES (p_artist, p_title, p_track_id, p_genre);
    INSERT INTO track_of_genre (genre, artist, title, track_id) VALUES (p_genre, p_artist, p_title, p_track_id);
END;
$$;

CREATE PROCEDURE star(p_track_id text, p_artist text, p_title text, p_genre text)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE track_of_artist SET starred = true WHERE artist = p_artist AND title = p_title AND track_id = p_track_id;
    UPDATE track_of_genre SET starred = true
     WHERE genre = p_genre AND artist = p_artist AND title = p_title AND track_id = p_track_id;
END;
$$;

CREATE PROCEDURE create_playlist(p_username text, p_name text)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO playlist (username, name, tracks) VALUES (p_username, p_name, '{}') ON CONFLICT DO NOTHING;
END;
$$;

CREATE PROCEDURE delete_playlist(p_username text, p_name text)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM playlist WHERE username = p_username AND name = p_name;
END;
$$;

CREATE FUNCTION tracks_of(p_username text, p_name text) RETURNS text[]
LANGUAGE sql AS $$
    SELECT tracks FROM playlist WHERE username = p_username AND name = p_name;
$$;

CREATE PROCEDURE add_to_playlist(p_username text, p_name text, p_track_id text)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE playlist SET tracks = array_append(tracks, p_track_id) WHERE username = p_username AND name = p_name;
END;
$$;

CREATE PROCEDURE take_from_playlist(p_username text, p_name text, p_track_id text)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE playlist SET tracks = array_remove(tracks, p_track_id) WHERE username = p_username AND name = p_name;
END;
$$;
