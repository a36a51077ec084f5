CREATE TABLE todo (id integer PRIMARY KEY, owner uuid NOT NULL, n integer NOT NULL DEFAULT 0);
ALTER TABLE todo ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON todo USING ((SELECT auth.uid()) = owner) WITH CHECK (auth.role() = 'authenticated');
CREATE FUNCTION bump(p integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v integer;
BEGIN
    SELECT n INTO v FROM todo WHERE id = p AND owner = auth.uid();
    UPDATE todo SET n = v + 1 WHERE id = p;
END $$;
CREATE FUNCTION add_one(p integer) RETURNS void LANGUAGE sql AS $$
    UPDATE todo SET n = n + 1 WHERE id = p AND owner = auth.uid();
$$;
