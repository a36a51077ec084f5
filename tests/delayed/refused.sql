CREATE PROCEDURE while_loop(n int) LANGUAGE plpgsql AS $$
DECLARE i int := 0; x int;
BEGIN
  WHILE i < n LOOP
    SELECT v INTO x FROM kv WHERE k = 'x';
    i := i + x;
  END LOOP;
END $$;
CREATE PROCEDURE not_understood(what text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE what;
END $$;
