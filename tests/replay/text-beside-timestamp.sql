CREATE TABLE t (id int PRIMARY KEY, g int, v timestamp);
CREATE TABLE u (id int PRIMARY KEY, g int, v timestamp);
CREATE UNIQUE INDEX t_v ON t (g, v);
CREATE FUNCTION f0(k int, p timestamp) RETURNS text LANGUAGE plpgsql AS $$
DECLARE x timestamp; n bigint;
BEGIN
  SELECT count(*) INTO n FROM u WHERE CASE WHEN v = '2024-01-01 00:00' THEN true ELSE v = p END;
  BEGIN
  INSERT INTO u VALUES (k + 2, 1, '2024-01-01 00:00');
  EXCEPTION WHEN unique_violation THEN n := 7; END;
  INSERT INTO u VALUES (k, 1, '2024-01-01 12:00'::timestamp) ON CONFLICT (id) DO UPDATE SET v = u.v + interval '12 hours';
  RETURN concat_ws('|', x, n);
END $$;
CREATE FUNCTION f1(k int, p timestamp) RETURNS text LANGUAGE plpgsql AS $$
DECLARE x timestamp; n bigint;
BEGIN
  SELECT v INTO x FROM u WHERE id IN (SELECT z.g FROM u z WHERE z.v <= '2024-01-01 12:00') ORDER BY id LIMIT 1 FOR KEY SHARE;
  FOR n IN SELECT id FROM t WHERE g = k AND CASE WHEN v = '2024-01-01 00:00'::timestamp THEN true ELSE v = '2024-01-01 00:00'::timestamp END ORDER BY id LOOP
  UPDATE u SET v = v + interval '12 hours' WHERE id = n;
  END LOOP;
  RETURN concat_ws('|', x, n);
END $$;
CREATE FUNCTION f2(k int, p timestamp) RETURNS text LANGUAGE plpgsql AS $$
DECLARE x timestamp; n bigint;
BEGIN
  SELECT count(*) INTO n FROM u WHERE id = k;
  INSERT INTO t SELECT id + 5, g, v FROM u WHERE v IS NULL ON CONFLICT DO NOTHING;
  RETURN concat_ws('|', x, n);
END $$;
