/* Compares the rows and results of a schedule with every serial order of its transactions. Rows are identified by their
 * key or, without a key, by all of their values. */
#include "report/differences.h"

#include "replay/schedule/serial_results.h"
#include "report/words.h"

#include <string.h>

enum { MOST_JOINT = 2 };

typedef IP_VEC(const ip_schedule_row *) seen_rows;

typedef struct comparison {
    ip_arena *arena;
    const ip_schema *schema;
    const ip_anomaly *anomaly;
    const ip_serial_results *results;
    ip_differences found;
} comparison;

/* ------------------------------------------------------------------ rows -- */

/* The columns of the primary key, else of another key. 0: none. */
static int key_of(const ip_schema *schema, const char *name, const int **columns)
{
    const ip_table *table = ip_catalog_schema_table(schema, name);
    if (!table || !table->keys.count)
        return 0;
    const ip_key *key = &table->keys.items[table->primary_key >= 0 ? table->primary_key : 0];
    *columns = key->columns;
    return key->column_count;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* The same row: by key, or by all values. */
static bool is_same_row(const ip_schema *schema, const ip_schedule_row *a, const ip_schedule_row *b)
{
    const int *columns = NULL;
    if (strcmp(a->table, b->table) != 0)
        return false;
    int keys = key_of(schema, a->table, &columns);
    for (int k = 0; k < (keys ? keys : a->count); k++)
        if (!same_text(a->values[keys ? columns[k] : k], b->values[keys ? columns[k] : k]))
            return false;
    return true;
}

static const ip_schedule_row *find_row(const comparison *c, const ip_run_result *result, const ip_schedule_row *row,
                                       int *times)
{
    const ip_schedule_row *found = NULL;
    *times = 0;
    for (int r = 0; r < result->rows.count; r++)
        if (is_same_row(c->schema, &result->rows.items[r], row)) {
            found = &result->rows.items[r];
            ++*times;
        }
    return found;
}

/* "custid 2", "'alice'", "(d_w_id 1, d_id 3)": a name where the value alone would say little. */
static const char *row_name(const comparison *c, const ip_schedule_row *row)
{
    const int *columns = NULL;
    int keys = key_of(c->schema, row->table, &columns), count = keys ? keys : row->count;
    const char *text = "";
    for (int k = 0; k < count; k++) {
        int column = keys ? columns[k] : k;
        text = ip_arena_printf(c->arena, "%s%s%s %s", text, k ? ", " : "", row->columns[column],
                               ip_report_cell_text(c->arena, row->values[column]));
    }
    return count == 1 ? text : ip_arena_printf(c->arena, "(%s)", text);
}

/* ----------------------------------------------------------- differences -- */

static void add_difference(comparison *c, ip_difference_kind kind, int instance, const char *what, const char *run,
                           const char *const *serial)
{
    bool differs = false, never = true;
    for (int o = 0; o < c->results->serial.count; o++) {
        bool same = strcmp(run, serial[o]) == 0;
        differs = differs || !same;
        never = never && !same;
    }
    if (differs)
        IP_PUSH(c->arena, &c->found, ((ip_difference){kind, instance, what, run, serial, never}));
}

static const char *presence(ip_arena *arena, int times)
{
    return times == 0 ? "not there" : times == 1 ? "there" : ip_arena_printf(arena, "there %d times", times);
}

static void compare_row(comparison *c, const ip_schedule_row *row)
{
    int orders = c->results->serial.count, times;
    const ip_schedule_row **there = IP_NEW_ARRAY(c->arena, const ip_schedule_row *, orders);
    const char **counts = IP_NEW_ARRAY(c->arena, const char *, orders);
    const ip_schedule_row *own = find_row(c, &c->results->run, row, &times);
    const char *count = presence(c->arena, times);
    bool everywhere = own != NULL;
    for (int o = 0; o < orders; o++) {
        there[o] = find_row(c, &c->results->serial.items[o], row, &times);
        counts[o] = presence(c->arena, times);
        everywhere = everywhere && there[o];
    }
    const char *name = row_name(c, row);
    add_difference(c, IP_ROW_DIFFERS, -1, ip_arena_printf(c->arena, "the %s row %s", row->table, name), count, counts);
    for (int k = 0; k < row->count && everywhere; k++) {
        const char **values = IP_NEW_ARRAY(c->arena, const char *, orders);
        for (int o = 0; o < orders; o++)
            values[o] = ip_report_cell_text(c->arena, there[o]->values[k]);
        add_difference(c, IP_CELL_DIFFERS, -1,
                       ip_arena_printf(c->arena, "%s.%s of %s", row->table, row->columns[k], name),
                       ip_report_cell_text(c->arena, own->values[k]), values);
    }
}

static void compare_rows_of(comparison *c, const ip_run_result *result, seen_rows *seen)
{
    for (int r = 0; r < result->rows.count; r++) {
        const ip_schedule_row *row = &result->rows.items[r];
        bool known = false;
        for (int i = 0; i < seen->count && !known; i++)
            known = is_same_row(c->schema, seen->items[i], row);
        if (known)
            continue;
        IP_PUSH(c->arena, seen, row);
        compare_row(c, row);
    }
}

static void compare_rows(comparison *c)
{
    seen_rows seen = {0};
    compare_rows_of(c, &c->results->run, &seen);
    for (int o = 0; o < c->results->serial.count; o++)
        compare_rows_of(c, &c->results->serial.items[o], &seen);
}

/* A transaction without results. */
static const char *gets_text(const char *gets)
{
    return *gets ? gets : "succeeds";
}

static void compare_gets(comparison *c)
{
    int orders = c->results->serial.count;
    for (int t = 0; t < c->anomaly->instance_count; t++) {
        const char **values = IP_NEW_ARRAY(c->arena, const char *, orders);
        for (int o = 0; o < orders; o++)
            values[o] = gets_text(c->results->serial.items[o].gets[t]);
        add_difference(c, IP_GETS_DIFFER, t, ip_arena_printf(c->arena, "T%d", t + 1),
                       gets_text(c->results->run.gets[t]), values);
    }
}

ip_differences ip_report_differences_of(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly)
{
    comparison c = {.arena = arena, .schema = schema, .anomaly = anomaly, .results = anomaly->replay.serial};
    ip_differences sorted = {0};
    if (anomaly->replay.status != IP_REPLAY_CONFIRMED || !anomaly->replay.observable || !c.results)
        return sorted;
    compare_rows(&c);
    compare_gets(&c);
    for (int kind = IP_CELL_DIFFERS; kind <= IP_GETS_DIFFER; kind++)
        for (int i = 0; i < c.found.count; i++)
            if (c.found.items[i].never && (int)c.found.items[i].kind == kind)
                IP_PUSH(arena, &sorted, c.found.items[i]);
    for (int i = 0; i < c.found.count; i++)
        if (!c.found.items[i].never)
            IP_PUSH(arena, &sorted, c.found.items[i]);
    return sorted;
}

/* ----------------------------------------------------------------- words -- */

enum { MANY_VALUES = 6 };

static int count_values(const char *list)
{
    int count = 1;
    for (const char *at = strstr(list, ", "); at; at = strstr(at + 2, ", "))
        count++;
    return count;
}

static const char *value_at(ip_arena *arena, const char *list, int place)
{
    for (; place > 0; place--)
        list = strstr(list, ", ") + 2;
    const char *end = strstr(list, ", ");
    return ip_arena_strndup(arena, list, end ? (size_t)(end - list) : strlen(list));
}

/* Of many values those that differ, and "…" for the others. A text with a comma counts as two. */
static const char *only_these(const comparison *c, const char *list, const bool *differ, int count)
{
    const char *text = "";
    for (int i = 0; i < count; i++) {
        if (!differ[i] && i > 0 && !differ[i - 1])
            continue;
        text = ip_arena_printf(c->arena, "%s%s%s", text, i ? ", " : "", differ[i] ? value_at(c->arena, list, i) : "…");
    }
    return text;
}

static ip_difference without_equal_values(const comparison *c, const ip_difference *difference)
{
    ip_difference shorter = *difference;
    int orders = c->results->serial.count, count = count_values(difference->run);
    bool alike = difference->kind == IP_GETS_DIFFER && count >= MANY_VALUES;
    for (int o = 0; o < orders && alike; o++)
        alike = count_values(difference->serial[o]) == count;
    if (!alike)
        return shorter;
    bool *differ = IP_NEW_ARRAY(c->arena, bool, count);
    const char **serial = IP_NEW_ARRAY(c->arena, const char *, orders);
    for (int i = 0; i < count; i++)
        for (int o = 0; o < orders; o++)
            differ[i] = differ[i] || strcmp(value_at(c->arena, difference->run, i),
                                            value_at(c->arena, difference->serial[o], i)) != 0;
    for (int o = 0; o < orders; o++)
        serial[o] = only_these(c, difference->serial[o], differ, count);
    shorter.run = only_these(c, difference->run, differ, count);
    shorter.serial = serial;
    return shorter;
}

/* "11.00 (T1 first) or 9.00 (T2 first)"; "11.00, whichever comes first"; of three: "11.00 or 9.00" */
static const char *serial_words(const comparison *c, const ip_difference *difference)
{
    int orders = c->results->serial.count;
    bool same = true;
    const char *text = "";
    for (int o = 1; o < orders; o++)
        same = same && strcmp(difference->serial[o], difference->serial[0]) == 0;
    if (same)
        return ip_arena_printf(c->arena, "%s, %s", difference->serial[0],
                               orders == 2 ? "whichever comes first" : "in whatever order they run");
    for (int o = 0; o < orders; o++) {
        bool repeated = false;
        for (int before = 0; before < o && orders > 2; before++)
            repeated = repeated || strcmp(difference->serial[before], difference->serial[o]) == 0;
        if (repeated)
            continue;
        const char *first =
            orders == 2 ? ip_arena_printf(c->arena, " (T%d first)", c->results->serial.items[o].order[0] + 1) : "";
        text = ip_arena_printf(c->arena, "%s%s%s%s", text, *text ? " or " : "", difference->serial[o], first);
    }
    return text;
}

/* "T3 gets 5", "T2 fails with error 23505", "T2 gives up" */
static const char *gets_words(const comparison *c, const ip_difference *difference)
{
    const char *got = difference->run;
    if (strcmp(got, gets_text("")) == 0)
        return ip_arena_printf(c->arena, "%s %s", difference->what, got);
    if (strncmp(got, "error ", 6) == 0)
        return ip_arena_printf(c->arena, "%s fails with %s", difference->what, got);
    if (strcmp(got, "ROLLBACK") == 0)
        return ip_arena_printf(c->arena, "%s is rolled back", difference->what);
    return ip_arena_printf(c->arena, "%s gets %s", difference->what, got);
}

static const char *found_words(const comparison *c, const ip_difference *difference)
{
    switch (difference->kind) {
    case IP_CELL_DIFFERS:
        return ip_arena_printf(c->arena, "%s ends as %s", difference->what, difference->run);
    case IP_ROW_DIFFERS:
        return ip_arena_printf(c->arena, "%s is %s in the end", difference->what, difference->run);
    default:
        return gets_words(c, difference);
    }
}

/* "T1 or T2 would fail with error P0001 (order 7 is paid)": in every order, some transaction fails that does not fail
 * in the schedule. The message is left out if it depends on the order. NULL: otherwise. */
static const char *failing_words(const comparison *c, const ip_differences *all)
{
    const char *names = "", *error = NULL, *message = NULL;
    bool *failing = IP_NEW_ARRAY(c->arena, bool, c->anomaly->instance_count);
    for (int o = 0; o < c->results->serial.count; o++) {
        bool fails = false;
        for (int d = 0; d < all->count; d++) {
            const ip_difference *of = &all->items[d];
            fails = fails || (of->kind == IP_GETS_DIFFER && strncmp(of->run, "error ", 6) != 0 &&
                              strncmp(of->serial[o], "error ", 6) == 0);
            if (of->kind == IP_GETS_DIFFER && strncmp(of->serial[o], "error ", 6) == 0) {
                const char *said = c->results->serial.items[o].messages[of->instance];
                if (error && strcmp(error, of->serial[o]) != 0)
                    return NULL;
                message = !error || same_text(message, said) ? said : NULL;
                error = of->serial[o];
                failing[of->instance] = true;
            }
        }
        if (!fails)
            return NULL;
    }
    for (int t = 0; t < c->anomaly->instance_count; t++)
        if (failing[t])
            names = ip_arena_printf(c->arena, "%s%sT%d", names, *names ? " or " : "", t + 1);
    if (!message)
        return ip_arena_printf(c->arena, "%s would fail with %s", names, error);
    return ip_arena_printf(c->arena, "%s would fail with %s (%s)", names, error, message);
}

/* "T1 and T2 both succeed", whatever they get: what is wrong is that one of them should fail. NULL: that is not all
 * that differs. */
static const char *succeeding_words(const comparison *c, const ip_differences *all)
{
    const char *names = "";
    for (int d = 0; d < all->count; d++) {
        const ip_difference *of = &all->items[d];
        if (of->kind != IP_GETS_DIFFER || strncmp(of->run, "error ", 6) == 0 || strcmp(of->run, "ROLLBACK") == 0)
            return NULL;
        const char *between = d == 0 ? "" : d + 1 < all->count ? ", " : " and ";
        names = ip_arena_printf(c->arena, "%s%sT%d", names, between, of->instance + 1);
    }
    return ip_arena_printf(c->arena, "%s %ssucceed%s", names,
                           all->count == 2  ? "both "
                           : all->count > 2 ? "all "
                                            : "",
                           all->count == 1 ? "s" : "");
}

static const char *joint_words(const comparison *c, const ip_differences *all)
{
    const char *text = "";
    int count = all->count < MOST_JOINT ? all->count : MOST_JOINT;
    for (int i = 0; i < count; i++)
        text = ip_arena_printf(c->arena, "%s%s%s", text, i ? ", and " : "", found_words(c, &all->items[i]));
    const char *failing = failing_words(c, all), *succeeding = failing ? succeeding_words(c, all) : NULL;
    if (failing)
        return ip_arena_printf(c->arena, "%s. One after the other, %s.", succeeding ? succeeding : text, failing);
    return ip_arena_printf(c->arena, "%s. One after the other, the transactions never give %s.", text,
                           count > 1 && all->count > count ? "all of this together"
                           : count > 1                     ? "both"
                                                           : "this");
}

const char *ip_report_harm_text(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly)
{
    ip_differences all = ip_report_differences_of(arena, schema, anomaly);
    const comparison c = {.arena = arena, .schema = schema, .anomaly = anomaly, .results = anomaly->replay.serial};
    if (!all.count)
        return "";
    for (int i = 0; i < all.count; i++)
        all.items[i] = without_equal_values(&c, &all.items[i]);
    const ip_difference *first = &all.items[0];
    if (!first->never)
        return joint_words(&c, &all);
    const char *serial = serial_words(&c, first);
    if (strncmp(serial, "not there", strlen("not there")) == 0) /* a row */
        return ip_arena_printf(arena, "%s. It should not be%s.", found_words(&c, first), serial + strlen("not"));
    return ip_arena_printf(arena, "%s. %s %s.", found_words(&c, first),
                           first->kind == IP_GETS_DIFFER ? "One after the other, it would be" : "It should be", serial);
}
