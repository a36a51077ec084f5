/* Repairs refused rows. A row often breaks several CHECKs at once: a change that gets past the first of them stays, and
 * the next one is looked at. */
#include "replay/trial/repair_rows.h"

#include "replay/trial/complete_rows.h"
#include "replay/trial/labels.h"

#include <string.h>

enum { MOST_TRIES = 400, MOST_CHANGES = 12, AFTER_CHECKS = 1000 };

/* A row that is being repaired. */
typedef struct repair {
    ip_arena *arena;
    ip_row_inserter *inserter;
    ip_subject *subject;
    ip_world *world;
    ip_client_row *row;
    ip_datum *values; /* the row's */
    int number;
    int *tries; /* left for all rows */
} repair;

/* Another value in the column may help. References and identifying keys stay. */
static bool is_helpful(const ip_table *table, const ip_row_refusal *refusal, const ip_datum *values, int column)
{
    if (ip_interpreter_rows_in_key(table, column) || ip_trial_is_reference(table, column) ||
        table->columns.items[column].generated)
        return false;
    if (strcmp(refusal->sqlstate, "23503") == 0) /* foreign_key_violation */
        return false;
    if (strcmp(refusal->sqlstate, "23505") == 0) /* unique_violation */
        return ip_trial_is_of_key(table, column);
    if (strcmp(refusal->sqlstate, "23502") == 0) /* not_null_violation */
        return values[column].kind == IP_DATUM_NULL;
    bool computed = false;
    for (int c = 0; refusal->checked && c < table->columns.count; c++)
        computed = computed || (refusal->checked[c] && table->columns.items[c].generated);
    return !refusal->checked || computed || refusal->checked[column];
}

/* How many constraints the row has passed: a table's are checked in one order, which ip_exec_check_row has. */
static int passed(const ip_row_refusal *refusal)
{
    bool later = strcmp(refusal->sqlstate, "23505") == 0 || strcmp(refusal->sqlstate, "23503") == 0 ||
                 strcmp(refusal->sqlstate, "23P01") == 0;
    return later ? AFTER_CHECKS : refusal->check;
}

static bool is_accepted(repair *r)
{
    (*r->tries)--;
    return ip_trial_initial_row_insert(r->inserter, r->world, r->row, r->number, NULL, r->arena);
}

/* Of rows of this table before. */
static void remember(ip_subject *subject, const ip_table *table, int column, ip_datum value)
{
    struct ip_mended mended = {table, column, value}; /* one of the usual values, which the subject keeps */
    for (int i = 0; i < subject->mended.count; i++)
        if (subject->mended.items[i].table == table && subject->mended.items[i].column == column) {
            subject->mended.items[i] = mended;
            return;
        }
    IP_PUSH(subject->arena, &subject->mended, mended);
}

typedef struct best_change {
    int column, passed;
    ip_datum value;
} best_change;

/* true: with this value the row is accepted. Otherwise the old value is back, and *best may be this change. */
static bool try_value(repair *r, int column, ip_datum value, best_change *best)
{
    ip_datum before = r->values[column];
    r->values[column] = value;
    if (is_accepted(r)) {
        remember(r->subject, r->row->table, column, value);
        return true;
    }
    ip_row_refusal refusal = ip_trial_row_inserter_refusal(r->inserter);
    if (passed(&refusal) > best->passed)
        *best = (best_change){column, passed(&refusal), value};
    r->values[column] = before;
    return false;
}

/* Values of enums are labels: any other value is replaced by the first label. */
static bool use_labels(const ip_table *table, ip_datum *values)
{
    bool any = false;
    for (int c = 0; c < table->columns.count; c++) {
        const ip_code *of = table->columns.items[c].domain_check;
        bool fits = !of || !of->labels.count || values[c].kind != IP_DATUM_TEXT || ip_trial_is_label(of, values[c]);
        if (fits || ip_interpreter_rows_in_key(table, c) || ip_trial_is_reference(table, c))
            continue;
        values[c] = ip_value_datum_string(of->labels.items[0]);
        any = true;
    }
    return any;
}

/* The changes that have helped other rows of the table come first: most rows of a table violate the same CHECKs. nulls:
 * of columns that hold NULL, or else of the others. */
static bool change_one(repair *r, const ip_row_refusal *refusal, bool nulls, best_change *best)
{
    const ip_table *table = r->row->table;
    const ip_subject *subject = r->subject;
    for (int i = 0; i < subject->mended.count; i++) {
        const struct ip_mended mended = subject->mended.items[i];
        if (mended.table == table && is_helpful(table, refusal, r->values, mended.column) &&
            (r->values[mended.column].kind == IP_DATUM_NULL) == nulls &&
            try_value(r, mended.column, mended.value, best))
            return true;
    }
    if (best->column >= 0)
        return false;
    for (int c = 0; c < table->columns.count; c++) {
        if (!is_helpful(table, refusal, r->values, c) || (r->values[c].kind == IP_DATUM_NULL) != nulls)
            continue;
        const ip_value_list *options = ip_trial_subject_usual(r->subject, table->columns.items[c].type, 0);
        for (int o = 0; o<options->count && * r->tries> 0; o++)
            if (try_value(r, c, options->items[o], best))
                return true;
        if (!table->columns.items[c].not_null && *r->tries > 0 &&
            try_value(r, c, (ip_datum){.kind = IP_DATUM_NULL}, best))
            return true;
    }
    return false;
}

static bool repair_row(repair *r)
{
    const ip_table *table = r->row->table;
    r->values = IP_NEW_ARRAY(r->arena, ip_datum, table->columns.count);
    memcpy(r->values, r->row->values, sizeof *r->values * (size_t)table->columns.count);
    r->row->values = r->values;
    if (use_labels(table, r->values) && is_accepted(r))
        return true;
    for (int change = 0; change<MOST_CHANGES && * r->tries> 0; change++) {
        ip_row_refusal refusal = ip_trial_row_inserter_refusal(r->inserter);
        best_change best = {.column = -1, .passed = passed(&refusal)};
        /* Columns that nothing has read hold NULL: a value there changes no run. */
        if (change_one(r, &refusal, true, &best) || (best.column < 0 && change_one(r, &refusal, false, &best)))
            return true;
        if (best.column < 0)
            return false;
        r->values[best.column] = best.value;
        if (is_accepted(r)) /* refused, with the refusal of this row */
            return true;
        remember(r->subject, table, best.column, best.value);
    }
    return false;
}

/* Rows without a key have other names in each run. */
static void note_changes(ip_arena *arena, const ip_client_row *row, const ip_datum *before, ip_fixed_values *changed)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(row->table, &columns);
    ip_datum *key = IP_NEW_ARRAY(arena, ip_datum, n);
    for (int i = 0; i < n; i++)
        key[i] = before[columns[i]];
    for (int c = 0; c < row->table->columns.count && n > 0; c++)
        if (!ip_trial_value_list_same(before[c], row->values[c]))
            IP_PUSH(arena, changed, ((ip_fixed_value){row->table, key, c, -1, row->values[c]}));
}

bool ip_trial_rows_repair(ip_arena *arena, ip_row_inserter *inserter, ip_subject *subject, ip_client_rows *rows,
                          ip_fixed_values *changed, int *failed, const char **why)
{
    ip_world *world = ip_world_new(subject->schema, 1);
    const int *order = ip_trial_initial_rows_order(arena, inserter, rows);
    bool good = true;
    int tries = MOST_TRIES;
    for (int i = 0; good && i < rows->count; i++) {
        *failed = order[i];
        repair r = {arena, inserter, subject, world, &rows->items[order[i]], NULL, order[i], &tries};
        const ip_datum *before = r.row->values;
        if (ip_trial_initial_row_insert(inserter, world, r.row, order[i], why, arena))
            continue;
        good = repair_row(&r);
        if (good)
            note_changes(arena, r.row, before, changed);
    }
    if (good)
        ip_trial_initial_rows_read_back(arena, world, rows);
    ip_world_free(world);
    return good;
}
