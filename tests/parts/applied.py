"""Each list of changes that is for some of the programs, made in the files, makes these safe."""

import pathlib
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "advise"))
import apply  # noqa: E402

with tempfile.TemporaryDirectory() as work:
    lists = {name: apply.try_files([str(FOLDER / name)], None, work, replay=True) for name in ("orders.sql", "queue.sql")}
print(lists)
sys.exit(0 if all(lists.values()) else 1)
