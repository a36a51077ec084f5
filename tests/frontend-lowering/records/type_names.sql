CREATE SCHEMA shop;
CREATE TABLE shop.item (id integer PRIMARY KEY, n integer);
CREATE TABLE "Item" (id integer PRIMARY KEY, m integer);
CREATE FUNCTION p(a integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    b Shop.ITEM;
    c SHOP . Item % ROWTYPE;
    d Shop.Item.N%TYPE := a;
    e "Item"%ROWTYPE;
    f Character  Varying ( 5 );
    g "Item" . "m" %TYPE;
BEGIN
    SELECT * INTO b FROM shop.item WHERE id = a;
    SELECT * INTO c FROM shop.item WHERE id = b.n;
    SELECT * INTO e FROM "Item" WHERE id = c.n + d;
    f := a;
    g := e.m;
    UPDATE "Item" SET m = g WHERE id = e.m;
    UPDATE acc SET note = f WHERE id = a;
END;
$$;
