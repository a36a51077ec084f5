"""What the pages of isoproof explain promise: their examples show what they are about, every word that a report prints has a
page, and the site is one file whose links lead somewhere."""

import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile

ISOPROOF = os.environ["ISOPROOF"]
ANOMALIES = ["lost-update", "write-skew", "long-fork", "read-only-anomaly", "non-repeatable-read", "phantom"]
ERRORS = ["40001", "40P01", "23505", "55P03"]
SPELLINGS = {
    "READ COMMITTED": "postgresql/read-committed",
    "Repeatable Read": "postgresql/repeatable-read",
    "postgresql/serializable": "postgresql/serializable",
    "lost update": "lost-update",
    "dependency cycle": "other",
    "non repeatable read": "non-repeatable-read",
    "read skew": "non-repeatable-read",
    "dirty-read": "dirty-read",
    "dirty write": "dirty-write",
    "deadlock": "40P01",
    "deadlock (40P01)": "40P01",
    "serialization failure (40001)": "40001",
    "error P0001": "P0001",
    "raise_exception": "P0001",
    "deadlock_detected": "40P01",
    "serialization failure": "40001",
    "unique violation": "23505",
    "lock_not_available": "55P03",
    "not decided": "undecided",
    "possible": "possible",
    "partly safe": "partly-safe",
    "not understood": "unsupported",
    "over-approximated": "approximation",
    "no-conflict": "no-conflict",
    "harmless": "benign",
    "the time limit of 60 s was reached": "time-limit",
    "no proof was found": "max-cycle",
    "every run that was tried is serializable": "possible",
    "the level does not allow what each instance would have to see": "possible",
    "it could not be read in full: syntax error": "unsupported",
}


def run(*arguments):
    return subprocess.run([ISOPROOF, *arguments], capture_output=True, text=True, check=False)


def example(page):
    text = run("explain", page).stdout
    found = re.search(r"The smallest example, for isoproof analyze --level (\S+):\n\n((?:    .*\n|\n)+)", text)
    return (found.group(1), re.sub(r"(?m)^    ", "", found.group(2))) if found else None


def analyze(page):
    level, sql = example(page)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(sql)
        file.flush()
        return json.loads(run("analyze", "--level", level, "--format", "json", file.name).stdout)["results"][0]


def run_example(page):
    level, sql = example(page)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(sql)
        file.flush()
        return run("analyze", "--level", level, file.name).stdout


def check_examples():
    failures = []
    for page in ANOMALIES + ERRORS + ["P0001", "benign"]:
        if not example(page):
            failures.append(f"{page}: the page has no example")
            continue
        result = analyze(page)
        confirmed = [a for a in result["anomalies"] if a["replay"]["status"] == "confirmed"]
        if page in ANOMALIES and not any(a["kind"] == page and a["replay"]["observable"] for a in confirmed):
            failures.append(f"{page}: its example shows {[a['kind'] for a in confirmed]}")
        if page in ERRORS and page not in [refusal["sqlstate"] for refusal in result["refusals"]]:
            failures.append(f"{page}: its example may not be refused with it")
        if page == "P0001" and "P0001" not in run_example(page):
            failures.append("P0001: its example does not show that a check should have failed")
        if page == "benign" and result["verdict"] != "benign":
            failures.append(f"{page}: its example is {result['verdict']}")
    return failures


def check_spellings():
    failures = []
    for word, page in SPELLINGS.items():
        result = run("explain", word)
        if result.returncode or not result.stdout.startswith(page + " ("):
            failures.append(f"{word}: {result.stdout.splitlines()[:1]}{result.stderr}, expected {page}")
    both = run("explain", "phantom", "write-skew").stdout
    if not both.startswith("phantom (") or "\nwrite-skew (" not in both:
        failures.append("two names in one call do not give two pages")
    if run("explain", "phantom", "no-such-page").returncode != 2:
        failures.append("a name without a page among others passes")
    return failures


class Site(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loaded = set(), set(), []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids.add(given.get("id"))
        if tag == "a":
            self.links.add(given["href"])
        if tag in ("script", "link", "img", "iframe") or "src" in given:
            self.loaded.append(tag)


def check_site():
    written = run("explain", "--all", "--format", "html")
    site = Site()
    site.feed(written.stdout)
    failures = [f"the site loads a {tag}" for tag in site.loaded]
    failures += [f"the site's link {link} leads nowhere" for link in site.links if link[1:] not in site.ids]
    failures += [f"the site has no section {page}" for page in ANOMALIES + ERRORS if page not in site.ids]
    for arguments in (["--format", "html"], ["--all", "phantom"], ["--all", "--format", "json"]):
        if run("explain", *arguments).returncode != 2:
            failures.append(f"explain {' '.join(arguments)} is no error")
    return failures


def main():
    failures = check_examples() + check_spellings() + check_site()
    print("\n".join(failures) or "examples, spellings and the site are right")
    return 1 if failures else 0


sys.exit(main())
