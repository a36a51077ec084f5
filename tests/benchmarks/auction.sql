INSERT INTO buyer VALUES (1, 0), (2, 0);
INSERT INTO bids VALUES (1, 10), (2, 20);

DO $$
BEGIN
    CALL place_bid(1, 15);
    ASSERT (SELECT bid FROM bids WHERE buyer_id = 1) = 15, 'a higher bid';
    CALL place_bid(1, 12);
    ASSERT (SELECT bid FROM bids WHERE buyer_id = 1) = 15, 'a lower bid';
    ASSERT (SELECT count(*) FROM log) = 2, 'both are logged';
    ASSERT (SELECT array_agg(b ORDER BY b) FROM find_bids(2, 15) AS b) = ARRAY[15, 20]::numeric[], 'bids found';
    ASSERT (SELECT count(*) FROM find_bids(2, 16)) = 1, 'fewer bids found';
    ASSERT (SELECT array_agg(calls ORDER BY id) FROM buyer) = ARRAY[2, 2]::bigint[], 'calls';
    BEGIN
        CALL place_bid(3, 1);
        ASSERT false, 'an unknown buyer was accepted';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
END;
$$;
