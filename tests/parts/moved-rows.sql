-- A handler may run because a row has moved to another partition: the server refuses that at read committed, too.
CREATE TABLE task (id int, state text NOT NULL, tries int NOT NULL, PRIMARY KEY (id, state)) PARTITION BY LIST (state);
CREATE TABLE task_open PARTITION OF task FOR VALUES IN ('open');
CREATE TABLE task_done PARTITION OF task FOR VALUES IN ('done');

CREATE PROCEDURE finish(p_id int) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task SET state = 'done' WHERE id = p_id AND state = 'open';
END $$;

CREATE FUNCTION retry(p_id int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task SET tries = tries + 1 WHERE id = p_id AND state = 'open';
  RETURN 0;
EXCEPTION WHEN serialization_failure THEN
  RETURN -1;
END $$;

CREATE PROCEDURE count_try(p_id int) LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  SELECT tries INTO n FROM task WHERE id = p_id AND state = 'open';
  UPDATE task SET tries = n + 1 WHERE id = p_id AND state = 'open';
END $$;
