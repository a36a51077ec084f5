-- An exchange of currencies. The application of Brutschy et al. (PLDI 2018) is known by its name alone; these six programs are made
-- from that: accounts in currencies, a rate for each pair, offers, exchanges, their history. An offer has a price of its
-- own, and is taken once.

CREATE TABLE account (
    owner    text,
    currency text,
    balance  numeric(14, 2) NOT NULL,
    PRIMARY KEY (owner, currency)
);

CREATE TABLE rate (
    from_currency text,
    to_currency   text,
    factor        numeric(12, 6) NOT NULL,
    PRIMARY KEY (from_currency, to_currency)
);

CREATE TABLE offer (
    offer_id integer PRIMARY KEY,
    owner    text NOT NULL,
    currency text NOT NULL,
    amount   numeric(14, 2) NOT NULL,
    wanted   text NOT NULL,
    price    numeric(14, 2) NOT NULL,
    open     boolean NOT NULL
);

CREATE TABLE exchange (
    offer_id integer PRIMARY KEY REFERENCES offer,
    taker    text NOT NULL
);

CREATE PROCEDURE deposit(p_owner text, p_currency text, p_amount numeric)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance + p_amount WHERE owner = p_owner AND currency = p_currency;
END;
$$;

CREATE PROCEDURE set_rate(p_from text, p_to text, p_factor numeric)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE rate SET factor = p_factor WHERE from_currency = p_from AND to_currency = p_to;
END;
$$;

CREATE PROCEDURE make_offer(p_offer_id integer, p_owner text, p_currency text, p_amount numeric, p_wanted text, p_price numeric)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO offer (offer_id, owner, currency, amount, wanted, price, open)
    VALUES (p_offer_id, p_owner, p_currency, p_amount, p_wanted, p_price, true);
END;
$$;

CREATE PROCEDURE take_offer(p_offer_id integer, p_taker text)
LANGUAGE plpgsql AS $$
DECLARE
    v_offer offer%ROWTYPE;
BEGIN
    UPDATE offer SET open = false WHERE offer_id = p_offer_id AND open RETURNING * INTO v_offer;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'offer % is not open', p_offer_id;
    END IF;
    UPDATE account SET balance = balance - v_offer.price WHERE owner = p_taker AND currency = v_offer.wanted;
    UPDATE account SET balance = balance + v_offer.price WHERE owner = v_offer.owner AND currency = v_offer.wanted;
    UPDATE account SET balance = balance + v_offer.amount WHERE owner = p_taker AND currency = v_offer.currency;
    UPDATE account SET balance = balance - v_offer.amount WHERE owner = v_offer.owner AND currency = v_offer.currency;
    INSERT INTO exchange (offer_id, taker) VALUES (p_offer_id, p_taker);
END;
$$;

-- Beside each offer, the rate of the day.
CREATE FUNCTION open_offers(p_currency text)
RETURNS TABLE (offer_id integer, amount numeric, wanted text, price numeric, factor numeric)
LANGUAGE sql AS $$
    SELECT o.offer_id, o.amount, o.wanted, o.price, r.factor
      FROM offer o
      JOIN rate r ON r.from_currency = o.currency AND r.to_currency = o.wanted
     WHERE o.currency = p_currency AND o.open;
$$;

CREATE FUNCTION history(p_taker text) RETURNS TABLE (offer_id integer, amount numeric, price numeric)
LANGUAGE sql AS $$
    SELECT o.offer_id, o.amount, o.price FROM exchange e JOIN offer o ON o.offer_id = e.offer_id WHERE e.taker = p_taker;
$$;
