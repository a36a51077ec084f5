CREATE TABLE w(id bigint PRIMARY KEY, hb int NOT NULL);
CREATE TABLE j(id bigint PRIMARY KEY, wid bigint REFERENCES w(id) ON DELETE SET NULL);
CREATE FUNCTION prune(x int) RETURNS TABLE(worker_id bigint) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY DELETE FROM w WHERE hb < x RETURNING w.id;
END $$;
CREATE FUNCTION beat(a bigint, n int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN UPDATE w SET hb = n WHERE id = a; END $$;
