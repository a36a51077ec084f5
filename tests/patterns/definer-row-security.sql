-- why: with SECURITY DEFINER of the table's owner, its policies do not apply; a value of the session reads no table
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE member (id integer PRIMARY KEY, limited boolean NOT NULL DEFAULT false);
CREATE TABLE credit (id integer PRIMARY KEY, n bigint NOT NULL);
ALTER TABLE credit ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON credit USING (EXISTS (SELECT FROM member m WHERE m.id = credit.id AND NOT m.limited));
CREATE POLICY shown ON credit FOR SELECT USING (EXISTS (SELECT FROM member WHERE limited));
DROP POLICY shown ON credit;

CREATE FUNCTION grant_credits(p integer, extra bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    UPDATE credit SET n = n + extra WHERE id = p;
END $$;

CREATE FUNCTION limit_empty(p integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    UPDATE member SET limited = true WHERE id = p;
END $$;
