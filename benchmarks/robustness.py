#!/usr/bin/env python3
"""The ten applications of Beillahi, Bouajjani & Enea (CAV 2019), table 1, and TPC-C with three more programs (section 8):
are they robust against snapshot isolation?

usage: robustness.py [--check] [--timeout SECONDS] [ISOPROOF]

Prints the published verdict beside isoproof's, with the proof or the anomaly, the seconds that the command took, and those that
were published for the two methods. --check: exit status 1 if an answer is not the expected one.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
LEVEL = "snapshot-isolation"
TPCC = ["tpcc/schema.sql", "tpcc/new_order.sql", "tpcc/stock_level.sql", "tpcc/delivery_one_district.sql"]
BY_NAME = TPCC + ["tpcc/payment.sql", "tpcc/order_status.sql"]
BY_NUMBER = TPCC + ["robustness/tpcc/payment_by_number.sql", "robustness/tpcc/order_status_by_number.sql"]
MORE = ["robustness/tpcc/three_more.sql"]
# name, files, programs as published, published verdict, seconds by reachability and by commutativity, expected, culprits
ROBUST, NOT_ROBUST = "robust", "not robust"
SETS = [
    ("Auction", ["robustness/auction.sql"], 4, ROBUST, "0.3", "0.5", "safe", None),
    ("Courseware", ["robustness/courseware.sql"], 5, NOT_ROBUST, "0.37", "-", "unsafe", {"remove_course", "enroll_student"}),
    ("FusionTicket", ["robustness/fusionticket.sql"], 4, ROBUST, "0.3", "0.5", "safe", None),
    ("SmallBank", ["smallbank/smallbank.sql"], 5, NOT_ROBUST, "0.28", "-", "unsafe",
     {"balance", "transact_savings", "write_check"}),
    ("TPC-C", BY_NAME, 5, ROBUST, "0.7", "3.7", "safe", None),
    ("Cassieq-core", ["robustness/cassieq.sql"], 8, ROBUST, "0.55", "2.9", "safe", None),
    ("Currency-Exchange", ["robustness/currency_exchange.sql"], 6, ROBUST, "0.35", "3.5", "safe", None),
    ("PlayList, an array", ["robustness/playlist_array.sql"], 14, ROBUST, "4.63", "7.3", "safe", None),
    ("PlayList, rows", ["robustness/playlist_rows.sql"], 14, ROBUST, "4.63", "7.3", "unsafe",
     {"add_to_playlist", "delete_playlist", "tracks_of"}),
    ("RoomStore", ["robustness/roomstore.sql"], 5, ROBUST, "0.3", "0.5", "safe", None),
    ("Shopping-Cart", ["robustness/shopping_cart.sql"], 4, ROBUST, "0.25", "trivial", "safe", None),
    ("TPC-C and three", BY_NUMBER + MORE, 8, ROBUST, "-", "proved", "safe", None),
    ("… and by name", BY_NAME + MORE, 8, ROBUST, "-", "proved", "benign", {"add_customer", "order_status", "payment"}),
]


def solve(command, files, seconds):
    start = time.time()
    run = subprocess.run([command, "analyze", "--level", LEVEL, "--timeout", str(seconds), "--format", "json"]
                         + [str(HERE / file) for file in files], capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"{files}: {run.stderr}")
    report = json.loads(run.stdout)
    return report["results"][0], len(report["transactions"]), time.time() - start


def is_shown(anomaly):
    return anomaly["replay"]["status"] == "confirmed"


def evidence(result):
    """The proof, or the programs of the first anomaly that was run, and whether clients can tell."""
    if result["proof"]:
        return f'{result["proof"]["method"]} {result["proof"]["detail"]}', set(), False
    for anomaly in result["anomalies"]:
        if is_shown(anomaly):
            names = [instance["transaction"] for instance in anomaly["instances"]]
            return "/".join(names), set(names), anomaly["replay"]["observable"]
    return result.get("reason") or "", set(), False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("command", nargs="?", default=os.environ.get("ISOPROOF", "isoproof"))
    arguments = parser.parse_args()
    wrong = 0
    print(f"{'application':<18} {'programs':>8}  {'published':<10} {'here':<9} {'seconds':>7}  {'reach.':>6} {'graph':>7}  by")
    for name, files, programs, published, reach, graph, expected, culprits in SETS:
        result, count, seconds = solve(arguments.command, files, arguments.timeout)
        by, names, observable = evidence(result)
        print(f"{name:<18} {count:>8}  {published:<10} {result['verdict']:<9} {seconds:>7.2f}  {reach:>6} {graph:>7}  {by}",
              flush=True)
        faults = []
        if count != programs:
            faults.append(f"{count} programs, not {programs}")
        if result["verdict"] != expected:
            faults.append(f"{result['verdict']}, not {expected}")
        if culprits and not any(is_shown(a) and {i["transaction"] for i in a["instances"]} == culprits
                                and a["replay"]["observable"] == (expected == "unsafe") for a in result["anomalies"]):
            faults.append(f"no anomaly of {', '.join(sorted(culprits))} was run")
        for fault in faults:
            wrong += 1
            print(f"{name}: {fault}", file=sys.stderr)
    return 1 if wrong and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
