#!/bin/sh
# Loads every benchmark into a throw-away PostgreSQL, runs each program and
# checks its effects: what is analyzed must be code that works.
#   on_postgresql.sh SOURCE_FOLDER
# Exits with 77 (skipped) where no PostgreSQL server is installed.
set -eu
source=$(cd "$1" && pwd)
benchmarks=$source/benchmarks
tests=$source/tests/benchmarks

bin=
for folder in /usr/lib/postgresql/*/bin; do
    [ -x "$folder/initdb" ] && bin=$folder
done
if [ -z "$bin" ]; then
    echo "no PostgreSQL server found below /usr/lib/postgresql"
    exit 77
fi

work=$(mktemp -d /tmp/isoproof-benchmarks.XXXXXX)
# The server refuses to run as root.
if [ "$(id -u)" = 0 ]; then
    chown postgres "$work"
    as() { runuser -u postgres -- "$@"; }
else
    as() { "$@"; }
fi
# shellcheck disable=SC2317 # called by the trap
stop() {
    as "$bin/pg_ctl" -D "$work/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap stop EXIT
trap 'exit 1' INT TERM HUP PIPE

cd "$work"
as "$bin/initdb" -D "$work/data" -A trust -U isoproof -E UTF8 --no-sync >"$work/initdb.log" 2>&1 || {
    cat "$work/initdb.log"
    exit 1
}
as "$bin/pg_ctl" -D "$work/data" -w -o "-k $work -c listen_addresses= -c fsync=off" -l "$work/log" start >/dev/null || {
    cat "$work/log"
    exit 1
}

# sql DATABASE FILE...: creates the database and runs the files in it.
failed=0
sql() {
    database=$1
    shift
    "$bin/createdb" -h "$work" -U isoproof "$database"
    for file in "$@"; do
        if ! "$bin/psql" -h "$work" -U isoproof -d "$database" -X -q -v ON_ERROR_STOP=1 -f "$file" >"$work/output" 2>&1; then
            echo "FAILED: $database: $file"
            cat "$work/output"
            failed=1
            return
        fi
    done
    echo "passed: $database"
}

tpcc=$benchmarks/tpcc
echo "CALL delivery(1, 3, 9); CALL delivery(1, 3, 9);" >"$work/one.sql"
echo "CALL delivery(1, 9); CALL delivery(1, 9);" >"$work/ten.sql"
sql tpcc_one_district "$tpcc/schema.sql" "$tpcc/new_order.sql" "$tpcc/payment.sql" "$tpcc/order_status.sql" \
    "$tpcc/delivery_one_district.sql" "$tpcc/stock_level.sql" "$tests/tpcc.sql" "$work/one.sql" "$tests/tpcc_delivery.sql"
sql tpcc_checked "$tpcc/schema.sql" "$tpcc/new_order.sql" "$tpcc/payment.sql" "$tpcc/order_status.sql" \
    "$tpcc/delivery_one_district_checked.sql" "$tpcc/stock_level.sql" "$tests/tpcc.sql" "$work/one.sql" \
    "$tests/tpcc_delivery.sql"
sql tpcc_ten_districts "$tpcc/schema.sql" "$tpcc/new_order.sql" "$tpcc/payment.sql" "$tpcc/order_status.sql" \
    "$tpcc/delivery_ten_districts.sql" "$tpcc/stock_level.sql" "$tests/tpcc.sql" "$work/ten.sql" "$tests/tpcc_delivery.sql"
sql tpcc_balance_by_name "$tpcc/schema.sql" "$tpcc/new_order.sql" "$tpcc/payment_balance_by_name.sql" \
    "$tpcc/order_status_balance_by_name.sql" "$tpcc/stock_level.sql" "$tests/tpcc.sql"
sql tpcc_updates "$tpcc/schema.sql" "$tpcc/new_order_returning.sql" "$tpcc/payment_absolute.sql" "$tpcc/order_status.sql" \
    "$tpcc/stock_level.sql" "$tests/tpcc.sql"
for name in smallbank courseware withdraw bank; do
    sql $name "$benchmarks/$name/$name.sql" "$tests/$name.sql"
done
smallbank=$benchmarks/smallbank
for forms in "balance write_check" "balance_joined write_check_locked" "balance_locked write_check"; do
    set -- $forms
    sql "smallbank_$1" "$smallbank/schema.sql" "$smallbank/$1.sql" "$smallbank/deposit_checking.sql" \
        "$smallbank/transact_savings.sql" "$smallbank/amalgamate.sql" "$smallbank/$2.sql" "$tests/smallbank.sql"
done
sql auction "$benchmarks/auction/auction.sql" "$tests/auction.sql"
sql courseware_delete "$benchmarks/courseware/courseware_delete.sql" "$tests/courseware_delete.sql"
for file in "$benchmarks"/robustness/*.sql; do
    sql "robustness_$(basename "$file" .sql)" "$file"
done
sql tpcc_three_more "$tpcc/schema.sql" "$tpcc/new_order.sql" "$benchmarks/robustness/tpcc/payment_by_number.sql" \
    "$benchmarks/robustness/tpcc/order_status_by_number.sql" "$tpcc/stock_level.sql" "$tpcc/delivery_one_district.sql" \
    "$benchmarks/robustness/tpcc/three_more.sql" "$tests/tpcc_three_more.sql"
exit $failed
