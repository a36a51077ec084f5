"""isoproof rehearse on tests of applications: a shop in Django, one on node-pg. What they get wrong shows within 20 runs; where
they lock what they decide on, every run passes. A framework that is not there is left out."""

import re
import subprocess
import sys

import serving
from serving import HERE, ISOPROOF, PYTHON, expect

sys.path.insert(0, str(HERE.parent))
import node_pg  # noqa: E402

PASSING_RUNS = "2"  # the first of them is the run that fails where nothing is locked
SEED = "3"  # the first run at which every check fails: a run starts an interpreter and a framework


def rehearse(schema, runs, *command):
    done = subprocess.run([ISOPROOF, "rehearse", "--level", "postgresql/read-committed", "--runs", runs, "--seed", SEED, "--schema",
                           str(HERE / schema), "--", *command], capture_output=True, text=True, timeout=200, check=False)
    return done.returncode, done.stdout + done.stderr


def check(schema, what, *command):
    code, said = rehearse(schema, "20", *command)
    expect(code == 1 and re.search(r"run \d+ fails at postgresql/read-committed", said) and what in said, f"{command}: {said}")
    code, said = rehearse(schema, PASSING_RUNS, *command, "repaired")
    expect(code == 0 and f"{PASSING_RUNS} runs pass" in said, f"{command} repaired: {said}")


def check_project():
    """A project whose own tests migrate an empty database: no schema is given."""
    manage = (PYTHON, "-B", str(HERE / "django_project/manage.py"), "test", "--noinput")
    for runs, tests, status, what in (("2", "shop.tests.Shop", 0, "2 runs pass"), ("20", "shop.tests.Race", 1, "one was sold twice")):
        done = subprocess.run([ISOPROOF, "rehearse", "--level", "postgresql/read-committed", "--runs", runs, "--seed", SEED, "--",
                               *manage, tests], capture_output=True, text=True, timeout=200, check=False, cwd=HERE / "django_project")
        expect(done.returncode == status and what in done.stdout and ("cycle T" in done.stdout) == (status == 1) and
               ("a server does the same" in done.stdout) == (status == 1), f"{tests}: {done.stdout[-1500:]}{done.stderr[-500:]}")


def has(*command):
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def main():
    serving.need_driver()
    if has(PYTHON, "-c", "import django"):
        shop = (PYTHON, "-B", str(HERE / "test_django_shop.py"))
        check("django_shop.sql", "of 3 were sold", *shop, "oversell")
        check("django_shop.sql", "the coupon was used twice", *shop, "coupon")
        check("django_shop.sql", "the order was paid twice", *shop, "pay")
        check_project()
    if node_pg.find():
        check("shop.sql", "something was lost", "node", str(HERE / "test_node_shop.js"))
    else:
        print("not installed, and so left out: node-pg")
    serving.finish()


main()
