-- level: read-atomic
-- never: safe
-- why: loops nested deeper than the encoding follows are not followed, and not ignored
CREATE TABLE b(k int PRIMARY KEY, v int NOT NULL);
CREATE FUNCTION p(p_k int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
FOR i0 IN 1..p_k LOOP
FOR i1 IN 1..p_k LOOP
FOR i2 IN 1..p_k LOOP
FOR i3 IN 1..p_k LOOP
FOR i4 IN 1..p_k LOOP
FOR i5 IN 1..p_k LOOP
FOR i6 IN 1..p_k LOOP
FOR i7 IN 1..p_k LOOP
FOR i8 IN 1..p_k LOOP
FOR i9 IN 1..p_k LOOP
FOR i10 IN 1..p_k LOOP
FOR i11 IN 1..p_k LOOP
FOR i12 IN 1..p_k LOOP
FOR i13 IN 1..p_k LOOP
FOR i14 IN 1..p_k LOOP
FOR i15 IN 1..p_k LOOP
FOR i16 IN 1..p_k LOOP
FOR i17 IN 1..p_k LOOP
FOR i18 IN 1..p_k LOOP
FOR i19 IN 1..p_k LOOP
UPDATE b SET v = v + 1 WHERE k = i19;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END LOOP;
END $$;
