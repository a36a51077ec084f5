-- GROUP BY and ORDER BY name a target where no table has a column of that name.
CREATE FUNCTION by_target() RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
    FOR r IN SELECT acc_id % 2 AS odd, sum(qty) AS total FROM ord GROUP BY odd ORDER BY total LOOP
        UPDATE acc SET note = 'x' WHERE id = r.odd;
    END LOOP;
END $$;

-- A column comes first.
CREATE FUNCTION by_column() RETURNS void LANGUAGE plpgsql AS $$
DECLARE v integer;
BEGIN
    SELECT max(acc_id) AS qty INTO v FROM ord GROUP BY qty;
END $$;

CREATE FUNCTION in_subquery() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM latest FROM (SELECT at AS latest FROM ord ORDER BY latest LIMIT 3) AS q;
    PERFORM names FROM (SELECT owner AS names FROM acc GROUP BY names) AS q;
END $$;
