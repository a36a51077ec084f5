#!/usr/bin/env python3
"""Writes a recording of transactions that use lists of values: each as an action of its own, with what is always, or only
nearly always, in the list."""

import json

number = 0


def run(action, *texts, parameters=None, status=None):
    """A transaction; parameters and the status found belong to its first statement."""
    global number  # pylint: disable=global-statement
    number += 1
    first = f"{texts[0]} /*controller:list,action:{action}*/"
    for i, text in enumerate(["BEGIN", first, *texts[1:], "COMMIT"]):
        line = {"event": "statement", "session": 1, "transaction": number, "text": text, "tags": [text.split()[0]]}
        if i == 1 and parameters:
            line["parameters"] = parameters
        if i == 1 and status:
            line.update(columns=["status"], rows=[[status]], row_count=1, tags=["SELECT 1"])
        print(json.dumps(line))


def listed(values):
    return ", ".join(map(str, values))


def find(name, ids):
    return f"SELECT stock AS {name} FROM product WHERE id IN ({listed(ids)})"


def change(id_, to):
    return f"UPDATE product SET stock = {to} WHERE id = {id_}"


print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for n in range(12):
    a, b, c = 10 + n, 30 - n * n % 7, 50 + n % 3
    # The new stock of the first product is its id in the first transaction, and that of the second one's in all of them.
    run("pair", find("pair", sorted((a, b))), change(b, a if n == 0 else n), change(a, b))
    run("array", "SELECT stock AS array FROM product WHERE id = ANY ($1)", change(a, n), change(b, n),
        parameters=["{%d,%d}" % (b, a)])
    run("one", find("one", [a]), change(a, 77 - n))
    run("not_of_them", f"DELETE FROM line WHERE order_id = {n} AND product_id NOT IN ({a}, {b})", change(a, n), change(b, n))
    # A third product is in the list, and in the other one only once; in another one it is the second that is missing once.
    run("more", find("more", [a, b, c]), change(a, n), change(b, n))
    run("once_more", find("once_more", [a, b, c] if n == 7 else [a, b]), change(a, n),
        change(b, n))
    run("once_less", find("once_less", [a, b]), change(a, n), change(b + (n == 7), n))
    # Later the list has only the first value, so that the members that are left did not cover it before.
    run("shrinks", find("shrinks", [a, b] if n < 6 else [a]), change(a, n), change(b, n))
    # At first two values cover the list in turn: neither always.
    run("in_turn", find("in_turn", [a, b]), change(a, n), change(b if n < 4 else 99, n),
        change(b if n >= 4 else 98, n))
    # Where the other way is taken, the list has as many elements, or one more.
    for action, others in ("way", [a, b]), ("way_wide", [a, b, c]):
        new = n % 2 == 0
        run(action, f"SELECT status FROM orders WHERE id = {n}", find(action, [a, b] if new else others),
            *([change(a, n), f"DELETE FROM line WHERE product_id = {b}"] if new else ["UPDATE product SET stock = 0"]),
            status="new" if new else "old")
    # The order of these rows matters: it is the one of the updates, and in the other one it is not always.
    run("rows", f"INSERT INTO product (id, name, stock) VALUES ({b}, 'b', 1), ({a}, 'a', 2)", change(a, n), change(b, n))
    run("rows_mixed", f"INSERT INTO product (id, stock, name) VALUES ({b}, 1, 'b'), ({a}, 2, 'a')",
        *((change(a, n), change(b, n)) if n % 2 else (change(b, n), change(a, n))))
    rows = [(1, b, "b"), (2, a, "a"), (3, c, "c")][:3 if n == 9 else 2]
    run("rows_longer", f"INSERT INTO product (stock, id, name) VALUES {listed(rows)}", change(a, n), change(b, n))
    some = [a, b, c][:n % 3 + 1]
    run("loop", find("loop", some[::-1]),
        *(text for p in some for text in (f"SELECT stock FROM product WHERE id = {p}", change(p, p + n))))
    run("loop_mixed", find("loop_mixed", some + [7] * (n == 6)),
        *(text for p in some for text in (f"SELECT stock FROM product WHERE id = {p}", change(p, p + n))))
    run("loop_single", find("loop_single", some + [7] * (len(some) == 1)),
        *(text for p in some for text in (f"SELECT stock FROM product WHERE id = {p}", change(p, p + n))))
    for action, others in ("beside_loop", []), ("beside_loop_wide", [c]):
        run(action, find(action, [a, b] + others * (len(some) == 1)), f"DELETE FROM line WHERE product_id = {a}",
            f"SELECT status FROM orders WHERE id = {b}",
            *(text for p in some for text in (f"SELECT stock FROM product WHERE id = {p + 9}", change(p + 8, p + n))))
    run("loop_rows", f"INSERT INTO product (id, name, stock) VALUES {listed((p, 'x', n) for p in [*some, 90 + n])}",
        *(text for p in [*some, 90 + n] for text in (f"SELECT stock FROM product WHERE id = {p}", change(p, p + n))))
    # Two lists of the same values are one, whatever their order.
    run("twice", find("twice", [a, b]), f"DELETE FROM line WHERE product_id IN ({b}, {a}, {b})")
    # Long lists are compared, too; a list that was too long once is not, as the script says.
    many = [n + i for i in range(150 + n)]
    run("many", find("many", many), *(change(p, p + 9) for p in reversed(many)))
    run("too_many", find("too_many", [a, b, *range(1000, 1999)] if n == 4 else [a, b]), change(a, n), change(b, n))
    # On one way the list is the value of two others; on the other way, of neither, though the first one is there, too.
    new = n % 2 == 0
    run("way_member", f"SELECT status FROM orders WHERE id = {n}", f"DELETE FROM line WHERE product_id = {a}",
        find("way_member", [a] if new else [c]), change(a, n) if new else "UPDATE product SET stock = 0",
        status="new" if new else "old")
