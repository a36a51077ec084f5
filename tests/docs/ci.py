#!/usr/bin/env python3
"""The shell lines of docs/ci.md and .pre-commit-hooks.yaml, run where its examples assume them to run.

What installs isoproof is not run: its scripts must be there, and their names are checked. Everything else is, with a schema
whose programs are safe, and with one whose programs are not."""

import os
import pathlib
import re
import subprocess
import tempfile

import yaml

ISOPROOF = pathlib.Path(os.environ["ISOPROOF"]).resolve()
ROOT = pathlib.Path(os.environ["ISOPROOF_SOURCE_DIR"])
PAGE = (ROOT / "docs/ci.md").read_text()
SCHEMA = "CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL);\n"
BODY = """CREATE FUNCTION increase(p int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
    {}
END $$;
"""
SAFE = BODY.format("UPDATE counter SET value = value + 1 WHERE id = p;")
UNSAFE = BODY.format("SELECT value INTO n FROM counter WHERE id = p; UPDATE counter SET value = n + 1 WHERE id = p;")
# isoproof, and nothing of the machine's that names the CI server.
ENVIRONMENT = {"PATH": f"{ISOPROOF.parent}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
               "ISOPROOF_SPECS": str(ROOT / "specs")}


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def run(lines, folder, status, **environment):
    done = subprocess.run(["sh", "-e", "-c", lines], cwd=folder, env={**ENVIRONMENT, **environment}, timeout=100,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == status, (lines, done.returncode, done.stdout, done.stderr)
    return done.stdout


def project(scratch, name, code):
    folder = scratch / name
    (folder / "db").mkdir(parents=True)
    (folder / "db/schema.sql").write_text(SCHEMA)
    (folder / "db/procedures.sql").write_text(code)
    return folder


def check_installation(lines):
    subprocess.run(["sh", "-n", "-c", lines], check=True)
    for script in re.findall(r"tools/isoproof/(\S+\.sh)", lines):
        assert (ROOT / script).is_file(), script


def check_github(safe, unsafe):
    workflow = yaml.safe_load(blocks("yaml")[0])
    steps = {step.get("name", step.get("uses")): step for step in workflow["jobs"]["isoproof"]["steps"]}
    check_installation(steps["Install isoproof"]["run"])
    analyze = steps["Analyze"]["run"].replace("--level serializable", "--level read-committed")
    assert analyze != steps["Analyze"]["run"]
    assert run(steps["Analyze"]["run"], safe, 0, GITHUB_ACTIONS="true") == ""
    assert run(steps["Analyze"]["run"], unsafe, 0, GITHUB_ACTIONS="true") == ""
    printed = run(analyze, unsafe, 1, GITHUB_ACTIONS="true")
    assert printed.startswith("::error file=db/procedures.sql,line=4,"), printed
    for step in steps.values():
        for key in ("sarif_file", "path"):
            if key in step.get("with", {}):
                assert (unsafe / step["with"][key]).is_file()


def check_gitlab(safe, unsafe):
    job = yaml.safe_load(blocks("yaml")[1])["isoproof"]
    check_installation("\n".join(job["before_script"]))
    for line in job["script"]:
        run(line, safe, 0)
        run(line.replace("--level serializable", "--level read-committed"), unsafe, 1)
    artifacts = job["artifacts"]
    for path in [*artifacts["paths"], *artifacts["reports"].values()]:
        assert (unsafe / path).is_file(), path
    assert job["allow_failure"] == {"exit_codes": 3}


def check_pre_commit(safe, unsafe):
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    for repository in yaml.safe_load(blocks("yaml")[2])["repos"]:
        for used in repository["hooks"]:
            hook = hooks[used["id"]]
            assert re.search(hook["files"], "db/procedures.sql") and not hook["pass_filenames"]
            line = " ".join([hook["entry"], *used["args"]])
            run(line, safe, 0)
            printed = run(line.replace("--level serializable", "--level read-committed"), unsafe, 1)
            assert re.match(r"db/procedures\.sql:4:\d+: error: lost update", printed), printed


def main():
    assert [len(blocks("yaml")), len(blocks("sh"))] == [3, 3]
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        safe, unsafe = project(scratch, "safe", SAFE), project(scratch, "unsafe", UNSAFE)
        check_github(safe, unsafe)
        check_gitlab(safe, unsafe)
        check_pre_commit(safe, unsafe)
        passing, baseline, keeping = blocks("sh")
        run(baseline, unsafe, 0)
        listed = baseline.splitlines()[1]
        (unsafe / "db/procedures.sql").write_text("\n\n" + UNSAFE)
        run(listed, unsafe, 0)
        (unsafe / "isoproof-baseline.json").write_text('{"format": "isoproof-baseline", "format_version": 1, "findings": []}')
        run(listed, unsafe, 1)
        (unsafe / "db/procedures.sql").write_text(UNSAFE)
        run(passing, safe, 0)
        run(passing, unsafe, 1)
        run(passing.replace("procedures", "nothing"), safe, 1)
        for folder in (safe, unsafe):
            run(keeping, folder, 0)
            first = (folder / "isolation.json").read_bytes()
            run(keeping, folder, 0)
            assert (folder / "isolation.json").read_bytes() == first
    print("docs/ci.md: good")


main()
