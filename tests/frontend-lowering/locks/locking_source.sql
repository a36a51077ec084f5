-- A query in FROM that locks rows is run once, as in WITH.
CREATE PROCEDURE updates(p text) LANGUAGE sql AS $$
    UPDATE acc SET bal = acc.bal + 1 FROM (SELECT id FROM acc WHERE owner = p ORDER BY id FOR UPDATE) q WHERE acc.id = q.id
$$;
CREATE PROCEDURE deletes(p text) LANGUAGE sql AS $$
    DELETE FROM acc USING (SELECT id FROM acc WHERE owner = p FOR UPDATE) q WHERE acc.id = q.id
$$;

-- Its rows may not be asked for: the locks are uncertain.
CREATE PROCEDURE of_another_table(p text) LANGUAGE sql AS $$
    UPDATE ord SET qty = 1 FROM (SELECT id FROM acc WHERE owner = p FOR UPDATE) q WHERE ord.acc_id = q.id
$$;
CREATE PROCEDURE under_a_condition(p text) LANGUAGE sql AS $$
    UPDATE acc SET bal = acc.bal + 1 FROM (SELECT id FROM acc WHERE owner = p FOR UPDATE) q WHERE acc.id = q.id AND q.id > 5
$$;

-- It stays a source: other rows in another scan, columns of other names, rows before it, a name that others have.
CREATE PROCEDURE limited(p text) LANGUAGE sql AS $$
    DELETE FROM acc USING (SELECT id FROM acc WHERE owner = p LIMIT 1 FOR UPDATE) q WHERE acc.id = q.id
$$;
CREATE PROCEDURE renamed(p text) LANGUAGE sql AS $$
    DELETE FROM acc USING (SELECT id FROM acc WHERE owner = p FOR UPDATE) q(key) WHERE acc.id = q.key
$$;
CREATE PROCEDURE lateral_query(p text) LANGUAGE sql AS $$
    DELETE FROM acc USING LATERAL (SELECT id FROM acc WHERE owner = p FOR UPDATE) q WHERE acc.id = q.id
$$;
CREATE PROCEDURE beside_another(p text) LANGUAGE sql AS $$
    DELETE FROM acc USING (SELECT id FROM acc WHERE owner = p FOR UPDATE) q, ord WHERE acc.id = q.id AND ord.acc_id = acc.id
$$;
CREATE PROCEDURE named_like_a_table(p text) LANGUAGE sql AS $$
    DELETE FROM acc USING (SELECT id FROM acc WHERE owner = p FOR UPDATE) log
    WHERE acc.id = log.id AND EXISTS (SELECT 1 FROM log WHERE msg = p)
$$;
