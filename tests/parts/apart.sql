CREATE TABLE setting (name text PRIMARY KEY, value int NOT NULL);
CREATE TABLE job (id int PRIMARY KEY, owner int NOT NULL);
CREATE TABLE audit (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what text NOT NULL);

CREATE PROCEDURE set_0(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 0';
END $$;

CREATE PROCEDURE set_1(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 1';
END $$;

CREATE PROCEDURE set_2(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 2';
END $$;

CREATE PROCEDURE set_3(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 3';
END $$;

CREATE PROCEDURE set_4(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 4';
END $$;

CREATE PROCEDURE set_5(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 5';
END $$;

CREATE PROCEDURE set_6(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 6';
END $$;

CREATE PROCEDURE set_7(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 7';
END $$;

CREATE PROCEDURE set_8(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 8';
END $$;

CREATE PROCEDURE set_9(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 9';
END $$;

CREATE PROCEDURE set_10(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 10';
END $$;

CREATE PROCEDURE set_11(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 11';
END $$;

CREATE PROCEDURE set_12(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 12';
END $$;

CREATE PROCEDURE set_13(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 13';
END $$;

CREATE PROCEDURE set_14(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 14';
END $$;

CREATE PROCEDURE set_15(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 15';
END $$;

CREATE PROCEDURE set_16(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 16';
END $$;

CREATE PROCEDURE set_17(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 17';
END $$;

CREATE PROCEDURE set_18(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 18';
END $$;

CREATE PROCEDURE set_19(p int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = p WHERE name = 'setting 19';
END $$;

CREATE PROCEDURE take(p_id int, p_owner int) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE job SET owner = p_owner WHERE id = p_id;
    INSERT INTO audit (what) VALUES ('taken');
END $$;

CREATE FUNCTION watch() RETURNS TABLE (bytes bigint, backends bigint) LANGUAGE sql AS $$
    SELECT pg_total_relation_size('job'), (SELECT count(*) FROM pg_stat_activity);
$$;

CREATE PROCEDURE anything(p text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE p;
END $$;
