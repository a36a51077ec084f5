"""Conditions that hold of ordinary numbers, times and texts alone, or never of them: NaN, infinities, money, floats that
round, hours that the clock leaves out, texts and char(n) with blanks at their ends, equal values that are written differently."""

NUMERICS = ["0", "1", "-1", "1.0", "0.01", "5", "'NaN'", "'Infinity'", "'-Infinity'", "1e-16383", "NULL"]
FLOATS = ["0", "1", "'-0'", "1e30", "16777217", "0.1", "'NaN'", "'Infinity'", "'-Infinity'"]
MONEYS = ["'0'", "'0.01'", "'-0.01'", "'1.00'", "'3.33'"]
DATES = ["'2021-03-14'", "'infinity'", "'-infinity'", "'2024-02-29'", "'2011-12-30'", "'2011-12-31'"]
STAMPS = ["'2021-03-14 02:30'", "'2021-03-14 03:30'", "'infinity'", "'-infinity'", "'2021-11-07 01:30'"]
ZONED = ["'2021-03-14 03:30-04'", "'2021-03-14 07:30+00'", "'infinity'", "'2011-12-30 10:00+00'", "'2021-11-07 05:30+00'"]
INTERVALS = ["'1 mon'", "'30 days'", "'1 day'", "'24 hours'", "'0'", "'25 hours'"]
TEXTS = ["'a'", "'a '", "'A'", "''", "'b'"]
INTEGERS = ["0", "-1", "1", "3", "2147483647"]

# type, its values
KINDS = {"numeric": NUMERICS, "real": FLOATS, "double precision": FLOATS, "money": MONEYS, "date": DATES,
         "timestamp": STAMPS, "timestamptz": ZONED, "interval": INTERVALS, "text": TEXTS, "char(3)": TEXTS,
         "varchar(4)": TEXTS, "integer": INTEGERS, "bigint": INTEGERS}
NUMBERS = ["numeric", "real", "double precision", "integer", "bigint"]
PLAIN = {"char(3)": "char", "varchar(4)": "varchar"}


def number_test(r, x, y):
    return r.choice([f"{x} + 1 > {x}", f"{x} - 1 < {x}", f"{x} - {x} = 0", f"{x} * 0 = 0", f"{x} + {y} = {y} + {x}",
                     f"{x} + {y} - {y} = {x}", f"- {x} < 0", f"{x} > 0", f"{x} * 2 = {x} + {x}", f"{x} * 0.1 = 0",
                     f"{x} + 1 - 1 = {x}", f"{x} < {y} AND {x} - {y} < 0", f"{x} - {y} = 0", f"{x} = {y}", f"{x} * 0.5 < {x}",
                     f"{x} > 100 AND - {x} > 100", f"{x} + 0.5 > {x}", f"- (- {x}) = {x}", f"{x} * -1 = - {x}", f"{x} < {x} + {y}"])


def written(r, x, kind):
    """The same value, perhaps written in another way."""
    if kind == "interval":
        return r.choice([f"justify_hours({x})", f"justify_days({x})", f"({x} * 1)", f"({x} / 2 * 2)", f"({x} + interval '0')"])
    return r.choice([f"round({x}, {r.choice([2, 3])})", f"trim_scale({x})", f"{x}::numeric(10,{r.choice([2, 3])})", f"({x} / 1)",
                     f"({x} * 1)", f"({x} + 0.00)", f"({x} * 1.0)", f"(- (- {x}))", f"greatest({x}, {x} * 1.0)", f"coalesce({x}, 0)",
                     f"(CASE WHEN {x} > 0 THEN round({x}, 2) ELSE {x} END)", f"(SELECT round({x}, 1))"])


def spelled_test(r, x, y, kind, other):
    """Equal values whose texts differ."""
    ways = [x, written(r, x, kind), written(r, x, kind)] + ([y, written(r, y, other)] if other == kind else [])
    left, right = r.sample(ways, 2)
    shown = r.choice(["{}::text", "md5({}::text)", "'x' || {}", "ROW({})::text", "{}::text"]).format
    if kind == "interval":
        shown = r.choice(["{}::text", "extract(day FROM {})", "date '2024-01-31' + {}"]).format
    return f"{left} = {right} AND {shown(left)} <> {shown(right)}"


def test(r, kinds, names):
    """Of two or three values."""
    i = r.randrange(len(kinds))
    x, kind = names[i], kinds[i]
    others = [(n, k) for n, k in zip(names, kinds) if n != x]
    y, other = r.choice(others)
    if kind in ("numeric", "interval") and r.random() < 0.3:
        return spelled_test(r, x, y, kind, other)
    if kind in NUMBERS and other in NUMBERS:
        return number_test(r, x, y)
    if kind == "money":
        return r.choice([f"{x} * 0.5 = '0'::money", f"{x} > '0'::money", f"{x} / 2 < {x}", f"{x} - {x} = '0'::money",
                         f"{x} * 2 / 2 = {x}", f"{x} / 3 * 3 = {x}", f"{x} + '0.01' > {x}"])
    if kind == "date":
        tests = [f"{x} + 1 > {x}", f"{x} - 1 < {x}", f"{x} <= {x} + 1"]
    elif kind in ("timestamp", "timestamptz"):
        tests = [f"{x} + interval '1 day' > {x}", f"{x} + interval '1 month' - interval '1 month' = {x}", f"{x} <= {x}"]
    elif kind == "interval":
        tests = [f"{x} = interval '30 days'", f"{x} * 2 > {x}", f"timestamp '2024-02-01' + {x} = timestamp '2024-03-02'"]
    elif kind in ("text", "char(3)", "varchar(4)"):
        tests = [f"{x} = 'a'", f"{x} || 'x' = 'ax'", f"length({x}) = 1", f"octet_length({x}) = 1", f"lower({x}) = {x}"]
    else:
        tests = [f"{x} <= {x}", f"{x} << 31 > 0", f"to_hex({x}) = 'ffffffff'"] if kind in ("integer", "bigint") else [f"{x} = {x}"]
    times, texts = ("date", "timestamp", "timestamptz"), ("text", "char(3)", "varchar(4)")
    if (kind in times and other in times) or (kind in texts and other in texts) or kind == other:
        tests += [f"{x} = {y}", f"{x} < {y}", f"{x} <> {y}"] * 2
    return r.choice(tests)


def condition(r, kinds, names):
    parts = [test(r, kinds, names) for _ in range(r.choice([1, 2, 2, 3]))]
    parts = [p if r.random() < 0.6 else f"NOT ({p})" for p in parts]
    return f"({' AND '.join(parts)}) IS {r.choice(['TRUE', 'TRUE', 'NOT TRUE'])}"


def chosen(r):
    """Types that can be compared."""
    group = r.choice([NUMBERS, NUMBERS, NUMBERS, ["money"], ["date", "timestamp", "timestamptz"], ["interval"],
                      ["text", "char(3)", "varchar(4)"], ["integer", "bigint"]])
    return [r.choice(group) for _ in range(3)]


def literal(r, kind):
    return f"{r.choice(KINDS[kind])}::{kind}"


def draw(r):
    kinds = chosen(r)
    zone = r.choice(["UTC", "America/New_York", "Pacific/Apia"])
    if r.random() < 0.6: # over arguments
        names = ["a", "b", "c"]
        parameters = ", ".join(f"{n} {PLAIN.get(k, k)}" for n, k in zip(names, kinds))
        body = f"""CREATE FUNCTION f({parameters}, z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  IF NOT ({condition(r, kinds, names)}) THEN
    RETURN -1;
  END IF;
  SELECT count(*) INTO n FROM t WHERE v = 0;
  /*P*/
  UPDATE t SET v = 1 WHERE k = z;
  RETURN n;
END $$;"""
        values = ", ".join(literal(r, k) for k in kinds)
        calls = [[f"SELECT f({values}, 1)", f"SELECT f({values}, 2)"]]
        init = [f"SET TIME ZONE '{zone}'", "INSERT INTO t VALUES (1, 0), (2, 0)"]
        return {"sql": "CREATE TABLE t (k integer PRIMARY KEY, v integer NOT NULL);\n" + body, "init": init, "calls": calls}
    names = ["t.a", "t.b", "t.c"]
    columns = ", ".join(f"{n[2:]} {k} NOT NULL" for n, k in zip(names, kinds))
    where = condition(r, kinds, names)
    body = f"""CREATE TABLE t (k integer PRIMARY KEY, {columns}, v integer NOT NULL);
CREATE FUNCTION f(z integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  SELECT count(*) INTO n FROM t WHERE v = 0 AND {where};
  /*P*/
  UPDATE t SET v = 1 WHERE k = z AND {where};
  RETURN n;
END $$;"""
    values = [r.choice(KINDS[k]) for k in kinds]
    values = [v if v != "NULL" else KINDS[k][0] for v, k in zip(values, kinds)]
    row = ", ".join(f"{v}::{k}" for v, k in zip(values, kinds))
    init = [f"SET TIME ZONE '{zone}'", f"INSERT INTO t VALUES (1, {row}, 0), (2, {row}, 0)"]
    return {"sql": body, "init": init, "calls": [["SELECT f(1)", "SELECT f(2)"]]}
