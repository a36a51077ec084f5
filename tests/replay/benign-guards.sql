-- What is found first of these is benign: a debit of -1, and one claim of nine. An amount above zero is refused by one
-- of two that run one after the other, and so is the second of two claims of one.
CREATE TABLE entry (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account int NOT NULL, amount int NOT NULL);
CREATE FUNCTION debit(p_account int, p_amount int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  b int;
BEGIN
  SELECT coalesce(sum(amount), 0) INTO b FROM entry WHERE account = p_account;
  IF b < p_amount THEN
    RAISE EXCEPTION 'there is less';
  END IF;
  INSERT INTO entry (account, amount) VALUES (p_account, -p_amount);
END $$;

CREATE TABLE task (id text PRIMARY KEY, state text NOT NULL, queue text, version text, priority int NOT NULL DEFAULT 0);
CREATE FUNCTION claim(p_queue text, p_limit int, p_version text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  v_running int;
  v_id text;
BEGIN
  SELECT count(*) INTO v_running FROM task WHERE queue = p_queue AND state = 'RUNNING';
  IF v_running >= p_limit THEN
    RETURN;
  END IF;
  FOR v_id IN SELECT id FROM task WHERE queue = p_queue AND state = 'WAITING' AND version = p_version
    ORDER BY priority LIMIT p_limit - v_running FOR UPDATE NOWAIT
  LOOP
    UPDATE task SET state = 'RUNNING' WHERE id = v_id AND state = 'WAITING';
    RETURN NEXT v_id;
  END LOOP;
END $$;
