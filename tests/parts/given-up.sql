-- Removing a playlist is safe beside taking a track from it, though the set that was tried first with both is not proved.
CREATE TABLE playlist (username text, name text, PRIMARY KEY (username, name));
CREATE TABLE playlist_track (username text, name text, position bigint, track_id text NOT NULL, PRIMARY KEY (username, name, position));

CREATE PROCEDURE create_playlist(p_username text, p_name text) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO playlist (username, name) VALUES (p_username, p_name) ON CONFLICT DO NOTHING;
END $$;

CREATE PROCEDURE delete_playlist(p_username text, p_name text) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM playlist WHERE username = p_username AND name = p_name;
  DELETE FROM playlist_track WHERE username = p_username AND name = p_name;
END $$;

CREATE FUNCTION tracks_of(p_username text, p_name text) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT track_id FROM playlist_track WHERE username = p_username AND name = p_name;
$$;

CREATE PROCEDURE add_to_playlist(p_username text, p_name text, p_position bigint, p_track_id text) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO playlist_track (username, name, position, track_id) VALUES (p_username, p_name, p_position, p_track_id);
END $$;

CREATE PROCEDURE take_from_playlist(p_username text, p_name text, p_position bigint) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM playlist_track WHERE username = p_username AND name = p_name AND position = p_position;
END $$;
