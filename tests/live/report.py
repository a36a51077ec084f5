"""Reports with schedules written by hand, on files that isoproof has analyzed."""
import json
import os
import subprocess

ISOPROOF = os.environ.get("ISOPROOF", "isoproof")


def step(line):
    """"T1 begin", "T1 commit", "T1 abort", "T1: SQL => prediction": 1, a|b (two rows), #2 (rows changed), !23505, -"""
    expect = {"kind": "done"}
    if ": " in line and " => " in line:
        instance, rest = line.split(": ", 1)
        text, wanted = rest.rsplit(" => ", 1)
        if wanted.startswith("#"):
            expect = {"kind": "changed", "changed": int(wanted[1:])}
        elif wanted.startswith("!"):
            expect = {"kind": "error", "sqlstate": wanted[1:]}
        elif wanted == "-":
            expect = {"kind": "rows", "rows": []}
        elif wanted != "done":
            expect = {"kind": "rows", "rows": [[None if v == "NULL" else v for v in row.split(",")]
                                               for row in wanted.split("|")]}
        kind = {"kind": "statement", "statement": 0, "text": text}
    else:
        instance, word = line.split()
        kind = {"kind": word}
    return {"instance": instance, **kind, "file": None, "line": None, "column": None, "waits": False, "expect": expect}


def row(line):
    """"account id=1 owner=a": texts; NULL is NULL."""
    table, *cells = line.split(" ")
    values = {}
    for cell in cells:
        name, value = cell.split("=", 1)
        values[name] = None if value == "NULL" else value.replace("_", " ")
    return {"table": table, "values": values}


def report(folder, sql, rows, steps, final=None, level="snapshot-isolation", name="case"):
    """Writes NAME.sql and NAME.json; the path of the latter. The first program of sql is what every instance runs."""
    file, path = folder / f"{name}.sql", folder / f"{name}.json"
    file.write_text(sql)
    done = subprocess.run([ISOPROOF, "analyze", "--level", "serializability", "--format", "json", str(file)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    top = json.loads(done.stdout)
    program = top["transactions"][0]["name"]
    instances = sorted({line.split()[0].rstrip(":") for line in steps})
    replay = {"status": "confirmed", "observable": None, "equal_serial_order": None, "reason": None,
              "initial_rows": [row(r) for r in rows], "schedule": [step(s) for s in steps]}
    if final is not None:
        replay["final_rows"] = [row(r) for r in final]
    top["results"] = [{"level": level, "anomalies": [{
        "id": "0123456789abcdef", "kind": "other", "replay": replay, "commit_order": instances, "visible": [],
        "instances": [{"id": i, "transaction": program, "level": level, "arguments": {}} for i in instances]}]}]
    path.write_text(json.dumps(top))
    return path
