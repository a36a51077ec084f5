-- why: a table of sums is emptied and computed again: a DELETE of all rows reads every place, so serializable notices who fills it beside it
-- postgresql/read-committed: undecided
-- postgresql/repeatable-read: undecided
-- postgresql/serializable: safe
CREATE TABLE purchase (id bigint PRIMARY KEY, day date NOT NULL, total numeric(10, 2) NOT NULL);
CREATE TABLE daily_total (day date PRIMARY KEY, revenue numeric(12, 2) NOT NULL);

CREATE PROCEDURE rebuild_totals()
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM daily_total;
    INSERT INTO daily_total SELECT day, sum(total) FROM purchase GROUP BY day;
END $$;

CREATE PROCEDURE buy(p_id bigint, p_day date, p_total numeric)
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO purchase VALUES (p_id, p_day, p_total);
END $$;
