"""Runs the examples of the documentation and compares the outputs.

An example is a fenced block marked "console": lines that begin with "$ " are
commands (a line that ends in a backslash goes on in the next), run from the top
of the sources, with a folder of the page's own as $TMP; what follows is the output,
both streams. A line "…" stands for any number of lines. Numbers of seconds and megabytes may differ.

usage: ISOPROOF=build/isoproof examples.py [--update] [PAGE…]
--update rewrites outputs without "…".
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = ["README.md", "docs/walkthrough.md", "docs/histories.md", "docs/comparing-levels.md", "docs/exploration.md", "docs/advice.md", "specs/README.md",
         "encoders/README.md", "sql-frontend/README.md"]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VOLATILE = re.compile(r"\b\d+(?:\.\d+)?(?= (?:s|ms|MB|seconds)\b)")


def steps(block):
    """[(command lines, output lines)…]"""
    result = []
    lines = block.splitlines()
    i = 0
    while i < len(lines):
        if not lines[i].startswith("$ "):
            raise ValueError(f"output without a command: {lines[i]}")
        command = [lines[i]]
        while command[-1].endswith("\\") and i + 1 < len(lines):
            i += 1
            command.append(lines[i])
        i += 1
        output = []
        while i < len(lines) and not lines[i].startswith("$ "):
            output.append(lines[i])
            i += 1
        result.append((command, output))
    return result


def run(command, scratch):
    isoproof = pathlib.Path(os.environ["ISOPROOF"]).resolve()
    environment = dict(os.environ, PATH=f"{isoproof.parent}{os.pathsep}{os.environ['PATH']}", COLUMNS="100",
                       LC_ALL="C.UTF-8", TMP=scratch)
    done = subprocess.run(["sh", "-c", "\n".join(command)[2:]], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout.rstrip("\n").split("\n") if done.stdout.strip("\n") else []


def matches(expected, got):
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "…" else re.escape(VOLATILE.sub("#", line).rstrip()) + r"[ ]*\n"
        for line in expected)
    return re.fullmatch(pattern, "".join(VOLATILE.sub("#", line) + "\n" for line in got)) is not None


def main():
    update = "--update" in sys.argv
    pages = [argument for argument in sys.argv[1:] if argument != "--update"]
    failed = count = 0
    for page in [pathlib.Path(page) for page in pages] or [ROOT / page for page in PAGES]:
        if not page.is_file():
            continue
        old = page.read_text()

        def rewritten(block):
            nonlocal failed, count
            text = ""
            for command, output in steps(block.group(1)):
                count += 1
                got = run(command, scratch)
                if not matches(output, got):
                    if update and not any(line.strip() == "…" for line in output):
                        print(f"{page.name}: rewritten: {command[0]}")
                        output = got
                    else:
                        failed += 1
                        print(f"FAILED {page}: {' '.join(command)}\n  printed:")
                        print("".join(f"    {line}\n" for line in got))
                text += "".join(line + "\n" for line in command + output)
            return f"```console\n{text}```"

        with tempfile.TemporaryDirectory() as scratch:
            new = BLOCK.sub(rewritten, old)
        if update and new != old:
            page.write_text(new)
    print(f"{count} examples, {failed} failed")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
