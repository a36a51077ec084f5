-- A long fork that shows only over a join: rows of line have to lead to both rows of stock, and no instance tells which.
CREATE TABLE stock (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE line (shelf integer, number integer, item integer NOT NULL REFERENCES stock, PRIMARY KEY (shelf, number));

CREATE PROCEDURE take(p_item integer) LANGUAGE sql AS $$
    UPDATE stock SET n = n - 1 WHERE id = p_item;
$$;

CREATE FUNCTION count_low(p_shelf integer, p_from integer, p_least integer) RETURNS bigint LANGUAGE sql AS $$
    SELECT count(*)
      FROM line JOIN stock ON stock.id = line.item
     WHERE line.shelf = p_shelf AND line.number >= p_from AND line.number < p_from + 20 AND stock.n < p_least;
$$;
