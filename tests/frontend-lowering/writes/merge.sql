CREATE FUNCTION upsert(a integer, b text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
MERGE INTO acc t USING (SELECT a AS id, b AS owner) s ON t.id = s.id
WHEN MATCHED AND t.bal > 5 THEN UPDATE SET owner = s.owner
WHEN NOT MATCHED AND s.owner <> '' THEN INSERT (id, owner, bal) VALUES (s.id, s.owner, 0);
END;
$$;
CREATE FUNCTION from_table(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
MERGE INTO line USING ord ON line.ord_id = ord.id
WHEN MATCHED AND ord.qty = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET price = price + qty
WHEN NOT MATCHED AND ord.qty > a THEN INSERT (ord_id, no) VALUES (ord.id, 1)
WHEN NOT MATCHED THEN INSERT VALUES (ord.id, 2, DEFAULT, qty);
MERGE INTO line USING ord ON line.ord_id = ord.id AND line.no = 1 WHEN NOT MATCHED THEN DO NOTHING WHEN MATCHED THEN DELETE;
IF NOT FOUND THEN UPDATE acc SET bal = 0 WHERE id = a; END IF;
END;
$$;
CREATE FUNCTION from_part(a integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
WITH gone AS (DELETE FROM ord WHERE acc_id = a RETURNING id, qty)
MERGE INTO line USING gone ON line.ord_id = gone.id AND no = 1 WHEN MATCHED THEN UPDATE SET price = qty;
END;
$$;
