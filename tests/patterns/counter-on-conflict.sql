-- why: the first insert and all increments meet in one row, which is read as it is when its lock is held
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE visits (page text PRIMARY KEY, n bigint NOT NULL);

CREATE PROCEDURE visit(p_page text)
LANGUAGE sql AS $$
    INSERT INTO visits VALUES (p_page, 1) ON CONFLICT (page) DO UPDATE SET n = visits.n + 1;
$$;
