"""Every pattern is code that a server takes: loads each into a database of its own."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "live"))
from server import Server  # noqa: E402 pylint: disable=wrong-import-position


def main():
    failed = 0
    with Server() as server:
        for path in sorted(pathlib.Path(__file__).resolve().parent.glob("*.sql")):
            text = path.read_text(encoding="utf-8")
            variables = [f"--set={name}=1" for name in set(re.findall(r"(?<!:):([a-z_]+)", text))]
            _, err, status = server.psql("CREATE SCHEMA pattern; SET search_path = pattern, public;\n" + text +
                                         "\nDROP SCHEMA pattern CASCADE;\n", "-v", "ON_ERROR_STOP=1", *variables)
            if status:
                failed += 1
                print(f"{path.name}: {err}")
                server.sql("DROP SCHEMA IF EXISTS pattern CASCADE")
    return 1 if failed else 0


sys.exit(main())
