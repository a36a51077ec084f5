-- Names without a schema mean what the search path says at the time: a body's when it runs, so it carries its own.
CREATE SCHEMA shop;
CREATE SCHEMA audit;
SET search_path = shop, public;
CREATE TABLE item (id int PRIMARY KEY, stock int NOT NULL);
CREATE TABLE audit.entry (id bigserial PRIMARY KEY, item int REFERENCES item, change int);
CREATE FUNCTION shop.take(p_item int, p_many int) RETURNS void LANGUAGE plpgsql SET search_path = shop, audit AS $$
BEGIN
    UPDATE item SET stock = stock - p_many WHERE id = p_item;
    INSERT INTO entry (item, change) VALUES (p_item, -p_many);
END
$$;
CREATE PROCEDURE audit.clear(p_before bigint) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM audit.entry WHERE id < p_before;
END
$$;
RESET search_path;
CREATE TABLE item (id int PRIMARY KEY, label text);
CREATE FUNCTION label(p_item int, p_label text) RETURNS void LANGUAGE sql AS $$
    UPDATE public.item SET label = p_label WHERE id = p_item;
$$;
ALTER TABLE audit.entry SET SCHEMA shop;
ALTER TABLE shop.entry SET SCHEMA audit;
