-- An auction of items (Bernardi & Gotsman, CONCUR 2016): users register and bid, and look at users and items. The bids of an
-- item are numbered by a counter in its row.

CREATE TABLE member (
    nick text PRIMARY KEY
);

CREATE TABLE item (
    item_id   integer PRIMARY KEY,
    bid_count integer NOT NULL,
    highest   numeric(12, 2) NOT NULL
);

CREATE TABLE bid (
    item_id integer REFERENCES item,
    number  integer,
    nick    text NOT NULL,
    amount  numeric(12, 2) NOT NULL,
    PRIMARY KEY (item_id, number)
);

CREATE FUNCTION reg_user(p_nick text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM member WHERE nick = p_nick) THEN
        RETURN false;
    END IF;
    INSERT INTO member (nick) VALUES (p_nick);
    RETURN true;
END;
$$;

CREATE FUNCTION view_users() RETURNS SETOF text
LANGUAGE sql AS $$
    SELECT nick FROM member;
$$;

CREATE FUNCTION store_bid(p_item_id integer, p_nick text, p_amount numeric) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_count   integer;
    v_highest numeric;
BEGIN
    SELECT bid_count, highest INTO v_count, v_highest FROM item WHERE item_id = p_item_id;
    IF NOT FOUND OR p_amount <= v_highest THEN
        RETURN false;
    END IF;
    UPDATE item SET bid_count = v_count + 1, highest = p_amount WHERE item_id = p_item_id;
    INSERT INTO bid (item_id, number, nick, amount) VALUES (p_item_id, v_count + 1, p_nick, p_amount);
    RETURN true;
END;
$$;

CREATE FUNCTION view_item(p_item_id integer) RETURNS TABLE (highest numeric, nick text, amount numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_highest numeric;
BEGIN
    SELECT i.highest INTO v_highest FROM item i WHERE i.item_id = p_item_id;
    RETURN QUERY SELECT v_highest, b.nick, b.amount FROM bid b WHERE b.item_id = p_item_id;
END;
$$;
