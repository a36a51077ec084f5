-- accounts and a queue of jobs; purge_queue runs whatever text it is given
CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
CREATE TABLE job (id int PRIMARY KEY, state text NOT NULL);

CREATE FUNCTION withdraw(p int, amount int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    had int;
BEGIN
    SELECT balance INTO had FROM account WHERE id = p;
    IF had >= amount THEN
        UPDATE account SET balance = had - amount WHERE id = p;
    END IF;
END $$;

CREATE FUNCTION deposit(p int, amount int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account SET balance = balance + amount WHERE id = p;
END $$;

CREATE FUNCTION balance_of(p int) RETURNS int LANGUAGE sql AS $$ SELECT balance FROM account WHERE id = p $$;

CREATE FUNCTION finish_job(p int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE job SET state = 'done' WHERE id = p;
END $$;

CREATE FUNCTION purge_queue(command text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE command;
END $$;
