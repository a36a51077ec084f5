/* Where the solver gets no more memory, a level is undecided, and says why; and so is every later one. */
#include "isoproof.h"
#include "test.h"

#include <z3.h>

TEST_SUITE(cli_solver_memory)
{
    Z3_global_param_set("memory_max_size", "20"); /* megabytes; a context begins with 17 */
    ip_run *run = ip_run_new();
    static const char *const names[] = {"schema", "new_order", "payment", "order_status", "stock_level"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(ip_run_add_file(run, ip_arena_printf(ip_run_arena(run), "../../benchmarks/tpcc/%s.sql", names[i])));
    CHECK(ip_run_add_level(run, "snapshot-isolation"));
    CHECK(ip_run_add_level(run, "serializability"));
    const ip_report_data *report = ip_run_analyze(run);
    CHECK(report && report->results.count == 2);
    for (int i = 0; i < report->results.count; i++) {
        CHECK(report->results.items[i].verdict == IP_UNDECIDED);
        CHECK_TEXT(report->results.items[i].reason, "out of memory");
    }
    ip_run_free(run);
    return TEST_RESULT();
}
