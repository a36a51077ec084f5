CREATE TABLE old_acc (id integer, kind text);
CREATE VIEW rich AS SELECT id, owner, bal FROM acc WHERE bal > 100;
CREATE RULE also AS ON DELETE TO acc DO ALSO DELETE FROM ord WHERE acc_id = OLD.id;
CREATE RULE instead AS ON UPDATE TO rich DO INSTEAD
  (UPDATE acc SET owner = NEW.owner WHERE id = OLD.id; INSERT INTO old_acc SELECT OLD.id, l.msg FROM log l);
CREATE RULE nothing AS ON INSERT TO rich DO INSTEAD NOTHING;
CREATE RULE big AS ON INSERT TO rich WHERE NEW.bal > 200 DO INSTEAD INSERT INTO old_acc VALUES (NEW.id, 'rich');
CREATE RULE none AS ON DELETE TO rich DO INSTEAD NOTHING;
CREATE RULE asks AS ON INSERT TO line WHERE EXISTS (SELECT FROM log WHERE msg = NEW.item) DO INSTEAD NOTHING;
CREATE FUNCTION on_table(x integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM acc WHERE id = x; $$;
CREATE FUNCTION of_another_event(x integer) RETURNS void LANGUAGE sql AS $$ UPDATE acc SET bal = 0 WHERE id = x; $$;
CREATE FUNCTION on_view(x integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
UPDATE rich SET owner = 'x' WHERE id = x;
RETURN FOUND;
END; $$;
CREATE FUNCTION some_or_nothing(x integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO rich VALUES (x, 'x', x); $$;
CREATE FUNCTION nothing_at_all(x integer) RETURNS void LANGUAGE sql AS $$ DELETE FROM rich WHERE id = x; $$;
CREATE FUNCTION by_condition(x integer) RETURNS void LANGUAGE sql AS $$ INSERT INTO line VALUES (x, 1, 'a', 2); $$;
CREATE FUNCTION in_with(x integer) RETURNS void LANGUAGE sql AS $$
WITH gone AS (DELETE FROM acc WHERE id = x RETURNING owner) INSERT INTO log (msg) SELECT owner FROM gone $$;
