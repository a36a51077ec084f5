-- level: snapshot-isolation
-- with: safe
-- without: unsafe
-- proof: delayed
-- why: Deletes of one list conflict if some item is there for both. A delayed delete has not seen the list that open_list makes; another delete after that finds the same items as the delayed one, so that the two change one row, and no list that has been empty has items again.
CREATE TABLE list (name int PRIMARY KEY);
CREATE TABLE item (name int, position int, PRIMARY KEY (name, position));

CREATE PROCEDURE open_list(p_name int) LANGUAGE sql AS $$
    INSERT INTO list (name) VALUES (p_name) ON CONFLICT DO NOTHING;
$$;

CREATE PROCEDURE delete_list(p_name int) LANGUAGE sql AS $$
    DELETE FROM list WHERE name = p_name;
    DELETE FROM item WHERE name = p_name;
$$;

CREATE FUNCTION items_of(p_name int) RETURNS SETOF int LANGUAGE sql AS $$
    SELECT position FROM item WHERE name = p_name;
$$;
