-- Wikipedia: pages are read by all users, watched and updated by registered users.
-- After the benchmark of that name in OLTP-Bench (Difallah, Pavlo, Curino &
-- Cudré-Mauroux, VLDB 2013), which follows MediaWiki's schema, with the names that
-- it has on PostgreSQL. The columns that no transaction looks at are left out.

CREATE TABLE useracct (
    user_id        integer PRIMARY KEY,
    user_name      text NOT NULL UNIQUE,
    user_touched   integer NOT NULL,
    user_editcount integer NOT NULL DEFAULT 0
);

CREATE TABLE page (
    page_id        integer PRIMARY KEY,
    page_namespace integer NOT NULL,
    page_title     text NOT NULL,
    page_latest    integer NOT NULL,
    UNIQUE (page_namespace, page_title)
);

CREATE TABLE page_restrictions (
    pr_page  integer NOT NULL REFERENCES page,
    pr_type  text NOT NULL,
    pr_level text NOT NULL,
    PRIMARY KEY (pr_page, pr_type)
);

-- An address or a user that may not edit.
CREATE TABLE ipblocks (
    ipb_address text PRIMARY KEY,
    ipb_user    integer REFERENCES useracct,
    ipb_reason  text NOT NULL
);

CREATE TABLE pagecontent (
    old_page integer NOT NULL REFERENCES page,
    old_id   integer NOT NULL,
    old_text text NOT NULL,
    PRIMARY KEY (old_page, old_id)
);

-- Revisions are numbered in each page; the text of a revision has its number.
CREATE TABLE revision (
    rev_page    integer NOT NULL REFERENCES page,
    rev_id      integer NOT NULL,
    rev_user    integer NOT NULL REFERENCES useracct,
    rev_comment text NOT NULL,
    PRIMARY KEY (rev_page, rev_id),
    FOREIGN KEY (rev_page, rev_id) REFERENCES pagecontent
);

CREATE TABLE watchlist (
    wl_user      integer NOT NULL REFERENCES useracct,
    wl_namespace integer NOT NULL,
    wl_title     text NOT NULL,
    wl_notified  integer,
    PRIMARY KEY (wl_user, wl_namespace, wl_title)
);

-- Without a key, as logs are.
CREATE TABLE recentchanges (
    rc_page    integer NOT NULL,
    rc_rev_id  integer NOT NULL,
    rc_user    integer NOT NULL,
    rc_comment text NOT NULL
);

CREATE PROCEDURE add_watch(p_user integer, p_namespace integer, p_title text, p_now integer)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM watchlist WHERE wl_user = p_user AND wl_namespace = p_namespace AND wl_title = p_title;
    IF NOT FOUND THEN
        INSERT INTO watchlist (wl_user, wl_namespace, wl_title, wl_notified)
        VALUES (p_user, p_namespace, p_title, NULL);
    END IF;

    UPDATE useracct SET user_touched = p_now WHERE user_id = p_user;
END;
$$;

CREATE PROCEDURE remove_watch(p_user integer, p_namespace integer, p_title text, p_now integer)
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM watchlist WHERE wl_user = p_user AND wl_namespace = p_namespace AND wl_title = p_title;
    UPDATE useracct SET user_touched = p_now WHERE user_id = p_user;
END;
$$;

-- The text of a page's latest revision, for a reader at an address.
CREATE FUNCTION get_page_anonymous(p_address text, p_namespace integer, p_title text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    v_page_id page.page_id%TYPE;
    v_latest  page.page_latest%TYPE;
    v_text    pagecontent.old_text%TYPE;
BEGIN
    SELECT page_id, page_latest INTO v_page_id, v_latest
      FROM page
     WHERE page_namespace = p_namespace AND page_title = p_title;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no page %:%', p_namespace, p_title;
    END IF;

    PERFORM 1 FROM page_restrictions WHERE pr_page = v_page_id AND pr_type = 'read';
    IF FOUND THEN
        RAISE EXCEPTION 'page %:% is for registered readers', p_namespace, p_title;
    END IF;
    PERFORM 1 FROM ipblocks WHERE ipb_address = p_address;
    IF FOUND THEN
        RAISE EXCEPTION '% is blocked', p_address;
    END IF;

    SELECT t.old_text INTO v_text
      FROM revision AS r
      JOIN pagecontent AS t ON t.old_page = r.rev_page AND t.old_id = r.rev_id
     WHERE r.rev_page = v_page_id AND r.rev_id = v_latest;
    RETURN v_text;
END;
$$;

-- The same for a registered user, who is notified of later changes again.
CREATE FUNCTION get_page_authenticated(p_user integer, p_namespace integer, p_title text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    v_page_id page.page_id%TYPE;
    v_latest  page.page_latest%TYPE;
    v_text    pagecontent.old_text%TYPE;
BEGIN
    PERFORM 1 FROM useracct WHERE user_id = p_user;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no user %', p_user;
    END IF;

    SELECT page_id, page_latest INTO v_page_id, v_latest
      FROM page
     WHERE page_namespace = p_namespace AND page_title = p_title;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no page %:%', p_namespace, p_title;
    END IF;

    SELECT t.old_text INTO v_text
      FROM revision AS r
      JOIN pagecontent AS t ON t.old_page = r.rev_page AND t.old_id = r.rev_id
     WHERE r.rev_page = v_page_id AND r.rev_id = v_latest;

    UPDATE watchlist
       SET wl_notified = NULL
     WHERE wl_user = p_user AND wl_namespace = p_namespace AND wl_title = p_title AND wl_notified IS NOT NULL;
    RETURN v_text;
END;
$$;

-- Replaces revision p_latest, which the user has seen. False if it is not
-- the latest one any more.
CREATE FUNCTION update_page(p_user integer, p_namespace integer, p_title text, p_latest integer, p_text text,
                            p_comment text, p_now integer)
RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_page_id page.page_id%TYPE;
    v_latest  page.page_latest%TYPE;
BEGIN
    SELECT page_id, page_latest INTO v_page_id, v_latest
      FROM page
     WHERE page_namespace = p_namespace AND page_title = p_title;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no page %:%', p_namespace, p_title;
    END IF;
    IF v_latest <> p_latest THEN
        RETURN false;
    END IF;

    INSERT INTO pagecontent (old_page, old_id, old_text) VALUES (v_page_id, p_latest + 1, p_text);
    INSERT INTO revision (rev_page, rev_id, rev_user, rev_comment)
    VALUES (v_page_id, p_latest + 1, p_user, p_comment);
    UPDATE page SET page_latest = p_latest + 1 WHERE page_id = v_page_id;
    INSERT INTO recentchanges (rc_page, rc_rev_id, rc_user, rc_comment)
    VALUES (v_page_id, p_latest + 1, p_user, p_comment);

    -- Users who watch the page and have not been notified yet are notified now.
    UPDATE watchlist
       SET wl_notified = p_now
     WHERE wl_namespace = p_namespace AND wl_title = p_title AND wl_user <> p_user AND wl_notified IS NULL;
    UPDATE useracct
       SET user_editcount = user_editcount + 1, user_touched = p_now
     WHERE user_id = p_user;
    RETURN true;
END;
$$;
