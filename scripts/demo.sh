#!/bin/sh
# Builds isoproof (on Debian 12 it first installs what is missing) and asks it
# five questions. Exits 0 whatever the answers are: finding an anomaly is the
# point.
set -eu
cd "$(dirname "$0")/.."
sh scripts/install.sh build
echo 'Building isoproof in build/: one to three minutes the first time, nothing if it is there.' >&2
sh scripts/build.sh --progress default
echo 'Five questions, some seconds each:' >&2

# ask QUESTION ARGUMENT…
ask()
{
    printf '\n=== %s\n' "$1"
    shift
    printf '$ build/isoproof %s\n\n' "$*"
    status=0
    build/isoproof "$@" </dev/null || status=$?
    # Anything else is a failure of the demonstration.
    case $status in
    0) echo '(exit status 0: safe)' ;;
    1) echo '(exit status 1: an anomaly)' ;;
    3) echo '(exit status 3: undecided)' ;;
    *) exit "$status" ;;
    esac
}

tpcc=benchmarks/tpcc
ask 'A customer may overdraw one account while the others cover it. Is REPEATABLE READ enough?' \
    analyze --level repeatable-read benchmarks/bank/bank.sql
ask 'Which level does each program need, and which change would let it run at a lower one?' \
    advise benchmarks/bank/bank.sql
ask 'TPC-C, each delivery serves one district: is REPEATABLE READ enough, whatever the load?' \
    analyze --quiet --level repeatable-read $tpcc/schema.sql $tpcc/new_order.sql $tpcc/payment.sql \
    $tpcc/order_status.sql $tpcc/delivery_one_district.sql $tpcc/stock_level.sql
ask 'The same, but a delivery serves ten districts and skips those without a new order:' \
    analyze --quiet --level repeatable-read $tpcc/schema.sql $tpcc/new_order.sql $tpcc/payment.sql \
    $tpcc/order_status.sql $tpcc/delivery_ten_districts.sql $tpcc/stock_level.sql

printf '\n=== %s\n' 'How can nine calls in three sessions of a shopping cart end, at causal consistency?'
set -- explore --level causal-consistency benchmarks/explore/shopping_cart/client_1.spec \
    benchmarks/explore/shopping_cart/shopping_cart.sql
printf '$ build/isoproof %s\n\n' "$*"
build/isoproof "$@"

cat <<'END'

Without --quiet each answer comes with its evidence. docs/walkthrough.md follows one from SQL to its schedule.
Now your own code, all files that belong together:

    build/isoproof advise schema.sql procedures.sql
END
