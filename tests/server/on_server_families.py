"""The tables and random statements of on_server.py. Each schedule has tables of its own: copies of a family's, numbered."""

import re
import typing


class Family(typing.NamedTuple):
    names: list  # of what is copied; the tables first
    tables: int  # so many of the names
    definitions: str
    rows: str
    statement: typing.Callable
    sessions: tuple = (3,)
    most_statements: int = 4
    plans_vary: bool = True
    serializable: bool = False  # at no other level

    def of_copy(self, text, copy):
        return re.sub(rf"\b({'|'.join(self.names)})\b", rf"\1_{copy}", text)

    def schema(self, copy):
        return self.of_copy(self.definitions + self.rows, copy)

    def tables_of(self, copy):
        return [f"{name}_{copy}" for name in self.names[:self.tables]]


def accounts(draw):
    row, parent, number = draw.randint(1, 4), draw.randint(1, 3), draw.randint(0, 12)
    return draw.choice([
        f"SELECT amount FROM account WHERE id = {row}",
        "SELECT id, amount FROM account ORDER BY id",
        f"SELECT count(*), sum(amount) FROM account WHERE owner = {parent}",
        f"SELECT amount FROM account WHERE id = {row} FOR UPDATE",
        f"SELECT id FROM account WHERE amount > {number} ORDER BY id FOR SHARE",
        f"SELECT n FROM parent WHERE id = {parent} FOR NO KEY UPDATE",
        f"UPDATE account SET amount = amount - {number} WHERE id = {row}",
        f"UPDATE account SET amount = {number} WHERE owner = {parent}",
        f"UPDATE account SET code = {number % 4} WHERE id = {row}",
        f"UPDATE parent SET n = n + 1 WHERE id = {parent}",
        f"UPDATE account SET owner = {parent} WHERE id = {row}",
        f"INSERT INTO account VALUES ({row}, {parent}, {number}, NULL)",
        f"INSERT INTO account VALUES ({row}, {parent}, {number}, NULL) ON CONFLICT (id) DO UPDATE SET amount = account.amount + 1",
        f"INSERT INTO parent VALUES ({parent}, 0)",
        f"DELETE FROM account WHERE id = {row} RETURNING amount",
        f"DELETE FROM parent WHERE id = {parent}",
        f"SELECT pg_advisory_xact_lock({parent})",
        "SAVEPOINT s",
        "ROLLBACK TO SAVEPOINT s",
    ])


ACCOUNTS = Family(["account", "parent"], 2, """
CREATE TABLE parent (id integer PRIMARY KEY, n integer NOT NULL);
CREATE TABLE account (id integer PRIMARY KEY, owner integer NOT NULL REFERENCES parent, amount integer NOT NULL CHECK (amount >= 0),
                      code integer UNIQUE);
""", """
INSERT INTO parent VALUES (1, 1), (2, 2);
INSERT INTO account VALUES (1, 1, 10, 1), (2, 1, 10, 2), (3, 2, 10, NULL);
""", accounts, plans_vary=False)



def locks(draw):
    row, parent, number = draw.randint(1, 4), draw.randint(1, 3), draw.randint(0, 12)
    mode = draw.choice(["UPDATE", "NO KEY UPDATE", "SHARE", "KEY SHARE"])
    how = draw.choice(["", "", " NOWAIT", " SKIP LOCKED"])
    lock = draw.choice(["pg_advisory_lock", "pg_advisory_xact_lock", "pg_advisory_xact_lock_shared", "pg_try_advisory_xact_lock",
                        "pg_try_advisory_lock", "pg_advisory_lock_shared", "pg_advisory_unlock", "pg_try_advisory_xact_lock_shared"])
    table = draw.choice(["ACCESS SHARE", "ROW SHARE", "ROW EXCLUSIVE", "SHARE UPDATE EXCLUSIVE", "SHARE", "SHARE ROW EXCLUSIVE",
                         "EXCLUSIVE", "ACCESS EXCLUSIVE"])
    return draw.choice([
        f"SELECT amount FROM account WHERE id = {row} FOR {mode}{how}",
        f"SELECT id FROM account ORDER BY id FOR {mode}{how}",
        f"SELECT id FROM account WHERE owner = {parent} ORDER BY id LIMIT 1 FOR {mode}{how}",
        f"SELECT n FROM parent WHERE id = {parent} FOR {mode}{how}",
        f"SELECT a.id, p.n FROM account a JOIN parent p ON p.id = a.owner WHERE a.id = {row} FOR {mode} OF a{how}",
        f"SELECT a.id, p.n FROM account a JOIN parent p ON p.id = a.owner WHERE a.id = {row} FOR {mode}{how}",
        f"SELECT {lock}({number % 2})",
        f"LOCK TABLE account IN {table} MODE{draw.choice(['', '', ' NOWAIT'])}",
        f"UPDATE account SET id = {draw.randint(1, 5)} WHERE id = {row}",
        f"UPDATE parent SET id = {draw.randint(1, 4)} WHERE id = {parent}",
        f"UPDATE account SET amount = amount + 1 WHERE id = {row} RETURNING amount",
        f"UPDATE account SET amount = n FROM parent WHERE parent.id = owner AND account.id = {row}",
        f"UPDATE account SET amount = (SELECT max(amount) FROM account) WHERE id = {row}",
        f"UPDATE account SET amount = amount WHERE amount > {number}",
        f"UPDATE account SET amount = (SELECT max(amount) + 1 FROM account) WHERE owner = {parent} RETURNING id, amount",
        f"DELETE FROM account USING parent WHERE parent.id = owner AND n = {parent}",
        f"DELETE FROM account WHERE amount < {number}",
        f"INSERT INTO account VALUES ({row}, {parent}, {number}, {number % 4}) ON CONFLICT DO NOTHING",
        f"INSERT INTO account VALUES ({row}, {parent}, {number}, {number % 4}) ON CONFLICT (id) DO NOTHING RETURNING id",
        f"INSERT INTO account VALUES ({row}, {parent}, {number}, {number % 4}) ON CONFLICT (code) DO UPDATE SET amount = excluded.amount",
        f"INSERT INTO account SELECT max(id) + 1, {parent}, {number}, NULL FROM account",
        f"INSERT INTO account SELECT id + 2, owner, amount, NULL FROM account WHERE id = {row}",
        f"MERGE INTO account USING (SELECT {row} AS k) s ON id = k WHEN MATCHED THEN UPDATE SET amount = amount + 1 "
        f"WHEN NOT MATCHED THEN INSERT VALUES (k, {parent}, {number}, NULL)",
        f"MERGE INTO account USING parent ON owner = parent.id WHEN MATCHED AND n = {parent} THEN DELETE",
        f"WITH gone AS (DELETE FROM account WHERE id = {row} RETURNING amount) SELECT sum(amount) FROM gone",
        "INSERT INTO parent VALUES (nextval('numbers') + 2, 0) RETURNING id",
        "SELECT nextval('numbers')",
        "SELECT count(*) FROM account WHERE EXISTS (SELECT FROM parent WHERE parent.id = owner AND n > 1)",
        "SAVEPOINT s",
        "ROLLBACK TO SAVEPOINT s",
        "RELEASE SAVEPOINT s",
    ])


def withs(draw):
    row, other, parent, number = draw.randint(1, 4), draw.randint(1, 4), draw.randint(1, 3), draw.randint(0, 12)
    mode = draw.choice(["UPDATE", "NO KEY UPDATE", "SHARE", "KEY SHARE"])
    insert = f"INSERT INTO account VALUES ({row}, {parent}, {number}, NULL)"
    write = draw.choice([f"UPDATE account SET amount = amount + 1 WHERE id = {row}", f"DELETE FROM account WHERE id = {row}", insert,
                         f"{insert} ON CONFLICT (id) DO UPDATE SET amount = excluded.amount",
                         f"UPDATE account SET amount = {number} WHERE owner = {parent}"])
    second = draw.choice([f"UPDATE parent SET n = n + 1 WHERE id = {parent}", f"INSERT INTO parent VALUES ({parent}, 1)",
                          f"DELETE FROM parent WHERE id = {parent}", "UPDATE parent SET n = n + 1"])
    lock = draw.choice([f"SELECT id, amount FROM account WHERE id = {other} FOR {mode}", f"SELECT id FROM account ORDER BY id FOR {mode}",
                        f"SELECT n FROM parent WHERE id = {parent} FOR {mode}", f"SELECT id FROM parent ORDER BY id FOR {mode}"])
    parents = f"SELECT id, n FROM parent WHERE id = {draw.randint(1, 3)} FOR {mode}"
    w, v, one = f"w AS ({write} RETURNING id, owner)", f"v AS ({second} RETURNING id)", f"l AS ({parents})"
    return draw.choice([
        f"WITH w AS ({write}) {lock}",
        f"WITH {w} {lock}",
        f"WITH w AS ({write}), v AS ({second}) SELECT count(*) FROM parent",
        f"WITH v AS ({second}), w AS ({write}) SELECT sum(amount) FROM account",
        f"WITH v AS ({second}), w AS ({write}) {parents}",
        f"WITH {w} SELECT id FROM w",
        f"WITH {w}, {v} SELECT (SELECT count(*) FROM w), (SELECT count(*) FROM v)",
        f"WITH {w}, {v} SELECT (SELECT count(*) FROM v), (SELECT count(*) FROM w)",
        f"WITH {w}, {v} SELECT count(*) FROM v",
        f"WITH {w} SELECT n FROM parent WHERE id = (SELECT max(owner) FROM w) FOR {mode}",
        f"WITH {one}, {w} SELECT count(*) FROM w",
        f"WITH {one}, {w} SELECT (SELECT count(*) FROM w), (SELECT count(*) FROM l)",
        f"WITH {one} UPDATE account SET amount = amount + 1 WHERE id = {row} AND EXISTS (SELECT FROM l)",
        f"WITH {w} UPDATE parent SET n = n + 1 WHERE id = {parent}",
        f"WITH {w} UPDATE parent SET n = n + 1 WHERE id IN (SELECT owner FROM w)",
        f"WITH v AS ({second}) {write}",
        f"WITH {w} INSERT INTO parent SELECT owner + {number % 3}, 0 FROM w",
        f"WITH {w} INSERT INTO parent SELECT id, owner FROM w WHERE owner < 3 ON CONFLICT (id) DO UPDATE SET n = parent.n + 1",
        f"WITH {v} INSERT INTO account SELECT id + {row}, id, {number}, NULL FROM v",
        f"WITH {v} INSERT INTO account SELECT id + {row - 1}, id, {number}, NULL FROM (SELECT id FROM v WHERE id < 3) s LIMIT 1",
        f"INSERT INTO account SELECT id + {row}, id, {number}, NULL FROM parent FOR {mode}",
        f"WITH {w} UPDATE parent SET n = n + 1 FROM w WHERE parent.id = w.owner",
        f"WITH {w} DELETE FROM parent USING w WHERE parent.id = w.owner",
        f"WITH {v} UPDATE account SET amount = amount + 1 FROM v WHERE account.id = v.id",
        f"UPDATE account SET amount = {number} WHERE id = {row}",
        f"UPDATE parent SET n = n + 1 WHERE id = {parent}",
        f"DELETE FROM account WHERE id = {row}",
        insert,
        f"SELECT id FROM account WHERE id = {row} FOR {mode}",
        f"SELECT n FROM parent WHERE id = {parent} FOR {mode}",
    ])


def shop(draw):
    item, line, number = draw.randint(1, 3), draw.randint(1, 4), draw.randint(1, 4)
    return draw.choice([
        f"SELECT stock, sold FROM item WHERE id = {item}",
        "SELECT id, item, n FROM line ORDER BY id",
        "SELECT what FROM audit ORDER BY id, what",
        f"INSERT INTO line VALUES ({line}, {item}, {number})",
        f"INSERT INTO line VALUES ({line}, {item}, {number}) ON CONFLICT (id) DO UPDATE SET n = line.n + excluded.n",
        f"UPDATE line SET n = {number} WHERE id = {line}",
        f"UPDATE line SET item = {item} WHERE id = {line}",
        f"DELETE FROM line WHERE id = {line}",
        f"DELETE FROM item WHERE id = {item}",
        f"UPDATE item SET id = {draw.randint(1, 4)} WHERE id = {item}",
        f"UPDATE item SET stock = stock - {number} WHERE id = {item} AND stock >= {number}",
        f"INSERT INTO item VALUES ({item}, {number}, 0)",
        f"SELECT buy({item}, {number})",
        f"SELECT take({item}, {number})",
        f"SELECT tried({line}, {item})",
        f"SELECT swap({item}, {draw.randint(1, 3)})",
        f"INSERT INTO note VALUES ({line}, {item})",
        f"DELETE FROM note WHERE id = {line}",
        f"UPDATE note SET item = {item} WHERE id = {line}",
        "SET CONSTRAINTS ALL IMMEDIATE",
        "SET CONSTRAINTS ALL DEFERRED",
        f"SELECT stock FROM item WHERE id = {item} FOR UPDATE",
        "SAVEPOINT s",
        "ROLLBACK TO SAVEPOINT s",
    ])


SHOP = Family(["item", "line", "note", "audit", "moved", "log_item", "buy", "take", "tried", "swap"], 4, """
CREATE TABLE item (id integer PRIMARY KEY, stock integer NOT NULL CHECK (stock >= 0), sold integer NOT NULL DEFAULT 0);
CREATE TABLE line (id integer PRIMARY KEY, item integer REFERENCES item ON DELETE CASCADE ON UPDATE CASCADE, n integer NOT NULL);
CREATE TABLE note (id integer PRIMARY KEY, item integer REFERENCES item ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE audit (id integer, what text);
CREATE FUNCTION moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE item SET sold = sold + NEW.n WHERE id = NEW.item;
  RETURN NEW;
END $$;
CREATE TRIGGER moved BEFORE INSERT ON line FOR EACH ROW EXECUTE FUNCTION moved();
CREATE FUNCTION log_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit VALUES (OLD.id, TG_OP);
  RETURN NULL;
END $$;
CREATE TRIGGER log_item AFTER UPDATE OF stock OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION log_item();
CREATE FUNCTION buy(which integer, many integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE left_over integer;
BEGIN
  SELECT stock INTO left_over FROM item WHERE id = which;
  IF left_over < many THEN RETURN false; END IF;
  UPDATE item SET stock = left_over - many WHERE id = which;
  RETURN FOUND;
END $$;
CREATE FUNCTION take(which integer, many integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE left_over integer;
BEGIN
  SELECT stock INTO STRICT left_over FROM item WHERE id = which FOR UPDATE;
  IF left_over < many THEN RAISE EXCEPTION 'only % left', left_over; END IF;
  UPDATE item SET stock = stock - many WHERE id = which RETURNING stock INTO left_over;
  RETURN left_over;
END $$;
CREATE FUNCTION tried(which integer, what integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO line VALUES (which, what, 1);
  RETURN 'new';
EXCEPTION
  WHEN unique_violation THEN
    UPDATE line SET n = n + 1 WHERE id = which;
    RETURN 'more';
  WHEN foreign_key_violation THEN
    RETURN 'none';
END $$;
CREATE FUNCTION swap(one integer, other integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  FOR r IN SELECT id, n FROM line WHERE item = one ORDER BY id LOOP
    UPDATE line SET item = other WHERE id = r.id;
    UPDATE item SET sold = sold + r.n WHERE id = other;
  END LOOP;
END $$;
""", """
INSERT INTO item VALUES (1, 5, 0), (2, 5, 0);
INSERT INTO line VALUES (1, 1, 1), (2, 1, 2);
INSERT INTO note VALUES (1, 1), (2, 2);
""", shop)


def bookings(draw):
    room, day, who = draw.randint(1, 2), draw.choice([1, 2, 3, 11, 12, 13]), draw.randint(1, 3)
    return draw.choice([
        f"SELECT who FROM booking WHERE day = {day} AND room = {room}",
        f"SELECT count(*) FROM booking WHERE who = {who}",
        "SELECT day, room, who FROM booking ORDER BY day, room",
        f"INSERT INTO booking VALUES ({day}, {room}, {who})",
        f"INSERT INTO booking VALUES ({day}, {room}, {who}) ON CONFLICT DO NOTHING",
        f"INSERT INTO booking VALUES ({day}, {room}, {who}) ON CONFLICT (day, room) DO UPDATE SET who = excluded.who",
        f"UPDATE booking SET who = {who} WHERE day = {day} AND room = {room}",
        f"UPDATE booking SET day = {draw.choice([1, 2, 11, 12])} WHERE day = {day} AND room = {room}",
        f"UPDATE booking SET room = {3 - room} WHERE day = {day} AND room = {room}",
        f"DELETE FROM booking WHERE day = {day} AND room = {room}",
        f"SELECT who FROM booking WHERE day = {day} AND room = {room} FOR UPDATE",
        f"SELECT who FROM booking WHERE who = {who} ORDER BY day, room FOR SHARE",
        f"INSERT INTO stay VALUES (int4range({day}, {day + draw.randint(1, 4)}), {who})",
        f"DELETE FROM stay WHERE who = {who}",
        f"UPDATE stay SET during = int4range({day}, {day + draw.randint(1, 4)}) WHERE who = {who}",
        "SELECT during, who FROM stay ORDER BY during",
        f"UPDATE turn SET place = place + 1 WHERE place >= {who}",
        f"UPDATE turn SET place = {who} WHERE name = 'n{draw.randint(1, 3)}'",
        f"INSERT INTO turn VALUES ('n{draw.randint(3, 4)}', {who})",
        f"DELETE FROM turn WHERE place = {who}",
        "SELECT name, place FROM turn ORDER BY name",
        "SET CONSTRAINTS ALL IMMEDIATE",
        "SAVEPOINT s",
        "ROLLBACK TO SAVEPOINT s",
    ])


BOOKINGS = Family(["booking", "stay", "turn", "early", "late"], 3, """
CREATE TABLE booking (day integer, room integer, who integer NOT NULL, PRIMARY KEY (day, room)) PARTITION BY RANGE (day);
CREATE TABLE early PARTITION OF booking FOR VALUES FROM (1) TO (10);
CREATE TABLE late PARTITION OF booking FOR VALUES FROM (10) TO (20);
CREATE TABLE stay (during int4range NOT NULL, who integer NOT NULL, EXCLUDE USING gist (during WITH &&));
CREATE TABLE turn (name text PRIMARY KEY, place integer UNIQUE DEFERRABLE INITIALLY DEFERRED);
""", """
INSERT INTO booking VALUES (1, 1, 1), (2, 1, 2), (11, 1, 1), (12, 2, 3);
INSERT INTO stay VALUES (int4range(1, 3), 1), (int4range(5, 8), 2);
INSERT INTO turn VALUES ('n1', 1), ('n2', 2);
""", bookings)



def orders(draw):
    row, place, code, low = draw.randint(1, 4), draw.randint(1, 4), draw.randint(1, 4), draw.randint(1, 9)
    span = f"int4range({low}, {low + draw.randint(1, 3)})"
    return draw.choice([
        "SELECT id, place, code, span FROM spot ORDER BY id",
        "SELECT id, part, code, span FROM slot ORDER BY id",
        f"INSERT INTO spot VALUES ({place}, {code}, {span}, {row})",
        f"INSERT INTO spot VALUES ({place}, {code}, {span}, {row})",
        f"INSERT INTO spot VALUES ({place}, {code}, {span}, {row}) ON CONFLICT (code) DO NOTHING",
        f"INSERT INTO spot VALUES ({place}, {code}, {span}, {row}) ON CONFLICT (id) DO UPDATE SET place = excluded.place",
        f"UPDATE spot SET place = {place} WHERE id = {row}",
        f"UPDATE spot SET code = {code}, place = {place} WHERE id = {row}",
        f"UPDATE spot SET span = {span} WHERE id = {row}",
        f"UPDATE spot SET id = {draw.randint(1, 4)} WHERE id = {row}",
        f"UPDATE spot SET place = place + 1 WHERE place >= {place}",
        f"DELETE FROM spot WHERE id = {row}",
        f"INSERT INTO slot VALUES ({row}, {code}, {span}, {place})",
        f"INSERT INTO slot VALUES ({row}, {code}, {span}, {place})",
        f"INSERT INTO slot VALUES ({row}, {code}, {span}, {place}) ON CONFLICT DO NOTHING",
        f"INSERT INTO slot VALUES ({row}, {code}, {span}, {place}) ON CONFLICT (code) DO UPDATE SET span = excluded.span",
        f"UPDATE slot SET code = {code}, part = {place} WHERE id = {row}",
        f"UPDATE slot SET span = {span} WHERE id = {row}",
        f"UPDATE slot SET id = {draw.randint(1, 4)}, part = {place} WHERE id = {row}",
        f"DELETE FROM slot WHERE id = {row}",
        f"SELECT place FROM spot WHERE id = {row} FOR UPDATE",
        "SET CONSTRAINTS ALL IMMEDIATE",
        "SAVEPOINT s",
        "ROLLBACK TO SAVEPOINT s",
    ])


ORDERS = Family(["spot", "slot"], 2, """
CREATE TABLE spot (place integer UNIQUE DEFERRABLE INITIALLY DEFERRED, code integer UNIQUE, span int4range, id integer PRIMARY KEY,
                   EXCLUDE USING gist (span WITH &&));
CREATE TABLE slot (id integer, code integer UNIQUE, span int4range, part integer);
CREATE UNIQUE INDEX ON slot (part) WHERE code > 1;
ALTER TABLE slot ADD EXCLUDE USING gist (span WITH &&), ADD PRIMARY KEY (id);
""", """
INSERT INTO spot VALUES (1, 1, int4range(1, 2), 1), (2, 2, int4range(4, 6), 2);
INSERT INTO slot VALUES (1, 1, int4range(1, 2), 1), (2, 2, int4range(4, 6), 2);
""", orders)



def uniques(draw):
    a, b, c = draw.randint(3, 4), draw.randint(3, 4), draw.randint(3, 5)
    where = draw.choice([f"c = {draw.randint(3, 5)}"] * 3 + [f"a = {draw.randint(1, 4)}", f"b = {draw.randint(1, 4)}"])
    change = f"{draw.choice('abc')} = {draw.randint(2, 4)}"
    insert = f"INSERT INTO thing VALUES ({a}, {b}, {c}, {draw.randint(0, 9)})"
    return draw.choice([f"SELECT a, b, c, n FROM thing WHERE {where}"] * 9 + [insert] * 9 + [
        f"SELECT n FROM thing WHERE {where} FOR UPDATE",
        "SELECT count(*) FROM thing",
        f"{insert} ON CONFLICT ({draw.choice('abc')}) DO NOTHING",
        f"{insert} ON CONFLICT ({draw.choice('abc')}) DO UPDATE SET n = thing.n + 1",
        f"{insert} ON CONFLICT ({draw.choice('abc')}) DO UPDATE SET {change}",
        f"UPDATE thing SET n = n + 1 WHERE {where}",
        f"UPDATE thing SET {change} WHERE {where}",
        f"DELETE FROM thing WHERE {where}",
    ])


UNIQUES = Family(["thing"], 1, """
CREATE TABLE thing (a integer UNIQUE, b integer UNIQUE, c integer PRIMARY KEY, n integer NOT NULL);
""", """
INSERT INTO thing VALUES (1, 1, 1, 0), (2, 2, 2, 0);
""", uniques, sessions=(2, 3), most_statements=6, plans_vary=False, serializable=True)

LOCKS = ACCOUNTS._replace(names=["account", "parent", "numbers"], definitions=ACCOUNTS.definitions + "CREATE SEQUENCE numbers;\n", plans_vary=True,
                          statement=locks)
WITHS = ACCOUNTS._replace(statement=withs, plans_vary=True)
FAMILIES = {"accounts": ACCOUNTS, "withs": WITHS, "locks": LOCKS, "shop": SHOP, "bookings": BOOKINGS, "orders": ORDERS, "uniques": UNIQUES}
