/* The sentence that says what goes wrong names only what no serial order gives, whatever the runs leave. */
#include "fixture.h"

#include "replay/schedule/serial_results.h"
#include "report/differences.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ORDERS = 6, MOST_ROWS = 3 };

typedef struct runs {
    fixture f;
    ip_anomaly anomaly;
    ip_serial_results results;
    ip_table *day, *note;
} runs;

static void begin(runs *r, int instances)
{
    memset(r, 0, sizeof *r);
    fixture_begin(&r->f);
    r->day = fixture_table(&r->f, "day", "id revenue", IP_NUMERIC, 1);
    r->note = fixture_table(&r->f, "note", "body", IP_TEXT, 0);
    ip_program *programs[] = {fixture_program(&r->f, "a", IP_ROUTINE, 1), fixture_program(&r->f, "b", IP_ROUTINE, 2),
                              fixture_program(&r->f, "c", IP_ROUTINE, 3)};
    r->anomaly = fixture_cycle(&r->f, instances, programs);
    r->anomaly.replay.status = IP_REPLAY_CONFIRMED;
    r->anomaly.replay.observable = true;
    r->anomaly.replay.serial = &r->results;
}

/* rows: "1 2.00, 2 3.00" of day; gets: "5|error P0001|". */
static ip_run_result result(runs *r, const int *order, const char *rows, const char *gets, const char *message)
{
    ip_arena *arena = r->f.arena;
    int n = r->anomaly.instance_count;
    static const char *const columns[] = {"id", "revenue"};
    const char **all = IP_NEW_ARRAY(arena, const char *, n), **messages = IP_NEW_ARRAY(arena, const char *, n);
    ip_run_result made = {.order = order, .gets = all, .messages = messages};
    for (char *save = NULL, *row = strtok_r(ip_arena_strdup(arena, rows), ",", &save); row;
         row = strtok_r(NULL, ",", &save)) {
        const char **values = IP_NEW_ARRAY(arena, const char *, 2);
        row += *row == ' ';
        size_t key = strcspn(row, " ");
        values[0] = ip_arena_strndup(arena, row, key);
        values[1] = row + key + 1;
        IP_PUSH(arena, &made.rows, ((ip_schedule_row){r->day->name, 2, columns, values}));
    }
    for (int i = 0; i < n; i++) {
        size_t length = strcspn(gets, "|");
        all[i] = ip_arena_strndup(arena, gets, length);
        messages[i] = strncmp(all[i], "error", 5) == 0 ? message : NULL;
        gets += length + (gets[length] == '|');
    }
    return made;
}

static void serial(runs *r, const int *order, const char *rows, const char *gets, const char *message)
{
    IP_PUSH(r->f.arena, &r->results.serial, result(r, order, rows, gets, message));
}

static const char *harm(runs *r)
{
    return ip_report_harm_text(r->f.arena, &r->f.workload.schema, &r->anomaly);
}

static const int ORDERS[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* Which rows there are says nothing here: some order gives just these. A result beside a row does. */
static void a_result_beside_a_row(void)
{
    runs r;
    begin(&r, 3);
    r.results.run = result(&r, NULL, "1 8.00", "|16.00|", NULL);
    serial(&r, ORDERS[0], "2 8.00", "|16.00|", NULL);
    serial(&r, ORDERS[1], "2 8.00", "|8.00|", NULL);
    serial(&r, ORDERS[2], "2 8.00", "|8.00|", NULL);
    serial(&r, ORDERS[3], "1 8.00", "|8.00|", NULL);
    serial(&r, ORDERS[4], "1 8.00", "|8.00|", NULL);
    serial(&r, ORDERS[5], "1 8.00", "|0|", NULL);
    CHECK_TEXT(harm(&r), "T2 gets 16.00, and the day row id 1 is there in the end. One after the other, the "
                         "transactions never give both.");
    fixture_end(&r.f);
}

/* A row that is there in every order that has it, with another amount. */
static void an_amount_of_a_row_that_comes(void)
{
    runs r;
    begin(&r, 2);
    r.results.run = result(&r, NULL, "1 8.00", "|", NULL);
    serial(&r, ORDERS[0], "1 9.00", "|", NULL);
    serial(&r, ORDERS[2], "", "|", NULL);
    CHECK_TEXT(harm(&r), "day.revenue of id 1 ends as 8.00. It should be 9.00 (T1 first) or not there (T2 first).");
    fixture_end(&r.f);
}

static void two_numbers_and_an_error(void)
{
    runs r;
    begin(&r, 2);
    r.results.run = result(&r, NULL, "1 3, 2 2.00", "|", NULL);
    serial(&r, ORDERS[0], "1 2, 2 1.00", "|error P0001", "order 1 is paid");
    serial(&r, ORDERS[2], "1 2, 2 1.00", "error P0001|", "order 1 is paid");
    CHECK_TEXT(harm(&r), "day.revenue of id 2 ends as 2.00, and day.revenue of id 1 ends as 3. They should be 1.00 and "
                         "2, whichever comes first, and T1 or T2 would fail with error P0001 (order 1 is paid).");
    fixture_end(&r.f);
}

static void two_messages(void)
{
    runs r;
    begin(&r, 2);
    r.results.run = result(&r, NULL, "", "|", NULL);
    serial(&r, ORDERS[0], "", "|error P0001", "order 1 is cancelled");
    serial(&r, ORDERS[2], "", "error P0002|", "cannot cancel");
    CHECK_TEXT(harm(&r), "T1 and T2 both succeed. One after the other, T1 would fail with error P0002 (cannot cancel), "
                         "or T2 with error P0001 (order 1 is cancelled).");
    fixture_end(&r.f);
}

/* Results that depend on numbers of sequences were left out: an order gives what is left. */
static void nothing_left(void)
{
    runs r;
    begin(&r, 2);
    r.results.run = result(&r, NULL, "1 8.00", "|", NULL);
    serial(&r, ORDERS[0], "1 8.00", "|", NULL);
    serial(&r, ORDERS[2], "1 9.00", "|", NULL);
    CHECK_TEXT(harm(&r), "One after the other, the transactions never give these results and these rows.");
    fixture_end(&r.f);
}

/* ---- any runs ---- */

static const char *random_rows(ip_arena *arena)
{
    const char *rows = "";
    for (int id = 1; id <= MOST_ROWS; id++)
        if (rand() % 3)
            rows = ip_arena_printf(arena, "%s%s%d %d.00", rows, *rows ? ", " : "", id, rand() % 2);
    return rows;
}

static const char *random_gets(ip_arena *arena)
{
    return ip_arena_printf(arena, "%d|%d|%s", rand() % 2, rand() % 2, rand() % 4 ? "" : "error 23505");
}

static bool gives_all_named(const ip_differences *all, int order)
{
    for (int d = 0; d < all->count; d++)
        if (all->items[d].named && strcmp(all->items[d].run, all->items[d].serial[order]) != 0)
            return false;
    return true;
}

static bool some_order_gives_all(ip_differences *all)
{
    bool given = false;
    for (int d = 0; d < all->count; d++)
        all->items[d].named = true;
    for (int o = 0; o < MOST_ORDERS; o++)
        given = given || gives_all_named(all, o);
    return given;
}

/* Whether the facts without this one are given by some order: else it is too many. */
static bool is_needed(ip_differences *all, int fact)
{
    bool given = false;
    all->items[fact].named = false;
    for (int o = 0; o < MOST_ORDERS; o++)
        given = given || gives_all_named(all, o);
    all->items[fact].named = true;
    return given;
}

static void any_runs(void)
{
    int several = 0;
    srand(1);
    for (int i = 0; i < 3000; i++) {
        runs r;
        begin(&r, 3);
        r.results.run = result(&r, NULL, random_rows(r.f.arena), random_gets(r.f.arena), NULL);
        for (int o = 0; o < MOST_ORDERS; o++)
            serial(&r, ORDERS[o], random_rows(r.f.arena), random_gets(r.f.arena), NULL);
        ip_differences all = ip_report_differences_of(r.f.arena, &r.f.workload.schema, &r.anomaly);
        bool given = false;
        int count = 0;
        for (int o = 0; o < MOST_ORDERS; o++)
            given = given || gives_all_named(&all, o);
        for (int d = 0; d < all.count; d++) {
            count += all.items[d].named;
            CHECK(!all.items[d].named || is_needed(&all, d));
        }
        CHECK(given == (count == 0));
        if (!count)
            CHECK(all.count == 0 || some_order_gives_all(&all));
        several += count > 1;
        fixture_end(&r.f);
    }
    CHECK(several > 100);
}

TEST_SUITE(report_harm)
{
    (void)argc;
    (void)argv;
    a_result_beside_a_row();
    an_amount_of_a_row_that_comes();
    two_numbers_and_an_error();
    two_messages();
    nothing_left();
    any_runs();
    return TEST_RESULT();
}
