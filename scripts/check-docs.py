#!/usr/bin/env python3
"""Checks the documentation's shape: each folder of sources has a README.md, and
relative links lead somewhere; README.md's table of packages is scripts/packages, and
tests/README.md lists every suite, tests/frontend-lowering/README.md every case,
tests/soundness/README.md every folder."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def folders():
    """Top folders and the folders inside the layers; generated ones and hidden ones excepted."""
    for folder in sorted(ROOT.iterdir()):
        if folder.is_dir() and not folder.name.startswith((".", "build")):
            yield folder
    for layer in ("sql-frontend", "encoders", "analyzer"):
        yield from (folder for folder in sorted((ROOT / layer).rglob("*")) if folder.is_dir())


def main():
    problems = []
    count = 0
    for folder in folders():
        count += 1
        if not (folder / "README.md").is_file():
            problems.append(f"{folder.relative_to(ROOT)}/ has no README.md")
    pages = [page for page in ROOT.rglob("*.md")
             if not page.relative_to(ROOT).parts[0].startswith((".", "build"))]
    for page in pages:
        for target in LINK.findall(FENCE.sub("", page.read_text())):
            if "://" not in target and not target.startswith("mailto:") and not (page.parent / target).exists():
                problems.append(f"{page.relative_to(ROOT)}: a link to {target}, which is not there")
    suites = (ROOT / "tests" / "README.md").read_text()
    for suite in sorted((ROOT / "tests").glob("*/CMakeLists.txt")):
        if f"| `{suite.parent.name}/` |" not in suites:
            problems.append(f"tests/README.md: does not list {suite.parent.name}/")
    cases = ROOT / "tests" / "frontend-lowering"
    listed = (cases / "README.md").read_text()
    for case in sorted(cases.glob("*/*.sql")):
        name = f"{case.parent.name}/{case.stem}"
        if f"`{name}`" not in listed:
            problems.append(f"tests/frontend-lowering/README.md: does not list {name}")
    listed = (ROOT / "tests" / "soundness" / "README.md").read_text()
    for case in sorted((ROOT / "tests" / "soundness").glob("*/")):
        if case.is_dir() and f"| `{case.name}/` |" not in listed and not case.name.startswith("__"):
            problems.append(f"tests/soundness/README.md: does not list {case.name}/")
    readme = (ROOT / "README.md").read_text()
    for line in (ROOT / "scripts" / "packages").read_text().splitlines():
        if line and not line.startswith("#"):
            row = "| {} | {} | {} |".format(*line.split(maxsplit=2))
            if row not in readme:
                problems.append(f"README.md: has no line: {row}")
    print("\n".join(problems) if problems else f"{count} folders and {len(pages)} pages are in order")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
