"""The check of examples itself: differences are noticed, "…" and seconds are not."""

import os
import pathlib
import subprocess
import sys
import tempfile

EXAMPLES = pathlib.Path(__file__).with_name("examples.py")
CASES = [
    ("$ echo one\none\n", True),
    ("$ echo one\ntwo\n", False),
    ("$ echo one\n", False),
    ("$ printf 'one\\ntwo\\n'\none\n", False),
    ("$ printf 'one\\ntwo\\nthree\\n'\none\n…\nthree\n", True),
    ("$ printf 'one\\ntwo\\nthree\\n'\n…\nfour\n", False),
    ("$ echo took 0.1 s\ntook 2 s\n", True),
    ("$ echo one \\\n  two\none two\n$ echo three\nthree\n", True),
    ("$ echo one\none\n$ echo three\nfour\n", False),
    ("", False),
]


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        page = pathlib.Path(name) / "page.md"

        def run(text, *options):
            page.write_text(f"# Page\n\n```console\n{text}```\n\n```\nno example\n```\n")
            environment = dict(os.environ, ISOPROOF=str(pathlib.Path(name) / "isoproof"))
            return subprocess.run([sys.executable, EXAMPLES, *options, page], env=environment, capture_output=True,
                                  text=True)

        for text, good in CASES:
            done = run(text)
            if (done.returncode == 0) != good or done.returncode not in (0, 1):
                failed += 1
                print(f"FAILED {text!r}: {done.returncode}\n{done.stdout}{done.stderr}")
        done = run("$ echo one\ntwo\n", "--update")
        if "$ echo one\none\n```" not in page.read_text() or "\nno example\n" not in page.read_text():
            failed += 1
            print("FAILED --update", done.stdout, done.stderr)
    print(f"{len(CASES) + 1} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
