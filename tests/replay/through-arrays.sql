-- What deliver changes of a client depends on rows of three other tables, whose values go through arrays and a sum.
CREATE TABLE todo (shop int, line int, number int, PRIMARY KEY (shop, line, number));
CREATE TABLE bill (shop int, line int, number int, client int NOT NULL, sent int, PRIMARY KEY (shop, line, number));
CREATE TABLE item (shop int, line int, number int, place int, price int NOT NULL, sent date,
                   PRIMARY KEY (shop, line, number, place));
CREATE TABLE client (shop int, line int, id int, balance int NOT NULL, PRIMARY KEY (shop, line, id));

CREATE FUNCTION deliver(s int, truck int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    every smallint[] := ARRAY[1, 2, 3];
    numbers int[];
    lines int[];
    clients int[];
    totals int[];
BEGIN
    WITH gone AS (
        DELETE FROM todo USING unnest(every) AS l
        WHERE shop = s AND line = l AND number = (SELECT min(o.number) FROM todo o WHERE o.shop = s AND o.line = l)
        RETURNING number, line
    )
    SELECT array_agg(number), array_agg(line) INTO numbers, lines FROM gone;
    UPDATE bill SET sent = truck FROM unnest(numbers, lines) AS n(id, l)
    WHERE shop = s AND line = n.l AND number = n.id;
    WITH sent AS (
        UPDATE item SET sent = current_date FROM unnest(numbers, lines) AS n(id, l)
        WHERE shop = s AND line = n.l AND number = n.id
        RETURNING line, number, price
    )
    SELECT array_agg(line), array_agg(client), array_agg(total) INTO lines, clients, totals
    FROM (SELECT line, (SELECT b.client FROM bill b WHERE b.shop = s AND b.line = sent.line AND b.number = sent.number)
                           AS client, sum(price) AS total
          FROM sent GROUP BY line, number) AS due;
    UPDATE client SET balance = balance + due.total FROM unnest(lines, clients, totals) AS due(l, id, total)
    WHERE shop = s AND line = due.l AND client.id = due.id;
END;
$$;

CREATE FUNCTION pay(s int, l int, c int, amount int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    was int;
BEGIN
    SELECT balance INTO was FROM client WHERE shop = s AND line = l AND id = c;
    UPDATE client SET balance = was - amount WHERE shop = s AND line = l AND id = c;
END;
$$;
