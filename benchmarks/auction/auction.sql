-- Auction: Vandevoort, Ketsman, Koch & Neven, "Detecting Robustness against MVRC for
-- Transaction Programs with Predicate Reads" (EDBT 2023), section 2. Buyers have one
-- bid each, which only rises, and every attempt is logged. Both programs begin by
-- counting the call in the buyer's row, and hold its lock from then on.

CREATE TABLE buyer (
    id    integer PRIMARY KEY,
    calls bigint NOT NULL
);

CREATE TABLE bids (
    buyer_id integer PRIMARY KEY REFERENCES buyer (id),
    bid      numeric(12, 2) NOT NULL
);

CREATE TABLE log (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    buyer_id integer NOT NULL REFERENCES buyer (id),
    bid      numeric(12, 2) NOT NULL
);

-- FB: all bids of at least a given amount.
CREATE FUNCTION find_bids(p_buyer integer, p_least numeric) RETURNS SETOF numeric
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE buyer SET calls = calls + 1 WHERE id = p_buyer;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no buyer %', p_buyer;
    END IF;
    RETURN QUERY SELECT bid FROM bids WHERE bid >= p_least;
END;
$$;

-- PB: raises the buyer's bid, if the new one is higher.
CREATE PROCEDURE place_bid(p_buyer integer, p_bid numeric)
LANGUAGE plpgsql AS $$
DECLARE
    v_bid bids.bid%TYPE;
BEGIN
    UPDATE buyer SET calls = calls + 1 WHERE id = p_buyer;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no buyer %', p_buyer;
    END IF;

    SELECT bid INTO v_bid FROM bids WHERE buyer_id = p_buyer;
    IF v_bid < p_bid THEN
        UPDATE bids SET bid = p_bid WHERE buyer_id = p_buyer;
    END IF;
    INSERT INTO log (buyer_id, bid) VALUES (p_buyer, p_bid);
END;
$$;
