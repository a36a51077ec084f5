"""Measures reading alone, at the size of an ERP system's database: the table of `run --reading`.

The routines are made up here, always the same: modules of documents with lines, and in each module routines in four
layers, each calling some of the layers below, in its own module and in others. They have what such code has: row locks,
loops over lines, IF and CASE, RETURNING, exceptions, triggers, overloads, records, sequences."""

import json
import os
import random
import tempfile

import measure as m

LAYERS = (("base", 0.35), ("step", 0.35), ("document", 0.2), ("process", 0.1))
PER_MODULE = 65


def tables(module):
    return f"""CREATE SEQUENCE {module}_number;
CREATE TABLE {module}_head (
    id bigint PRIMARY KEY DEFAULT nextval('{module}_number'),
    party int NOT NULL REFERENCES party,
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'posted', 'void')),
    total numeric(12, 2) NOT NULL DEFAULT 0,
    created timestamptz NOT NULL DEFAULT now(),
    changed timestamptz);
CREATE TABLE {module}_line (
    head bigint NOT NULL REFERENCES {module}_head ON DELETE CASCADE,
    place int NOT NULL,
    item int NOT NULL REFERENCES item,
    quantity numeric(10, 3) NOT NULL,
    price numeric(12, 2) NOT NULL,
    PRIMARY KEY (head, place));
CREATE TABLE {module}_log (id bigserial PRIMARY KEY, head bigint NOT NULL, what text NOT NULL, at timestamptz NOT NULL);
CREATE VIEW {module}_open AS SELECT h.id, h.party, h.total FROM {module}_head h WHERE h.status = 'open';
CREATE FUNCTION {module}_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed := now();
    RETURN NEW;
END $$;
CREATE TRIGGER {module}_touch BEFORE UPDATE ON {module}_head FOR EACH ROW EXECUTE FUNCTION {module}_touch();
"""


MASTER = """CREATE TABLE party (id int PRIMARY KEY, name text NOT NULL, credit numeric(12, 2) NOT NULL, open numeric(12, 2) NOT NULL);
CREATE TABLE item (id int PRIMARY KEY, name text NOT NULL, price numeric(12, 2) NOT NULL, on_hand numeric(12, 3) NOT NULL);
CREATE TABLE account (number int PRIMARY KEY, balance numeric(14, 2) NOT NULL);
CREATE TABLE posting (id bigserial PRIMARY KEY, account int NOT NULL REFERENCES account, amount numeric(14, 2) NOT NULL);
CREATE TABLE setting (name text PRIMARY KEY, value text NOT NULL);
"""

BASE = (
    """CREATE FUNCTION {name}(p_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT status FROM {t}_head WHERE id = p_id
$$;
""",
    """CREATE FUNCTION {name}(p_id bigint, p_what text DEFAULT 'changed') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO {t}_log (head, what, at) VALUES (p_id, p_what, now());
END $$;
""",
    """CREATE FUNCTION {name}(p_id bigint) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_total numeric := 0;
BEGIN
    SELECT coalesce(sum(l.quantity * l.price), 0) INTO v_total FROM {t}_line l WHERE l.head = p_id;
    IF (SELECT value FROM setting WHERE name = '{t}.tax') = 'yes' THEN
        v_total := v_total * 1.2;
    END IF;
    RETURN v_total;
END $$;
""",
    """CREATE FUNCTION {name}(p_account int, p_amount numeric) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_id bigint;
BEGIN
    UPDATE account SET balance = balance + p_amount WHERE number = p_account;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no account %', p_account;
    END IF;
    INSERT INTO posting (account, amount) VALUES (p_account, p_amount) RETURNING id INTO v_id;
    RETURN v_id;
END $$;
""",
)
ARGUMENTS = ("p_id", "p_id", "p_id", "{account}, 10")

STEP = (
    """CREATE FUNCTION {name}(p_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    r_head {t}_head%ROWTYPE;
    r_line record;
BEGIN
    SELECT * INTO r_head FROM {t}_head WHERE id = p_id FOR UPDATE;
    IF NOT FOUND OR r_head.status <> 'open' THEN
        RETURN false;
    END IF;
    FOR r_line IN SELECT l.item, l.quantity FROM {t}_line l WHERE l.head = p_id ORDER BY l.item LOOP
        UPDATE item SET on_hand = on_hand - r_line.quantity WHERE id = r_line.item;
    END LOOP;
{calls}
    UPDATE {t}_head SET status = 'posted', total = r_head.total WHERE id = p_id;
    RETURN true;
END $$;
""",
    """CREATE FUNCTION {name}(p_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_party int;
    v_credit numeric;
BEGIN
    SELECT party INTO STRICT v_party FROM {t}_head WHERE id = p_id;
    SELECT credit - open INTO v_credit FROM party WHERE id = v_party FOR NO KEY UPDATE;
    CASE
    WHEN v_credit < 0 THEN
        RAISE EXCEPTION 'party % is over its limit', v_party;
    WHEN v_credit < 100 THEN
        INSERT INTO setting VALUES ('{t}.low', v_party::text) ON CONFLICT (name) DO UPDATE SET value = excluded.value;
    ELSE
        NULL;
    END CASE;
{calls}
    RETURN EXISTS (SELECT 1 FROM {t}_open o WHERE o.id = p_id);
END $$;
""",
    """CREATE FUNCTION {name}(p_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM {t}_line WHERE head = p_id AND quantity = 0;
    BEGIN
        INSERT INTO {t}_line VALUES (p_id, 1, 1, 1, 1);
    EXCEPTION WHEN unique_violation THEN
        UPDATE {t}_line SET quantity = quantity + 1 WHERE head = p_id AND place = 1;
    END;
{calls}
    RETURN FOUND;
END $$;
""",
)

ABOVE = """CREATE FUNCTION {name}(p_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_good boolean := true;
    v_id bigint;
BEGIN
    SELECT id INTO v_id FROM {t}_head WHERE id = p_id AND status = 'open' FOR UPDATE;
    IF v_id IS NULL THEN
        RETURN false;
    END IF;
{calls}
    UPDATE {t}_head SET total = total + 1 WHERE id = p_id AND v_good;
    RETURN v_good;
END $$;
"""


def call(chosen):
    name, arguments, boolean = chosen
    return f"    v_good := {name}({arguments}) AND v_good;" if boolean else f"    PERFORM {name}({arguments});"


def routines(count):
    """SQL files by name: the tables, and a file for each module."""
    dice = random.Random(count)
    modules = [f"m{i}" for i in range(1, max(1, count // PER_MODULE) + 1)]
    files = {"0_tables.sql": MASTER + "\n".join(map(tables, modules))}
    layers, made = [], 0
    texts = {module: [] for module in modules}
    for depth, (layer, share) in enumerate(LAYERS):
        layers.append([])
        wanted = round(count * share) if depth + 1 < len(LAYERS) else count - made
        for i in range(wanted):
            module = modules[i % len(modules)]
            name = f"{module}_{layer}_{i}"
            below = [c for lower in layers[:-1][-2:] for c in lower]
            near = [c for c in below if c[0].startswith(module + "_")] or below
            calls = [dice.choice(near if dice.random() < 0.8 else below) for _ in range(dice.choice((1, 2, 2, 3)))] if below else []
            if layer == "base":
                kind = i // len(modules) % len(BASE)
                text, made_call = BASE[kind], (name, ARGUMENTS[kind].format(account=1000 + i), False)
            else:
                text, made_call = (STEP[i // len(modules) % len(STEP)] if layer == "step" else ABOVE), (name, "p_id", layer != "step")
            lines = "\n".join(call(c) for c in calls)
            texts[module].append(text.format(name=name, t=module, calls=lines))
            layers[-1].append(made_call)
            made += 1
    for number, module in enumerate(modules, 1):
        files[f"{number}_{module}.sql"] = "\n".join(texts[module])
    return files


def write(folder, count):
    paths = []
    for name, text in routines(count).items():
        paths.append(os.path.join(folder, name))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(text)
    return paths


def read(isoproof, files, timeout):
    output, errors, status, used = m.run_once([isoproof, "programs", "--format", "json", *files], timeout)
    if status != 0:
        raise m.Failure(f"exit status {status}: {errors.strip()[-500:]}")
    try:
        return json.loads(output), used
    except ValueError as error:
        raise m.Failure(f"no report: {error}") from error


def text(arguments, report, markdown):
    rows = []
    for table in report.tables.get("reading", []):
        count = table["routines"]
        where = f"reading {count} routines"
        if not report.wanted(where, table.get("quick")):
            continue
        report.progress(where)
        with tempfile.TemporaryDirectory() as folder:
            files = write(folder, count)
            lines = sum(open(path, encoding="utf-8").read().count("\n") for path in files)
            try:
                runs = [read(arguments.isoproof, files, arguments.timeout) for _ in range(arguments.runs)]
            except m.Failure as failure:
                report.mismatch(where, failure)
                rows.append([count, lines, f"**failed**: {failure}", "", "", "", "", "", ""])
                continue
        coverage = runs[0][0]["coverage"]
        seconds, megabytes = min(u.processor for _, u in runs), max(u.megabytes for _, u in runs)
        statements = sum(len(t["statements"]) for t in runs[0][0]["transactions"])
        # Each module has a trigger's function, too.
        if coverage["definitions"]["read"] != count + max(1, count // PER_MODULE) or coverage["definitions"]["broken"]:
            report.mismatch(where, f"definitions: {coverage['definitions']}")
        for got, limit, unit in ((seconds, table["seconds"], "s"), (megabytes, table["megabytes"], "MB")):
            if got > limit:
                report.mismatch(where, f"{got:.1f} {unit}, more than {limit}")
        programs = coverage["programs"]
        rows.append([count, lines, sum(programs.values()), statements, programs["not_understood"], f"{seconds:.2f}",
                     f"{min(u.seconds for _, u in runs):.2f}", f"{megabytes:.0f}", f"under {table['seconds']} s, {table['megabytes']} MB"])
    return markdown(["routines", "lines", "programs", "statements lowered", "programs not understood", "CPU seconds", "seconds", "MB",
                     "target"], rows) if rows else ""
