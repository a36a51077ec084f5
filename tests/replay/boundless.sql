-- Each takes more than there is, in its own way: rows, text, elements, memory.
CREATE TABLE note (id int PRIMARY KEY, amount bigint NOT NULL, body text, tags int[]);

CREATE PROCEDURE count_pairs(p int) LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  SELECT amount INTO n FROM note WHERE id = p;
  SELECT count(*) INTO n FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b;
  UPDATE note SET amount = n WHERE id = p;
END $$;

CREATE PROCEDURE double_text(p int) LANGUAGE plpgsql AS $$
DECLARE t text;
BEGIN
  SELECT coalesce(body, 'a') || 'a' INTO t FROM note WHERE id = p;
  FOR i IN 1..1000000000 LOOP
    t := t || t;
  END LOOP;
  UPDATE note SET body = t WHERE id = p;
END $$;

CREATE PROCEDURE double_array(p int) LANGUAGE plpgsql AS $$
DECLARE t int[];
BEGIN
  SELECT tags INTO t FROM note WHERE id = p;
  FOR i IN 1..1000000000 LOOP
    t := t || t || i;
  END LOOP;
  UPDATE note SET tags = t WHERE id = p;
END $$;

CREATE PROCEDURE collect(p int) LANGUAGE plpgsql AS $$
DECLARE t text;
BEGIN
  SELECT body INTO t FROM note WHERE id = p;
  SELECT string_agg(lpad(reverse(repeat('xy', 400000)), 900000, 'abc'), ',') INTO t FROM generate_series(1, 100000);
  UPDATE note SET body = t WHERE id = p;
END $$;
