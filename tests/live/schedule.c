/* Schedules: what is written into a report is what is read back, and a schedule that cannot be run is refused. */
#include "replay/schedule/schedule_json.h"
#include "test.h"

static ip_schedule *write_skew(ip_arena *arena)
{
    ip_schedule *schedule = ip_schedule_new(arena);
    ip_schedule_add_instance(schedule, "T1", "withdraw", "a level", "1");
    ip_schedule_add_instance(schedule, "T2", "withdraw", "a level", "2");
    const char *const columns[] = {"id", "balance"}, *const values[] = {"1", "10.00"}, *const null[] = {"2", NULL};
    ip_schedule_add_initial_row(schedule, "account", 2, columns, values);
    ip_schedule_add_initial_row(schedule, "account", 2, columns, null);
    ip_schedule_add_final_row(schedule, "account", 2, columns, values);
    schedule->has_final = true;
    static const char *const rows[] = {"1", "10.00", "2", NULL};
    for (int t = 0; t < 2; t++) {
        ip_schedule_add_step(schedule, t, IP_STEP_BEGIN);
        ip_schedule_step *step = ip_schedule_add_step(schedule, t, IP_STEP_STATEMENT);
        step->text = "SELECT id,\n  balance FROM account WHERE note <> 'a  b'";
        step->statement = 3;
        step->file = "bank.sql";
        step->line = 7;
        step->column = 5;
        step->expect = (ip_outcome){.kind = IP_OUTCOME_ROWS, .row_count = 2, .column_count = 2, .values = rows};
        step = ip_schedule_add_step(schedule, t, IP_STEP_STATEMENT);
        step->text = "UPDATE account SET balance = 0";
        step->expect = (ip_outcome){.kind = IP_OUTCOME_CHANGED, .changed = 2};
        step->waits = t == 1;
    }
    ip_schedule_add_step(schedule, 0, IP_STEP_COMMIT);
    ip_schedule_add_step(schedule, 1, IP_STEP_ABORT)->expect =
        (ip_outcome){.kind = IP_OUTCOME_ERROR, .sqlstate = "40001"};
    return schedule;
}

static void check_round_trip(ip_arena *arena)
{
    const ip_schedule *one = write_skew(arena);
    CHECK(ip_schedule_fault(one) == NULL);
    json_t *first = json_object(), *second = json_object();
    CHECK(ip_schedule_to_json(one, first));
    ip_schedule *two = ip_schedule_new(arena);
    ip_schedule_add_instance(two, "T1", "withdraw", "a level", "1");
    ip_schedule_add_instance(two, "T2", "withdraw", "a level", "2");
    const char *error = NULL;
    CHECK(ip_schedule_from_json(two, first, &error));
    CHECK(ip_schedule_to_json(two, second));
    CHECK(json_equal(first, second));
    CHECK(two->steps.count == one->steps.count && two->has_final && two->initial_rows.count == 2);
    CHECK_TEXT(ip_schedule_step_text(arena, &two->steps.items[1]),
               "SELECT id, balance FROM account WHERE note <> 'a  b'");
    CHECK_TEXT(ip_schedule_outcome_text(arena, &two->steps.items[1].expect), "2 rows: 1 | 10.00; 2 | NULL");
    CHECK_TEXT(ip_schedule_outcome_text(arena, &two->steps.items[2].expect), "2 rows changed");
    for (int i = 0; i < one->steps.count; i++)
        CHECK(ip_schedule_outcome_equal(&one->steps.items[i].expect, &two->steps.items[i].expect));

    json_t *step = json_array_get(json_object_get(first, "schedule"), 1);
    json_object_set_new(step, "instance", json_string("T7"));
    CHECK(!ip_schedule_from_json(ip_schedule_new(arena), first, &error));
    CHECK_TEXT(error, "schedule[0].instance: expected an instance's id");
    json_decref(first);
    json_decref(second);
}

static void check_faults(ip_arena *arena)
{
    ip_schedule *schedule = write_skew(arena);
    schedule->steps.count--;
    CHECK_TEXT(ip_schedule_fault(schedule), "T2 does not end");
    ip_schedule_add_step(schedule, 0, IP_STEP_STATEMENT)->text = "SELECT 1";
    CHECK_TEXT(ip_schedule_fault(schedule), "step 8: T1 has ended already");
    schedule = ip_schedule_new(arena);
    ip_schedule_add_instance(schedule, "T1", "withdraw", "a level", NULL);
    ip_schedule_add_step(schedule, 0, IP_STEP_COMMIT);
    CHECK_TEXT(ip_schedule_fault(schedule), "step 1: T1 has not begun");
}

/* Without ORDER BY the server may give rows in any order, but each as often as predicted. */
static void check_multisets(void)
{
    const char *const ab[] = {"a", "b", "b"}, *const ba[] = {"b", "a", "b"}, *const aab[] = {"a", "a", "b"};
    ip_outcome x = {.kind = IP_OUTCOME_ROWS, .row_count = 3, .column_count = 1, .values = ab}, y = x, z = x;
    y.values = ba;
    z.values = aab;
    CHECK(ip_schedule_outcome_equal(&x, &y));
    CHECK(!ip_schedule_outcome_equal(&x, &z) && !ip_schedule_outcome_equal(&z, &x));
    z.row_count = 2;
    CHECK(!ip_schedule_outcome_equal(&x, &z));
}

TEST_SUITE(schedule)
{
    ip_arena *arena = ip_arena_new();
    check_round_trip(arena);
    check_faults(arena);
    check_multisets();
    ip_arena_free(arena);
    return TEST_RESULT();
}
