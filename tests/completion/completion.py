#!/usr/bin/env python3
"""Asks bash, zsh and fish to complete half typed lines with the completions that isoproof writes for them."""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

ISOPROOF = os.environ["ISOPROOF"]

# line, what must be offered, what must not
CASES = [
    ("isoproof ana", {"analyze"}, {"advise", "manual"}),
    ("isoproof advise --subs", {"--subsets"}, {"--level"}),
    ("isoproof analyze --fail-on ", {"unsafe", "benign", "undecided"}, {"text"}),
    ("isoproof check --input", {"--input"}, set()),
    ("isoproof explain write-sk", {"write-skew"}, {"lost-update"}),
    ("isoproof help mer", {"merge"}, set()),
    ("isoproof analyze --format sa", {"sarif"}, {"json"}),
    ("isoproof analyze --level repeatable-read,parallel", {"parallel-snapshot-isolation"}, {"read-atomic"}),
    ("isoproof analyze some-f", {"some-file.sql"}, {"analyze"}),
]


def bash(script, line, folder):
    words = line.split(" ")
    program = f"""
        source {script}
        COMP_WORDS=({' '.join(repr(word) for word in words)}) COMP_CWORD={len(words) - 1}
        _isoproof
        printf '%s\\n' "${{COMPREPLY[@]}}"
        [[ ${{COMPREPLY[*]}} ]] || compgen -f -- {words[-1]!r}"""  # -o default
    run = subprocess.run(["bash", "-eu", "-c", program], capture_output=True, text=True, cwd=folder, check=False)
    assert not run.stderr, run.stderr
    return set(re.split(r"[\s,]+", run.stdout))


def fish(script, line, folder):
    run = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C {line!r}"], capture_output=True,
                         text=True, cwd=folder, check=False)
    assert not run.stderr, run.stderr
    return {part for offer in run.stdout.splitlines() for part in offer.split("\t")[0].split(",")}


def zsh(script, line, folder):
    """The only way to ask zsh is to type: a Tab lists what is offered, or completes what is alone."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", PS1="", COLUMNS="200", LINES="1000")
        os.execlp("zsh", "zsh", "-f", "-i")

    def read(until, seconds=20):
        text, end = "", time.monotonic() + seconds
        while until not in text and time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                text += os.read(terminal, 65536).decode(errors="replace")
        return text

    os.write(terminal, (f"PS1=; fpath=({script.parent} $fpath); autoload -Uz compinit; compinit -D -u; LISTMAX=10000; "
                        "unsetopt zle_bracketed_paste; bindkey '^I' complete-word; setopt no_list_beep\n"
                        "print rea''dy\n").encode())
    read("ready")
    os.write(terminal, (line + "\t\x1b[F").encode())
    time.sleep(0.3)
    os.write(terminal, b"\x15print do''ne\n")
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|.\x08", "", read("done"))
    os.write(terminal, b"exit\n")
    os.close(terminal)
    os.waitpid(pid, 0)
    return set(re.split(r"[\s,=]+", text))


def main():
    failed = 0
    with tempfile.TemporaryDirectory(prefix="isoproof-completion-") as name:
        folder = pathlib.Path(name)
        (folder / "some-file.sql").write_text("")
        for shell, ask, file in [("bash", bash, "isoproof"), ("zsh", zsh, "_isoproof"), ("fish", fish, "isoproof.fish")]:
            if not shutil.which(shell):
                assert shell != "bash", "bash is always there"
                print(f"{shell} is not installed")
                continue
            script = folder / shell / file
            script.parent.mkdir()
            subprocess.run([ISOPROOF, "manual", shell, "--output", script], check=True)
            for line, offered, withheld in CASES:
                answer = ask(script, line, folder)
                if not offered <= answer or (withheld - set(line.split())) & answer:  # zsh's answer has what was typed
                    failed += 1
                    print(f"FAILED: {shell}: {line!r} offers {sorted(answer)}")
            print(f"{shell}: {len(CASES)} lines")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
