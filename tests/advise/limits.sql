CREATE TABLE hit (user_id int NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION allow(p_user int) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) FROM hit WHERE user_id = p_user AND at > now() - interval '1 minute') >= 3 THEN
		RETURN false;
	END IF;
	INSERT INTO hit (user_id) VALUES (p_user);
	RETURN true;
END $$;
