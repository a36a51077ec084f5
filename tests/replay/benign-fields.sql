-- What is found first of these is benign: documents without the field. Its value goes through a variable, so no
-- literal says which value it has to have.
CREATE TABLE stock (id int PRIMARY KEY, doc jsonb);
CREATE PROCEDURE take(p_id int, INOUT r text) LANGUAGE plpgsql AS $$
DECLARE
  left_over int;
BEGIN
  SELECT (doc ->> 'left')::int INTO left_over FROM stock WHERE id = p_id;
  IF left_over <= 0 THEN
    r := 'none';
    RETURN;
  END IF;
  UPDATE stock SET doc = jsonb_set(doc, '{left}', to_jsonb(left_over - 1)) WHERE id = p_id;
  r := left_over;
END $$;
CREATE PROCEDURE finish(p_id int, INOUT r text) LANGUAGE plpgsql AS $$
DECLARE
  d jsonb;
  s text;
BEGIN
  SELECT doc INTO d FROM stock WHERE id = p_id;
  s := d #>> '{state,name}';
  IF s <> 'open' THEN
    r := 'no';
    RETURN;
  END IF;
  UPDATE stock SET doc = jsonb_set(d, '{state,name}', '"closed"') WHERE id = p_id;
  r := s;
END $$;
