"""Figures 14 and 15: in which share of runs an assertion fails after some sessions have run transactions of an OLTP
application. Sizes are the paper's; instead of ten seconds, a session runs a number of them."""

import os
import random

from served import Server, last_of_each, transaction

HERE = os.path.dirname(os.path.abspath(__file__))


def within(*parts):
    return os.path.join(HERE, "..", *parts)


class Tpcc:
    """One warehouse, two districts, three customers in each; clause 3.3.2's consistency conditions."""

    name = "TPC-C"
    transactions = 50  # of a session
    files = [within("tpcc", f + ".sql") for f in ("schema", "new_order", "payment", "delivery_one_district")]
    items = 4
    assertions = {
        "A1": "SELECT bool_and(w_ytd = (SELECT sum(d_ytd) FROM district WHERE d_w_id = w_id)) FROM warehouse",
        "A2": "SELECT bool_and(d_next_o_id - 1 = (SELECT max(o_id) FROM orders WHERE o_w_id = d_w_id AND o_d_id = d_id)) FROM district",
        "A3": "SELECT bool_and(n = last - first + 1) FROM (SELECT count(*) AS n, max(no_o_id) AS last, min(no_o_id) AS first "
              "FROM new_order GROUP BY no_w_id, no_d_id) AS x",
        "A4": "SELECT bool_and((SELECT sum(o_ol_cnt) FROM orders WHERE o_w_id = d_w_id AND o_d_id = d_id) = (SELECT count(*) "
              "FROM order_line WHERE ol_w_id = d_w_id AND ol_d_id = d_id)) FROM district",
        "A5": "SELECT bool_and((o_carrier_id IS NULL) = EXISTS (SELECT 1 FROM new_order WHERE no_w_id = o_w_id AND no_d_id = "
              "o_d_id AND no_o_id = o_id)) FROM orders",
        "A6": "SELECT bool_and(o_ol_cnt = (SELECT count(*) FROM order_line WHERE ol_w_id = o_w_id AND ol_d_id = o_d_id AND "
              "ol_o_id = o_id)) FROM orders",
        "A7": "SELECT bool_and((ol_delivery_d IS NULL) = (SELECT o_carrier_id IS NULL FROM orders WHERE ol_w_id = o_w_id AND "
              "ol_d_id = o_d_id AND ol_o_id = o_id)) FROM order_line",
        "A8": "SELECT bool_and(w_ytd = (SELECT coalesce(sum(h_amount), 0) FROM history WHERE h_w_id = w_id)) FROM warehouse",
        "A9": "SELECT bool_and(d_ytd = (SELECT coalesce(sum(h_amount), 0) FROM history WHERE h_w_id = d_w_id AND h_d_id = d_id)) "
              "FROM district",
        "A10": "SELECT bool_and(c_balance = (SELECT coalesce(sum(ol_amount), 0) FROM orders JOIN order_line ON ol_w_id = o_w_id "
               "AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id AND "
               "ol_delivery_d IS NOT NULL) - (SELECT coalesce(sum(h_amount), 0) FROM history WHERE h_c_w_id = c_w_id AND "
               "h_c_d_id = c_d_id AND h_c_id = c_id)) FROM customer",
        "A11": "SELECT bool_and((SELECT count(*) FROM orders WHERE o_w_id = d_w_id AND o_d_id = d_id) - (SELECT count(*) FROM "
               "new_order WHERE no_w_id = d_w_id AND no_d_id = d_id) = (SELECT count(*) FROM orders WHERE o_w_id = d_w_id AND "
               "o_d_id = d_id AND o_carrier_id IS NOT NULL)) FROM district",
        "A12": "SELECT bool_and(c_balance + c_ytd_payment = (SELECT coalesce(sum(ol_amount), 0) FROM orders JOIN order_line ON "
               "ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND "
               "o_c_id = c_id AND ol_delivery_d IS NOT NULL)) FROM customer",
    }
    # Which assertions section 8 of the paper says fail, in some runs. With three sessions at causal consistency it has A3, A5
    # and A7, too. Read by one transaction, as here, A5 cannot fail there, and A3 and A7 seldom do (docs/rehearse.md).
    published = {("read-committed", 2): set(assertions), ("read-committed", 3): set(assertions),
                 ("causal", 3): set(assertions) - {"A3", "A4", "A5", "A7", "A11"}}

    def rows(self):
        address = "'s', 's', 'c', 'st', 'zip'"
        text = f"INSERT INTO warehouse VALUES (1, 'w', {address}, 0.1, 0);\n"
        for d in (1, 2):
            text += f"INSERT INTO district VALUES ({d}, 1, 'd', {address}, 0.1, 0, 1);\n"
            for c in (1, 2, 3):
                text += (f"INSERT INTO customer VALUES ({c}, {d}, 1, 'f', 'OE', 'l{c}', {address}, 'p', '2026-01-01', 'GC', 50000, "
                         "0.1, 0, 0, 0, 0, 'data');\n")
        for i in range(1, self.items + 1):
            text += f"INSERT INTO item VALUES ({i}, {i}, 'i', {i}.50, 'data');\n"
            text += f"INSERT INTO stock VALUES ({i}, 1, 50, {', '.join(['repeat(chr(120), 24)'] * 10)}, 0, 0, 0, 'data');\n"
        return text

    def statement(self, draw, _):
        kind, district, customer = draw.random(), draw.randint(1, 2), draw.randint(1, 3)
        if kind < 0.45:
            items = draw.sample(range(1, self.items + 1), draw.randint(1, self.items))
            amounts = [draw.randint(1, 9) for _ in items]
            return "SELECT new_order(1, %s, %s, %s, %s, %s)", (district, customer, items, [1] * len(items), amounts)
        if kind < 0.75:
            return "CALL payment(1, %s, 1, %s, %s, NULL, %s)", (district, district, customer, draw.randint(1, 99))
        return "CALL delivery(1, %s, %s)", (district, draw.randint(1, 9))


class SmallBank:
    name = "SmallBank"
    transactions = 12
    files = [within("smallbank", "smallbank.sql"), within("rehearse", "send_payment.sql")]
    assertions = {"A13": "SELECT (SELECT sum(bal) FROM savings) + (SELECT sum(bal) FROM checking) = 1000"}

    def rows(self):
        return "".join(f"INSERT INTO account VALUES ('c{i}', {i}); INSERT INTO savings VALUES ({i}, 100); "
                       f"INSERT INTO checking VALUES ({i}, 100);\n" for i in range(1, 6))

    def statement(self, draw, _):
        first, second = (f"c{i}" for i in draw.sample(range(1, 6), 2))
        kind = draw.random()
        if kind < 0.4:
            return "CALL amalgamate(%s, %s)", (first, second)
        if kind < 0.8:
            return "CALL send_payment(%s, %s, %s)", (first, second, draw.randint(1, 50))
        return "SELECT balance(%s)", (first,)


class Voter:
    name = "Voter"
    transactions = 12
    most = 10
    files = [within("rehearse", "voter.sql")]
    assertions = {"A14": f"SELECT count(*) <= {most} FROM votes"}

    def rows(self):
        return ""

    def statement(self, draw, number):
        return "CALL vote(%s, 1, %s, %s)", (number, draw.randint(1, 6), self.most)


class Wikipedia:
    name = "Wikipedia"
    transactions = 12
    files = [within("explore", "wikipedia", "wikipedia.sql")]
    assertions = {
        "A15": "SELECT bool_and(user_editcount = (SELECT count(*) FROM revision WHERE rev_user = user_id)) FROM useracct",
        "A16": "SELECT bool_and(user_editcount = (SELECT count(*) FROM recentchanges WHERE rc_user = user_id)) FROM useracct",
        "A17": "SELECT bool_and((SELECT count(*) FROM revision WHERE rev_page = page_id AND rev_id > 1) = (SELECT count(*) FROM "
               "recentchanges WHERE rc_page = page_id)) FROM page",
    }

    def rows(self):
        return ("INSERT INTO useracct VALUES (0, 'system', 0, 2), (1, 'ann', 0, 0), (2, 'ben', 0, 0);\n"
                "INSERT INTO page VALUES (1, 0, 'Main', 1), (2, 0, 'Help', 1);\n"
                "INSERT INTO pagecontent VALUES (1, 1, 'x'), (2, 1, 'x');\n"
                "INSERT INTO revision VALUES (1, 1, 0, 'new'), (2, 1, 0, 'new');\n"
                "INSERT INTO recentchanges VALUES (9, 1, 0, 'new'), (9, 1, 0, 'new');\n")

    def statement(self, draw, number):
        user, title = draw.randint(1, 2), draw.choice(["Main", "Help"])
        kind = draw.random()
        if kind < 0.6:
            return ("SELECT update_page(%s, 0, page_title, page_latest, 'text', 'edit', %s) FROM page WHERE page_namespace = 0 AND "
                    "page_title = %s", (user, number, title))
        if kind < 0.8:
            return "CALL add_watch(%s, 0, %s, %s)", (user, title, number)
        return "CALL remove_watch(%s, 0, %s, %s)", (user, title, number)


APPLICATIONS = (Tpcc, SmallBank, Voter, Wikipedia)


def one_value(cursor, query):
    cursor.execute(query)
    return cursor.fetchone()[0]


def one_run(isoproof, level, application, sessions, seed):
    """The assertions that fail."""
    draw, failed = random.Random(seed), []
    with Server(isoproof, level, application.files, seed, application.rows()) as server:
        clients = [server.connect() for _ in range(sessions)]
        order = [s for s in range(sessions) for _ in range(application.transactions)]
        draw.shuffle(order)
        for number, s in enumerate(order):
            transaction(clients[s], lambda c, what=application.statement(draw, number): c.execute(*what))
        checker = last_of_each(server)
        for name, query in application.assertions.items():
            if transaction(checker, lambda c, query=query: one_value(c, query)) is False:
                failed.append(name)
    return failed


def measure(isoproof, level, application, sessions, runs, seed):
    """Of each assertion: in how many runs it fails."""
    counts = {name: 0 for name in application.assertions}
    for run in range(runs):
        for name in one_run(isoproof, level, application, sessions, seed + run):
            counts[name] += 1
    return counts
