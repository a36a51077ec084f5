#!/usr/bin/env python3
"""Every format on real runs: well-formed, the same twice, and nothing of the input is markup or a command in it."""

import html.parser
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import xml.etree.ElementTree

import jsonschema

import hostile

ISOPROOF = os.environ["ISOPROOF"]
ROOT = pathlib.Path(os.environ["ISOPROOF_SOURCE_DIR"])
SCHEMA = json.loads((ROOT / "tests/report/sarif-schema/sarif-2.1.0.json").read_text())
FORMATS = ["text", "json", "sarif", "html", "github", "gitlab", "gcc", "junit", "dot"]
# JSON's own escapes are enough for programs.
SHOWN = {"text", "html", "github", "gcc", "junit", "dot"}
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202a-\u202e\u2066-\u2069]")


def run(*arguments, status=1, folder=None):
    done = subprocess.run([ISOPROOF, *arguments], capture_output=True, cwd=folder, timeout=100)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done.stdout.decode()


def reports(folder, command, *arguments, name, status=1):
    """The text of each format, written by one run."""
    options = [option for kind in FORMATS for option in ("--report", f"{kind}={folder / name}.{kind}")]
    run(command, "--no-timings", *options, *arguments, status=status, folder=folder)
    return {kind: (folder / f"{name}.{kind}").read_text(encoding="utf-8") for kind in FORMATS}


def check_sarif(text):
    report = json.loads(text)
    jsonschema.Draft4Validator(SCHEMA).validate(report)
    for result in report["runs"][0]["results"]:
        rules = report["runs"][0]["tool"]["driver"]["rules"]
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert (result["kind"] == "fail") == (result["level"] != "none")
        for flow in result.get("codeFlows", []):
            order = [at["executionOrder"] for thread in flow["threadFlows"] for at in thread["locations"]]
            assert sorted(order) == list(range(1, len(order) + 1))
        for place in result["locations"]:
            uri = place["physicalLocation"]["artifactLocation"]["uri"]
            assert re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2}|^file:)+", uri), uri
        assert not re.search(r"(?<!\\)\]\(", result["message"]["text"]), "a link"
    return report


def apply(fix, folder):
    """Each changed file with the replacements of a fix made in it."""
    texts = {}
    for change in fix["artifactChanges"]:
        path = change["artifactLocation"]["uri"]
        lines = (folder / path).read_text().splitlines(keepends=True)
        for one in sorted(change["replacements"], key=lambda one: -one["deletedRegion"]["startLine"]):
            region = one["deletedRegion"]
            assert region["startColumn"] == region["endColumn"] == 1
            lines[region["startLine"] - 1:region["endLine"] - 1] = [one["insertedContent"]["text"]]
        texts[path] = "".join(lines)
    return texts


DOT = re.compile(r'\s*(?:"(?:[^"\\\n]|\\.)*"|[A-Za-z_0-9.]+|->|[{}\[\]=;,])')


def check_dot(text):
    """Tokens of Graphviz's language; quoted strings stay within their lines."""
    at = 0
    while text[at:].strip():
        token = DOT.match(text, at)
        assert token, text[at:at + 80]
        at = token.end()
    assert text.count("digraph ") >= 1


class Page(html.parser.HTMLParser):
    """Elements are closed as they were opened; nothing is loaded, and nothing runs but the page's own script."""

    EMPTY = {"meta", "br", "wbr", "input"}
    TAGS = set("""a article b body br button caption code details div figcaption figure footer g h1 h2 h3 h4 head header
        html input label li main mark marker meta nav p path pre rect script section span style summary svg table tbody td
        text th thead title tr ul wbr""".split())

    def __init__(self):
        super().__init__()
        self.open, self.scripts, self.ids, self.links = [], [], set(), set()

    def handle_starttag(self, tag, attributes):
        assert tag in self.TAGS, tag
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attributes:
            assert not name.startswith("on") and name not in {"src", "srcset", "data", "action", "xlink:href"}, name
            assert name != "style", value
            if name == "href":
                assert value.startswith("#"), value
                self.links.add(value[1:])
            if name == "id":
                assert value not in self.ids, value
                self.ids.add(value)

    def handle_endtag(self, tag):
        if tag not in self.EMPTY:
            assert self.open.pop() == tag, tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)
        if self.open and self.open[-1] == "style":
            assert "url(" not in data and "@import" not in data

    def handle_comment(self, data):
        raise AssertionError("a comment: " + data)


def check_html(text):
    page = Page()
    page.feed(text)
    page.close()
    assert not page.open and page.links <= page.ids, (page.open, page.links - page.ids)
    assert len(page.scripts) == 1 and hostile.MARK not in page.scripts[0]
    assert "default-src 'none'" in text
    return page.scripts[0]


def check_lines(reports, folder):
    for line in reports["github"].splitlines():
        assert re.fullmatch(r"::(?:error|warning|notice) [^\n]*?::[^\n]*", line), line
        properties = line[2:].split("::")[0].split(" ", 1)[1]
        for one in properties.split(","):
            assert re.fullmatch(r"(?:file|line|endLine|col|title)=[^:,]*", one), line
    for line in reports["gcc"].splitlines():
        assert re.match(r".+:\d+:\d+: (?:error|warning|note): |isoproof: (?:error|warning): ", line), line
    assert not any(line.startswith("::") for line in reports["gcc"].splitlines())


def check(reports, folder):
    json.loads(reports["json"])
    check_sarif(reports["sarif"])
    for issue in json.loads(reports["gitlab"]):
        assert issue["location"]["lines"]["begin"] >= 1 and issue["fingerprint"]
    suites = xml.etree.ElementTree.fromstring(reports["junit"])
    assert {element.tag for element in suites.iter()} <= {
        "testsuites", "testsuite", "testcase", "failure", "error", "system-out"}
    check_dot(reports["dot"])
    check_html(reports["html"])
    check_lines(reports, folder)
    for kind in SHOWN:
        assert not CONTROL.search(reports[kind]), kind


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        bank = folder / "bank.sql"
        bank.write_bytes((ROOT / "benchmarks/bank/bank.sql").read_bytes())
        one = reports(folder, "advise", "bank.sql", name="one")
        two = reports(folder, "advise", "bank.sql", name="two")
        check(one, folder)
        for kind in FORMATS:
            assert one[kind] == two[kind], f"{kind} differs between two runs"
        assert '"statistics"' not in one["json"]
        # The fix of a finding, made in the file, is what the advice says: safe at the level.
        results = json.loads(one["sarif"])["runs"][0]["results"]
        fixes = [fix for result in results for fix in result.get("fixes", [])]
        assert fixes
        fixed = folder / "fixed.sql"
        fixed.write_text(apply(fixes[0], folder)["bank.sql"])
        run("analyze", "--level", "read-committed", "fixed.sql", status=0, folder=folder)
        # Hostile names, texts and file names.
        (folder / hostile.FILE).write_text(hostile.sql())
        bad = reports(folder, "analyze", "--level", "read-committed", hostile.FILE, name="bad")
        check(bad, folder)
        assert all(hostile.MARK in text for text in bad.values())
        assert check_html(bad["html"]) == check_html(one["html"]), "the script depends on the input"
        # A benign anomaly fails a test case unless it is said that it does not; the exit status agrees.
        (folder / "harmless.sql").write_bytes((ROOT / "tests/parts/harmless.sql").read_bytes())
        for options, failures in ((), "1"), (("--fail-on", "unsafe"), "0"):
            text = run("analyze", "--level", "read-committed", *options, "--format", "junit", "harmless.sql",
                       status=int(failures), folder=folder)
            assert xml.etree.ElementTree.fromstring(text).get("failures") == failures, text
        # As many findings as a large application has.
        for kind in FORMATS:
            start = time.monotonic()
            subprocess.run([pathlib.Path(ISOPROOF).parent / "report-print", kind, "many", "2000"], check=True,
                           stdout=subprocess.DEVNULL, timeout=100)
            assert time.monotonic() - start < 20, f"{kind} takes {time.monotonic() - start:.0f} s"
        print("formats: good")


main()
