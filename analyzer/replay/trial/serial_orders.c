/* Whether some serial order of the same transactions gives the same results, and the results of each order if not. */
#include "replay/trial/serial_orders.h"

#include <string.h>

enum { MOST_ORDERED = 6, MOST_TOLD = 3 };

static bool same_texts(const char *const *a, int a_count, const char *const *b, int b_count)
{
    bool same = a_count == b_count;
    for (int i = 0; same && i < a_count; i++)
        same = strcmp(a[i], b[i]) == 0;
    return same;
}

static bool same_result(const ip_world *a, const ip_world *b, int instance)
{
    const ip_run_outcome *x = ip_world_outcome(a, instance), *y = ip_world_outcome(b, instance);
    if (x->end != y->end || x->result_count != y->result_count)
        return false;
    for (int r = 0; r < x->result_count; r++)
        if (!ip_value_datum_equal(x->results[r], y->results[r]))
            return false;
    return same_texts(x->notifications, x->notification_count, y->notifications, y->notification_count) &&
           same_texts(x->reported, x->reported_count, y->reported, y->reported_count);
}

static bool is_there(const ip_world *world, int row)
{
    ip_datum value;
    return ip_world_final(world, row, IP_EXISTS, &value) && value.kind == IP_DATUM_BOOLEAN && value.as.boolean;
}

/* Rows of tables without a key are identified by the instance that inserted them, which is not part of the state: they
 * are compared as a multiset. */
static bool same_columns(const ip_world *a, int row_a, const ip_world *b, int row_b)
{
    const ip_table *table = ip_interpreter_rows_table(ip_world_all_rows(a), row_a);
    for (int c = 0; c < table->columns.count; c++) {
        ip_datum x = {.kind = IP_DATUM_NULL}, y = x;
        if (!ip_trial_decided_value(a, row_a, c, &x) || ip_world_wrote_any(a, row_a, c))
            ip_world_final(a, row_a, c, &x);
        if (!ip_trial_decided_value(b, row_b, c, &y) || ip_world_wrote_any(b, row_b, c))
            ip_world_final(b, row_b, c, &y);
        if (!ip_value_datum_equal(x, y))
            return false;
    }
    return true;
}

static bool contains_rows(const ip_world *a, const ip_world *b)
{
    const ip_rows *rows_a = ip_world_all_rows(a), *rows_b = ip_world_all_rows(b);
    bool *taken = NULL;
    ip_arena *arena = ip_arena_new();
    taken = IP_NEW_ARRAY(arena, bool, ip_interpreter_rows_count(rows_b));
    bool all = true;
    for (int r = 0; all && r < ip_interpreter_rows_count(rows_a); r++) {
        if (!is_there(a, r))
            continue;
        bool found = false;
        for (int s = 0; !found && s < ip_interpreter_rows_count(rows_b); s++) {
            if (taken[s] || ip_interpreter_rows_table(rows_b, s) != ip_interpreter_rows_table(rows_a, r) ||
                !is_there(b, s) || !same_columns(a, r, b, s))
                continue;
            taken[s] = found = true;
        }
        all = found;
    }
    ip_arena_free(arena);
    return all;
}

static bool next_permutation(int *items, int n)
{
    int i = n - 2;
    while (i >= 0 && items[i] > items[i + 1])
        i--;
    if (i < 0)
        return false;
    int j = n - 1;
    while (items[j] < items[i])
        j--;
    int swap = items[i];
    items[i] = items[j];
    items[j] = swap;
    for (int a = i + 1, b = n - 1; a < b; a++, b--) {
        swap = items[a];
        items[a] = items[b];
        items[b] = swap;
    }
    return true;
}

/* The same transactions, each after it sees all of the earlier ones. visible: [n * n], to be filled. */
static ip_trial serial_trial(const ip_trial *trial, int *order, bool *visible)
{
    int n = trial->count;
    memset(visible, 0, sizeof *visible * (size_t)(n * n));
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            visible[order[a] * n + order[b]] = true;
    ip_trial serial = *trial;
    serial.order = order;
    serial.visible = visible;
    serial.cuts = NULL;
    serial.sequence_order = NULL;
    serial.sequence_order_count = 0;
    return serial;
}

bool ip_trial_order_decided(const ip_trial *trial)
{
    return trial->count <= MOST_ORDERED;
}

/* Two instances draw from one sequence. */
static bool draws_meet(const ip_world *world)
{
    const ip_world_draws *draws = ip_world_draws_of(world);
    for (int d = 0; d < draws->count; d++)
        for (int e = d + 1; e < draws->count; e++)
            if (draws->items[d].instance != draws->items[e].instance &&
                strcmp(draws->items[d].rule->name, draws->items[e].rule->name) == 0)
                return true;
    return false;
}

/* The order from the given place on: the last of all orders that begin in this way. */
static void end_as_last(int *order, int from, int n)
{
    for (int a = from; a < n; a++)
        for (int b = a + 1; b < n; b++)
            if (order[b] > order[a]) {
                int swap = order[a];
                order[a] = order[b];
                order[b] = swap;
            }
}

/* What a serial order is compared with. */
typedef struct comparison {
    const ip_world *found;
    bool results; /* they count, too */
} comparison;

static bool goes_on(void *data, const ip_world *world, int instance)
{
    const comparison *c = data;
    return !c->results || same_result(c->found, world, instance);
}

static bool sets_a_sequence(ip_bench *bench, const ip_world *world)
{
    ip_sequence_uses uses = {0};
    ip_world_sequence_uses(world, bench->arena, &uses);
    return uses.count > 0;
}

/* Has it the same rows, and the same results if they count? pool: the numbers are drawn in turn. *place: of the first
 * instance with another result; then no order that begins so has the same ones. */
static bool is_equal(ip_bench *bench, const ip_trial *serial, comparison *c, const ip_world_draws *pool, int *place)
{
    const int last = serial->count - 1;
    ip_world *world = ip_trial_world(bench, serial);
    *place = last;
    if (!world)
        return false;
    ip_world_set_pool(world, pool);
    const int ended = ip_world_run_all_while(world, bench->interpreter, goes_on, c);
    bool same = ended < 0;
    if (sets_a_sequence(bench, world)) { /* results are final only when all have run, perhaps several times */
        ip_world_run_all(world, bench->interpreter);
        same = true;
        for (int i = 0; i < serial->count && same; i++)
            same = goes_on(c, world, i);
    } else if (ended >= 0) {
        *place = ended;
    }
    bench->runs++;
    same = same && contains_rows(c->found, world) && contains_rows(world, c->found);
    ip_world_free(world);
    return same;
}

/* The first serial order with the same rows, and with the same results if they count. Numbers of sequences are outside
 * of isolation: each instance may draw the numbers that it drew in the anomaly, or they are drawn in the serial
 * order. */
static const int *equal_order(ip_bench *bench, const ip_trial *trial, const ip_trial_outcome *outcome, bool results)
{
    int n = trial->count, *order = IP_NEW_ARRAY(bench->arena, int, n);
    bool *visible = IP_NEW_ARRAY(bench->arena, bool, n *n);
    for (int i = 0; i < n; i++)
        order[i] = i;
    if (!ip_trial_order_decided(trial))
        return order;
    const ip_world_draws *pool = draws_meet(outcome->world) ? ip_world_draws_of(outcome->world) : NULL;
    comparison c = {outcome->world, results};
    ip_trial checked = *trial; /* the rows need to be checked once, not for each order */
    if (!trial->satisfies_constraints)
        ip_trial_initial_rows_read_back(bench->arena, outcome->world, &checked.rows);
    checked.satisfies_constraints = true;
    do {
        ip_trial serial = serial_trial(&checked, order, visible);
        int own, drawn = 0;
        if (is_equal(bench, &serial, &c, NULL, &own) || (pool && is_equal(bench, &serial, &c, pool, &drawn)))
            return order;
        end_as_last(order, (own > drawn ? own : drawn) + 1, n);
    } while (next_permutation(order, n));
    return NULL;
}

const int *ip_trial_equal_order(ip_bench *bench, const ip_trial *trial, const ip_trial_outcome *outcome)
{
    return equal_order(bench, trial, outcome, true);
}

bool ip_trial_rows_differ(ip_bench *bench, const ip_trial *trial, const ip_trial_outcome *outcome)
{
    return !equal_order(bench, trial, outcome, false);
}

/* ---- in words ---- */

static void report_rows(ip_arena *arena, const ip_world *world, ip_run_result *result)
{
    const ip_rows *rows = ip_world_all_rows(world);
    for (int r = 0; r < ip_interpreter_rows_count(rows); r++) {
        const ip_table *table = ip_interpreter_rows_table(rows, r);
        int n = table->columns.count;
        if (!is_there(world, r))
            continue;
        const char **columns = IP_NEW_ARRAY(arena, const char *, n), **values = IP_NEW_ARRAY(arena, const char *, n);
        for (int c = 0; c < n; c++) {
            ip_datum value = {.kind = IP_DATUM_NULL};
            columns[c] = table->columns.items[c].name;
            if (!ip_world_final(world, r, c, &value))
                ip_trial_decided_value(world, r, c, &value);
            values[c] = value.kind == IP_DATUM_NULL ? NULL : ip_arena_strdup(arena, ip_value_datum_text(arena, value));
        }
        IP_PUSH(arena, &result->rows, ((ip_schedule_row){ip_arena_strdup(arena, table->name), n, columns, values}));
    }
}

static const char *result_text(ip_arena *arena, const ip_run_outcome *outcome)
{
    const char *text = "";
    if (outcome->end != IP_RUN_COMMITTED)
        return outcome->sqlstate ? ip_arena_printf(arena, "error %s", outcome->sqlstate) : "ROLLBACK";
    for (int r = 0; r < outcome->result_count; r++)
        text = ip_arena_printf(
            arena, "%s%s%s", text, r ? ", " : "",
            outcome->results[r].kind == IP_DATUM_NULL ? "NULL" : ip_value_datum_text(arena, outcome->results[r]));
    for (int n = 0; n < outcome->notification_count; n++)
        text = ip_arena_printf(arena, "%s%s%s", text, *text ? ", " : "", outcome->notifications[n]);
    return text;
}

static const char *text_beside(ip_arena *arena, const ip_run_outcome *outcome)
{
    const char *text = "";
    for (int n = 0; n < outcome->reported_count && outcome->end == IP_RUN_COMMITTED; n++)
        text = ip_arena_printf(arena, "%s%s%s", text, n ? ", " : "", outcome->reported[n]);
    return text;
}

static void tell(ip_arena *arena, const ip_world *world, const int *number, ip_run_result *result)
{
    int n = ip_world_count(world);
    const char **gets = IP_NEW_ARRAY(arena, const char *, n), **messages = IP_NEW_ARRAY(arena, const char *, n);
    const char **beside = IP_NEW_ARRAY(arena, const char *, n);
    report_rows(arena, world, result);
    for (int i = 0; i < n; i++) {
        const ip_run_outcome *outcome = ip_world_outcome(world, i);
        bool failed = outcome->end != IP_RUN_COMMITTED && outcome->message;
        gets[number[i]] = result_text(arena, outcome);
        beside[number[i]] = text_beside(arena, outcome);
        messages[number[i]] = failed ? ip_arena_strdup(arena, outcome->message) : NULL;
    }
    result->gets = gets;
    result->messages = messages;
    result->beside = beside;
}

typedef IP_VEC(const char *) table_names;

/* The rows and results of the transactions in this order; order NULL: there is no such run. */
static ip_run_result run_in_turn(ip_arena *arena, ip_bench *bench, const ip_trial *in_turn, const ip_world_draws *pool,
                                 const int *number)
{
    ip_run_result result = {0};
    ip_world *world = ip_trial_world(bench, in_turn);
    if (!world)
        return result;
    ip_world_set_pool(world, pool);
    ip_world_run_all(world, bench->interpreter);
    bench->runs++;
    tell(arena, world, number, &result);
    int *named = IP_NEW_ARRAY(arena, int, in_turn->count);
    for (int i = 0; i < in_turn->count; i++)
        named[i] = number[in_turn->order[i]];
    result.order = named;
    ip_world_free(world);
    return result;
}

static bool same_row(const ip_schedule_row *a, const ip_schedule_row *b)
{
    bool same = strcmp(a->table, b->table) == 0;
    for (int k = 0; k < a->count && same; k++)
        same = a->values[k] && b->values[k] ? strcmp(a->values[k], b->values[k]) == 0 : a->values[k] == b->values[k];
    return same;
}

static bool has_row(const ip_run_result *result, const ip_schedule_row *row)
{
    for (int r = 0; r < result->rows.count; r++)
        if (same_row(&result->rows.items[r], row))
            return true;
    return false;
}

static bool has_table(const table_names *names, const char *table)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->items[i], table) == 0)
            return true;
    return false;
}

/* Tables with rows that only one of the two has. */
static void add_tables(ip_arena *arena, const ip_run_result *one, const ip_run_result *other, table_names *names)
{
    for (int r = 0; r < one->rows.count; r++)
        if (!has_row(other, &one->rows.items[r]) && !has_table(names, one->rows.items[r].table))
            IP_PUSH(arena, names, one->rows.items[r].table);
}

static bool fails(const char *gets)
{
    return strncmp(gets, "error ", 6) == 0 || strcmp(gets, "ROLLBACK") == 0;
}

/* Marks the transactions whose results differ by the numbers. false: whether one fails depends on them. */
static bool mark_numbered(const ip_run_result *a, const ip_run_result *b, int count, bool *numbered)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(a->gets[i], b->gets[i]) == 0)
            continue;
        if (fails(a->gets[i]) || fails(b->gets[i]))
            return false;
        numbered[i] = true;
    }
    return true;
}

/* Of these transactions only whether they fail. */
static void leave_out_results(ip_arena *arena, ip_run_result *result, const bool *numbered, int count)
{
    const char **gets = IP_NEW_ARRAY(arena, const char *, count);
    for (int i = 0; i < count; i++)
        gets[i] = numbered[i] && !fails(result->gets[i]) ? "" : result->gets[i];
    result->gets = gets;
}

static void add_beside(ip_arena *arena, ip_run_result *result, const bool *differs, int count)
{
    const char **gets = IP_NEW_ARRAY(arena, const char *, count);
    for (int i = 0; i < count; i++)
        gets[i] = !differs[i] || !*result->beside[i] ? result->gets[i]
                                                     : ip_arena_printf(arena, "%s%s%s", result->gets[i],
                                                                       *result->gets[i] ? ", " : "", result->beside[i]);
    result->gets = gets;
}

/* What is said beside rows tells the reader something only where it depends on the order. */
static void add_beside_where_it_differs(ip_arena *arena, ip_serial_results *all, int count)
{
    bool differs[IP_WORLD_MOST] = {false};
    for (int o = 0; o < all->serial.count; o++)
        for (int i = 0; i < count; i++)
            differs[i] = differs[i] || (!fails(all->serial.items[o].gets[i]) && !fails(all->run.gets[i]) &&
                                        strcmp(all->serial.items[o].beside[i], all->run.beside[i]) != 0);
    add_beside(arena, &all->run, differs, count);
    for (int o = 0; o < all->serial.count; o++)
        add_beside(arena, &all->serial.items[o], differs, count);
}

static void leave_out(ip_run_result *result, const table_names *names)
{
    int kept = 0;
    for (int r = 0; r < result->rows.count; r++)
        if (!has_table(names, result->rows.items[r].table))
            result->rows.items[kept++] = result->rows.items[r];
    result->rows.count = kept;
}

/* Where transactions draw from one sequence, their numbers depend on more than their serial order. Tables whose rows
 * differ by the numbers are left out; of a client whose results differ by them, only whether it fails is reported. */
const ip_serial_results *ip_trial_serial_results_of(ip_arena *arena, ip_bench *bench, const ip_trial *trial,
                                                    const ip_trial_outcome *outcome, const int *number)
{
    int n = trial->count, order[IP_WORLD_MOST];
    if (n > MOST_TOLD)
        return NULL;
    bool meet = draws_meet(outcome->world), *visible = IP_NEW_ARRAY(bench->arena, bool, n *n);
    bool of_numbers[IP_WORLD_MOST] = {false};
    ip_serial_results *all = IP_NEW(arena, ip_serial_results);
    table_names numbered = {0};
    tell(arena, outcome->world, number, &all->run);
    for (int i = 0; i < n; i++)
        order[i] = i;
    do {
        ip_trial in_turn = serial_trial(trial, order, visible);
        ip_run_result serial = run_in_turn(arena, bench, &in_turn, NULL, number);
        if (!serial.order)
            return NULL;
        IP_PUSH(arena, &all->serial, serial);
        if (!meet)
            continue;
        ip_run_result drawn = run_in_turn(arena, bench, &in_turn, ip_world_draws_of(outcome->world), number);
        if (!drawn.order || !mark_numbered(&serial, &drawn, n, of_numbers))
            return NULL;
        add_tables(arena, &serial, &drawn, &numbered);
        add_tables(arena, &drawn, &serial, &numbered);
    } while (next_permutation(order, n));
    add_beside_where_it_differs(arena, all, n);
    leave_out(&all->run, &numbered);
    leave_out_results(arena, &all->run, of_numbers, n);
    for (int o = 0; o < all->serial.count; o++) {
        leave_out(&all->serial.items[o], &numbered);
        leave_out_results(arena, &all->serial.items[o], of_numbers, n);
    }
    return all;
}
