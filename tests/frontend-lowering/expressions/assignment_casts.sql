CREATE TABLE price (id integer PRIMARY KEY, amount numeric(8,2) NOT NULL, code varchar(4), day date);
CREATE FUNCTION p(a numeric(12,4), t text, at timestamp, OUT r numeric(3,1)) LANGUAGE plpgsql AS $$
DECLARE
  cents numeric(12,2) := a;
  whole integer := cents;
  same price.amount%TYPE;
  wide numeric := a;
  day date := at;
BEGIN
SELECT amount INTO same FROM price WHERE id = whole;
UPDATE price SET amount = same + 1, code = 'ab' WHERE id = 1;
UPDATE price SET amount = same * 0.5, code = t, day = p.day WHERE id = 2;
UPDATE price SET amount = wide, code = 'abcdef', day = '2024-01-01' WHERE id = 3 AND price.day <> 'today';
r := wide;
UPDATE price SET amount = r WHERE id = 4;
END;
$$;
