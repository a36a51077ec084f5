"""A routine whose names and texts try to be markup, commands and line ends in every format."""

MARK = "pwned"
SCRIPT = f"<script>{MARK}()</script>"
# A name has 63 bytes at most.
NAMES = {
    "table": f"t\"'{SCRIPT}]]>-->",
    "column": f"v\n::error file=x,line=1::{MARK}\n%0A::error::{MARK}\x1b[31m",
    "routine": f"f\"></svg><img src=x onerror={MARK}()>'\n##[error]{MARK}\u202e",
}
FILE = f"a %,:'<b>&\"\\ ü {MARK}.sql"


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def sql():
    table, column, routine = (quoted(NAMES[kind]) for kind in ("table", "column", "routine"))
    return f"""CREATE TABLE {table} (id int PRIMARY KEY, {column} int NOT NULL, note text);
CREATE FUNCTION {routine}(p text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
    SELECT {column} INTO n FROM {table} WHERE id = 1 AND coalesce(note, '') <> '</pre>{SCRIPT}<!--]]>[x](http://{MARK})';
    UPDATE {table} SET {column} = n + 1 WHERE id = 1;
END $$;
"""
