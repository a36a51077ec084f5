/* Compares the rows and results of a schedule with every serial order of its transactions, and finds the fewest facts
 * of the schedule that no serial order gives together. Rows are identified by their key or, without a key, by all of
 * their values. */
#include "report/differences.h"

#include "replay/schedule/serial_results.h"
#include "report/words.h"

#include <string.h>

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
                           const char *const *serial, const char *before)
{
    bool differs = false, never = true;
    for (int o = 0; o < c->results->serial.count; o++) {
        bool same = strcmp(run, serial[o]) == 0;
        differs = differs || !same;
        never = never && !same;
    }
    if (differs)
        IP_PUSH(c->arena, &c->found, ((ip_difference){kind, instance, what, before, run, serial, never, false}));
}

static const char *presence(ip_arena *arena, int times)
{
    return times == 0 ? "not there" : times == 1 ? "there" : ip_arena_printf(arena, "there %d times", times);
}

/* NULL: the row is not there. */
static const char *cell_before(const comparison *c, const ip_schedule_row *row, int column)
{
    const ip_schedule *schedule = c->anomaly->replay.schedule;
    for (int r = 0; schedule && r < schedule->initial_rows.count; r++)
        if (is_same_row(c->schema, &schedule->initial_rows.items[r], row))
            return ip_report_cell_text(c->arena, schedule->initial_rows.items[r].values[column]);
    return NULL;
}

/* A column of a row that some serial orders leave, too; the others have no value to compare. */
static void compare_cell(comparison *c, const ip_schedule_row *own, const ip_schedule_row *const *there, int column,
                         const char *name)
{
    int orders = c->results->serial.count;
    const char **values = IP_NEW_ARRAY(c->arena, const char *, orders);
    bool differs = false;
    for (int o = 0; o < orders; o++) {
        values[o] = there[o] ? ip_report_cell_text(c->arena, there[o]->values[column]) : presence(c->arena, 0);
        differs = differs || (there[o] && !same_text(there[o]->values[column], own->values[column]));
    }
    if (differs) /* else the row's presence says it all */
        add_difference(c, IP_CELL_DIFFERS, -1,
                       ip_arena_printf(c->arena, "%s.%s of %s", own->table, own->columns[column], name),
                       ip_report_cell_text(c->arena, own->values[column]), values, cell_before(c, own, column));
}

static void compare_row(comparison *c, const ip_schedule_row *row)
{
    int orders = c->results->serial.count, times;
    const ip_schedule_row **there = IP_NEW_ARRAY(c->arena, const ip_schedule_row *, orders);
    const char **counts = IP_NEW_ARRAY(c->arena, const char *, orders);
    const ip_schedule_row *own = find_row(c, &c->results->run, row, &times);
    const char *count = presence(c->arena, times);
    bool comparable = false;
    for (int o = 0; o < orders; o++) {
        there[o] = find_row(c, &c->results->serial.items[o], row, &times);
        counts[o] = presence(c->arena, times);
        comparable = comparable || (own && there[o]);
    }
    const char *name = row_name(c, row);
    add_difference(c, IP_ROW_DIFFERS, -1, ip_arena_printf(c->arena, "the %s row %s", row->table, name), count, counts,
                   NULL);
    for (int k = 0; k < row->count && comparable; k++)
        compare_cell(c, own, there, k, name);
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
                       gets_text(c->results->run.gets[t]), values, NULL);
    }
}

/* ----------------------------------------------------------------- order -- */

/* What a reader should know first. Amounts have decimals; a number without them may name a row. A wrong
 * row stays, a result is heard once; beside others, a number says more than that a row is there. */
typedef enum rank { AMOUNT, NUMBER, OTHER_CELL, NUMBER_GOT, ROW, LONE_NUMBER_GOT, OTHER_GOT } rank;

static rank rank_of(const comparison *c, const ip_difference *of)
{
    bool number = ip_report_is_number(of->run), decimals = strchr(of->run, '.');
    for (int o = 0; o < c->results->serial.count && number; o++) {
        number = ip_report_is_number(of->serial[o]) || strcmp(of->serial[o], presence(c->arena, 0)) == 0;
        decimals = decimals || strchr(of->serial[o], '.');
    }
    switch (of->kind) {
    case IP_CELL_DIFFERS:
        return !number ? OTHER_CELL : decimals ? AMOUNT : NUMBER;
    case IP_ROW_DIFFERS:
        return ROW;
    default:
        return !number ? OTHER_GOT : of->never ? LONE_NUMBER_GOT : NUMBER_GOT;
    }
}

/* Facts that no serial order gives come first. */
static void sort(comparison *c)
{
    ip_differences sorted = {0};
    for (int never = 1; never >= 0; never--)
        for (int rank = AMOUNT; rank <= OTHER_GOT; rank++)
            for (int i = 0; i < c->found.count; i++)
                if (c->found.items[i].never == never && (int)rank_of(c, &c->found.items[i]) == rank)
                    IP_PUSH(c->arena, &sorted, c->found.items[i]);
    c->found = sorted;
}

/* ----------------------------------------------------------------- facts -- */

enum { MOST_ORDERS = 30 };

/* Serial orders, a bit each. */
typedef unsigned orders;

typedef struct fact {
    ip_difference *of;
    orders with; /* that give it */
} fact;

typedef IP_VEC(fact) facts;

/* Of facts that the same orders give, the first will do. */
static facts facts_of(comparison *c)
{
    facts all = {0};
    for (int i = 0; i < c->found.count; i++) {
        fact next = {&c->found.items[i], 0};
        bool known = false;
        for (int o = 0; o < c->results->serial.count; o++)
            next.with |= strcmp(next.of->run, next.of->serial[o]) == 0 ? 1u << o : 0;
        for (int k = 0; k < all.count; k++)
            known = known || all.items[k].with == next.with;
        if (!known)
            IP_PUSH(c->arena, &all, next);
    }
    return all;
}

/* Names so many facts, from this one on, that none of these orders gives them all. false: so many are too few. */
static bool name_facts(const facts *all, int from, int count, orders left)
{
    for (int i = from; left && count && i < all->count; i++) {
        orders with = left & all->items[i].with;
        if (with == left || !name_facts(all, i + 1, count - 1, with))
            continue;
        all->items[i].of->named = true;
        return true;
    }
    return !left;
}

/* Names the fewest facts that no serial order gives together: a fact that some order gives is no harm by itself. None
 * where rows or results that depend on numbers of sequences are left out, and the others leave an order that gives
 * them all. */
static void name_fewest(comparison *c)
{
    int count = c->results->serial.count;
    facts all = facts_of(c);
    bool named = count > MOST_ORDERS;
    for (int fewest = 1; fewest <= count && !named; fewest++) /* each fact of the fewest leaves out an order */
        named = name_facts(&all, 0, fewest, (1u << count) - 1);
}

ip_differences ip_report_differences_of(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly)
{
    comparison c = {.arena = arena, .schema = schema, .anomaly = anomaly, .results = anomaly->replay.serial};
    if (anomaly->replay.status != IP_REPLAY_CONFIRMED || !anomaly->replay.observable || !c.results)
        return c.found;
    compare_rows(&c);
    compare_gets(&c);
    sort(&c);
    name_fewest(&c);
    ip_differences sorted = {0};
    for (int named = 1; named >= 0; named--)
        for (int i = 0; i < c.found.count; i++)
            if (c.found.items[i].named == named)
                IP_PUSH(arena, &sorted, c.found.items[i]);
    return sorted;
}
