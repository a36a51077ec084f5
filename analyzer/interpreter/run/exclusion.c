/* EXCLUDE, and unique indexes and keys that do not identify rows here: which rows conflict with a new or changed row
 * (PostgreSQL 15 documentation, CREATE TABLE; check_exclusion_or_unique_constraint of its sources). */
#include "interpreter/run/evaluate.h"
#include "interpreter/run/write.h"

#include <string.h>

/* The row's values: new ones where columns change, and the current ones of the constraint's other columns. */
static ip_datum *complete(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int row,
                          const ip_datum *values, const bool *changed)
{
    int width = plan->table->columns.count;
    ip_datum *all = IP_NEW_ARRAY(run->arena, ip_datum, width);
    for (int i = 0; i < width; i++)
        all[i] = values && (!changed || changed[i]) ? values[i]
                 : exclusion->columns[i]            ? ip_exec_row_value(run, plan, row, i)
                                                    : (ip_datum){0};
    return all;
}

static ip_datum evaluate(ip_run_state *run, const ip_table_plan *plan, const ip_row_expr *expr, ip_datum *values)
{
    return ip_exec_evaluate_on(run, plan, expr, -1, values, NULL);
}

/* The constraint's values in a row to which it applies. false: it does not apply to the row. */
static bool parts_of(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, ip_datum *values,
                     ip_datum *parts)
{
    if (exclusion->where && !ip_is_true(evaluate(run, plan, exclusion->where, values)))
        return false;
    bool compared = true;
    for (int i = 0; i < exclusion->count; i++) {
        parts[i] = evaluate(run, plan, &exclusion->parts[i], values);
        compared = compared && (parts[i].kind != IP_DATUM_NULL || exclusion->source->nulls_equal);
    }
    return compared;
}

static bool holds(ip_run_state *run, const ip_exclusion_plan *exclusion, int part, ip_datum a, ip_datum b)
{
    if (exclusion->source->nulls_equal && (a.kind == IP_DATUM_NULL || b.kind == IP_DATUM_NULL))
        return a.kind == b.kind;
    return ip_is_true(ip_exec_apply_operator(run, &exclusion->operators[part], a, b));
}

/* Columns compared by equality that are part of the other row's key show without a read that the rows do not
 * conflict. */
static bool key_differs(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int row,
                        const ip_datum *parts)
{
    for (int i = 0; i < exclusion->count; i++) {
        const ip_exclusion_part *part = &exclusion->source->parts.items[i];
        int column = part->column ? ip_catalog_table_column(plan->table, part->column) : -1;
        int position = column >= 0 ? plan->key_position[column] : -1;
        if (position >= 0 && strcmp(part->operator, "=") == 0 &&
            !holds(run, exclusion, i, parts[i], ip_interpreter_rows_key(run->rows, row)[position]))
            return true;
    }
    return false;
}

/* values: those of the other row. */
static bool are_apart(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion,
                      ip_datum *values, const ip_datum *parts)
{
    ip_datum *others = IP_NEW_ARRAY(run->arena, ip_datum, exclusion->count);
    if (!parts_of(run, plan, exclusion, values, others))
        return false;
    bool all = true;
    for (int i = 0; i < exclusion->count; i++)
        all = holds(run, exclusion, i, others[i], parts[i]) && all;
    return all;
}

static bool in_the_way(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int other,
                       const ip_datum *parts)
{
    if (key_differs(run, plan, exclusion, other, parts) || !ip_is_true(ip_exec_current_cell(run, other, IP_EXISTS)))
        return false;
    return are_apart(run, plan, exclusion, complete(run, plan, exclusion, other, NULL, NULL), parts);
}

/* Whether some version of another row is in the way, whatever becomes of the transactions that are changing it. */
static bool meets_one(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int own_row,
                      const ip_datum *parts, bool *undecided)
{
    const ip_database *database = run->database;
    bool met = false;
    int count = database->versions(database->data, plan->table, exclusion->source);
    run->checking_key = true;
    run->checking = IP_READ_DIRTY;
    for (int i = 0; i < count && !met; i++) {
        int row = database->meets(database->data, i, undecided);
        met = row != own_row && in_the_way(run, plan, exclusion, row, parts);
    }
    run->checking_key = false;
    run->checking = IP_READ_CURRENT;
    return met;
}

/* Waits for transactions that are inserting or deleting a conflicting row, up to the first that surely conflicts
 * (execIndexing.c, check_exclusion_or_unique_constraint). */
static void wait_for_others(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion,
                            int own_row, const ip_datum *parts)
{
    bool undecided;
    while (run->database->versions && !plan->table->own &&
           meets_one(run, plan, exclusion, own_row, parts, &undecided) && undecided)
        run->database->settles(run->database->data);
}

/* values: complete. The first row that conflicts with them, other than own_row; -1: none. All candidates are read. */
static int find(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, ip_datum *values,
                int own_row)
{
    ip_datum *parts = IP_NEW_ARRAY(run->arena, ip_datum, exclusion->count);
    if (!parts_of(run, plan, exclusion, values, parts))
        return -1;
    const int *order;
    int found = -1, rows = ip_interpreter_rows_of(run->rows, plan->table, &order);
    wait_for_others(run, plan, exclusion, own_row, parts);
    run->checking = IP_READ_CHECK;
    run->checking_key = true;
    for (int i = 0; i < rows; i++)
        if (order[i] != own_row && in_the_way(run, plan, exclusion, order[i], parts) && found < 0)
            found = order[i];
    run->checking_key = false;
    run->checking = IP_READ_CURRENT;
    return found;
}

/* Of a unique key or index on columns; values: those of the row. NULL: not known. */
static const char *detail_of(ip_run_state *run, const ip_table *table, const ip_exclusion *exclusion,
                             const ip_datum *values)
{
    int count = exclusion->parts.count, *columns = IP_NEW_ARRAY(run->arena, int, count + 1);
    for (int i = 0; i < count; i++) {
        const char *name = exclusion->parts.items[i].column;
        columns[i] = -1;
        for (int k = 0; name && k < table->columns.count; k++)
            if (strcmp(table->columns.items[k].name, name) == 0)
                columns[i] = k;
        if (columns[i] < 0)
            return NULL;
    }
    const ip_key key = {.columns = columns, .column_count = count};
    return exclusion->unique && count ? ip_exec_detail_of_duplicate(run, table, &key, values) : NULL;
}

static _Noreturn void refuse(ip_run_state *run, const ip_table *table, const ip_exclusion_plan *exclusion,
                             const ip_datum *values)
{
    bool unique = exclusion->source->unique;
    const char *name = exclusion->source->name;
    if (unique && run->database->duplicates && !table->own)
        run->database->duplicates(run->database->data, table, NULL);
    ip_interpreter_raise_violation(run, unique ? "23505" : "23P01", table, name, NULL,
                                   detail_of(run, table, exclusion->source, values),
                                   "%s key value violates %s constraint \"%s\"", unique ? "duplicate" : "conflicting",
                                   unique ? "unique" : "exclusion", name);
}

static bool concerns(const ip_table_plan *plan, const ip_exclusion_plan *exclusion, const bool *changed)
{
    bool any = !changed;
    for (int i = 0; i < plan->table->columns.count && !any; i++)
        any = changed[i] && exclusion->columns[i];
    return any;
}

/* The change gives some column of the constraint another value. */
static bool differs(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int row,
                    const ip_datum *values, const bool *changed)
{
    bool any = false;
    for (int i = 0; i < plan->table->columns.count; i++)
        if (changed[i] && exclusion->columns[i])
            any = !ip_value_datum_equal(ip_exec_row_value(run, plan, row, i), values[i]) || any;
    return any;
}

/* The server checks later only what it has found to be in the way, without waiting, when the row was entered
 * (execIndexing.c, UNIQUE_CHECK_PARTIAL). */
static void note_doubt(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int row,
                       int noted, ip_datum *values)
{
    ip_datum *parts = IP_NEW_ARRAY(run->arena, ip_datum, exclusion->count);
    bool undecided;
    if (run->database->versions && !plan->table->own && parts_of(run, plan, exclusion, values, parts) &&
        meets_one(run, plan, exclusion, row, parts, &undecided))
        IP_PUSH(run->arena, &run->doubted, ((ip_doubted_row){exclusion, noted}));
}

/* Others meet the row in the index from now on (execIndexing.c: into the index of EXCLUDE, or of a deferrable key, a
 * row is entered first, and conflicts are looked for then). */
static void enter(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion)
{
    if (run->database->enters && !plan->table->own)
        run->database->enters(run->database->data, exclusion->source);
}

bool ip_exec_exclusion_moves(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int row,
                             const ip_datum *values, const bool *changed)
{
    return !changed || (concerns(plan, exclusion, changed) && differs(run, plan, exclusion, row, values, changed));
}

bool ip_exec_exclusion_is_of_key(const ip_exclusion_plan *exclusion)
{
    return exclusion->source->unique && !exclusion->source->computed && !exclusion->source->any;
}

void ip_exec_check_exclusion(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int row,
                             int subject, const ip_datum *values, const bool *changed)
{
    ip_datum *all = complete(run, plan, exclusion, row, values, changed);
    bool deferrable = exclusion->source->deferrable, enters_first = deferrable || !exclusion->source->unique;
    if (enters_first)
        enter(run, plan, exclusion);
    if (deferrable)
        note_doubt(run, plan, exclusion, row, row >= 0 ? row : subject, all);
    else if (find(run, plan, exclusion, all, row) >= 0) {
        ip_exec_record_refused(run, subject);
        refuse(run, plan->table, exclusion, all);
    }
    if (!enters_first)
        enter(run, plan, exclusion);
}

int ip_exec_find_excluded(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion,
                          ip_datum *values)
{
    if (exclusion->source->deferrable)
        ip_interpreter_raise(
            run, "55000",
            "ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters");
    return find(run, plan, exclusion, values, -1);
}

static bool same_key(const ip_key *key, const ip_datum *values, const ip_datum *others)
{
    for (int i = 0; i < key->column_count; i++) {
        int column = key->columns[i];
        if (values[column].kind == IP_DATUM_NULL || !ip_value_datum_equal(values[column], others[column]))
            return false;
    }
    return true;
}

bool ip_exec_are_kept_apart(ip_run_state *run, const ip_table_plan *plan, ip_datum *values, ip_datum *others)
{
    for (int k = 0; k < plan->table->keys.count; k++)
        if (same_key(&plan->table->keys.items[k], values, others))
            return true;
    for (int x = 0; x < plan->exclusion_count; x++) {
        ip_datum *parts = IP_NEW_ARRAY(run->arena, ip_datum, plan->exclusions[x].count);
        if (parts_of(run, plan, &plan->exclusions[x], values, parts) &&
            are_apart(run, plan, &plan->exclusions[x], others, parts))
            return true;
    }
    return false;
}

/* ---- DEFERRABLE ---- */

static void check_now(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int row)
{
    if (!ip_is_true(ip_exec_current_cell(run, row, IP_EXISTS)))
        return;
    ip_datum *values = complete(run, plan, exclusion, row, NULL, NULL);
    if (find(run, plan, exclusion, values, row) >= 0)
        refuse(run, plan->table, exclusion, values);
}

/* Takes it off the list. */
static bool is_doubted(ip_run_state *run, const ip_exclusion_plan *exclusion, int row)
{
    for (int i = run->doubted.count - 1; i >= 0; i--)
        if (run->doubted.items[i].exclusion == exclusion && run->doubted.items[i].row == row) {
            run->doubted.items[i] = run->doubted.items[--run->doubted.count];
            return true;
        }
    return false;
}

static long entry_of(const ip_run_state *run, const ip_table *table, int row)
{
    return run->database->entry && !table->own ? run->database->entry(run->database->data, table, row) : 0;
}

void ip_exec_check_deferrable_exclusions(ip_run_state *run, const ip_change *change, bool primary)
{
    for (int x = 0; change->plan && change->new_row >= 0 && x < change->plan->exclusion_count; x++) {
        const ip_exclusion_plan *exclusion = &change->plan->exclusions[x];
        const ip_exclusion *source = exclusion->source;
        bool moved = change->new_row != change->row;
        bool noted = run->database->versions && !change->plan->table->own;
        if (!source->deferrable || source->primary != primary ||
            !(noted ? is_doubted(run, exclusion, change->row >= 0 ? change->row : change->new_row)
                    : concerns(change->plan, exclusion, moved ? NULL : change->changed)))
            continue;
        if (ip_exec_is_deferred(run, source->name, true, source->deferred))
            ip_exec_leave(run, (ip_late){.after.change = *change,
                                         .exclusion = exclusion,
                                         .entry = entry_of(run, change->plan->table, change->new_row)});
        else
            check_now(run, change->plan, exclusion, change->new_row);
    }
}

void ip_exec_check_exclusion_late(ip_run_state *run, const ip_late *late)
{
    const ip_change *change = &late->after.change;
    /* Of a row with other entries since then, that change has looked (unique_key_recheck: the version is dead). */
    if (entry_of(run, change->plan->table, change->new_row) == late->entry)
        check_now(run, change->plan, late->exclusion, change->new_row);
}
