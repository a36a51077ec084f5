"""Random regular expressions on random texts, in memory and on a throw-away PostgreSQL: random_regex.py RUN_SQL COUNT SEED

The same results and SQLSTATEs, save where the expression is not run in memory. 77: there is no server."""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import differential  # noqa: E402
from differential import postgresql  # noqa: E402


def pattern(rng, depth=0):
    kind = rng.random()
    if depth > 3 or kind < 0.4:
        return rng.choice(["a", "b", "c", ".", "[ab]", "[^a]", "\\d", "\\w", "[a-c1]", "1", "^", "$", "\\."])
    if kind < 0.6:
        return pattern(rng, depth + 1) + pattern(rng, depth + 1)
    if kind < 0.75:
        return "(" + rng.choice(["", "?:"]) + pattern(rng, depth + 1) + "|" + pattern(rng, depth + 1) + ")"
    if kind < 0.85:
        return "(" + pattern(rng, depth + 1) + ")"
    inner = "(" + rng.choice(["", "?:"]) + pattern(rng, depth + 1) + ")"
    return inner + rng.choice(["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}"])


def case(rng):
    text = "".join(rng.choice("aabbc1. ") for _ in range(rng.randint(0, 9)))
    expression = pattern(rng) + (pattern(rng) if rng.random() < 0.5 else "")
    a, b = f"'{text}'", f"'{expression}'"
    call = rng.choice(["{a} ~ {b}", "{a} ~* {b}", "{a} !~ {b}", "regexp_match({a}, {b})", "substring({a} from {b})",
                       "regexp_replace({a}, {b}, '<\\1\\&>')", "regexp_replace({a}, {b}, 'x', 'g')",
                       "regexp_split_to_array({a}, {b})", "upper({a}) similar to {b}"])
    return "SELECT " + call.format(a=a, b=b)


def main():
    run_sql, count, rng = sys.argv[1], int(sys.argv[2]), random.Random(int(sys.argv[3]))
    if not postgresql.folder():
        return 77
    cases = [case(rng) for _ in range(count)]
    mine = differential.in_memory(run_sql, cases)
    with postgresql.Server() as server:
        problem = differential.create_database(server)
        if problem:
            print(problem)
            return 1
        theirs = differential.on_server(server, cases)
    wrong = run = 0
    for number, text in enumerate(cases, 1):
        got, wanted = (differential.until_error(side.get(number, ["(nothing)"])) for side in (mine, theirs))
        if any(line.startswith("UNABLE") for line in got):
            continue
        run += 1
        if got != wanted:
            wrong += 1
            print(f"{text}\n  in memory: {got}\n  server:    {wanted}")
    print(f"seed {sys.argv[3]}: {run} of {count} were run, {wrong} differ")
    return 1 if wrong or run * 2 < count else 0


if __name__ == "__main__":
    sys.exit(main())
