/* The checks of constraints, as separate statements (ip_check_kind). */
#include "catalog/partition.h"
#include "lower/body/raised.h"
#include "lower/lower.h"

#include <string.h>

/* The row with which other rows may not conflict, or to which they may not refer. */
typedef struct ip_beside {
    const ip_query *update; /* the statement that finds it; NULL: it is inserted, or deleted */
    const ip_exclusion *exclusion;
    ip_entry row; /* as it is written, for an exclusion */
    int cause;    /* ip_statement.cause */
} ip_beside;

/* An UPDATE of a row identified by its key does not conflict with the row itself: leave that row out. false: it is not
 * identified so. */
static bool leave_out_own(ip_lowerer *l, ip_scope *scope, const ip_entry *self, const ip_query *update)
{
    const ip_key *key = self->table->primary_key < 0 ? NULL : &self->table->keys.items[self->table->primary_key];
    const ip_expr *same = NULL;
    for (int i = 0; key && i < key->column_count; i++) {
        const ip_expr *value = ip_lower_equated_target(l, update, key->columns[i]);
        if (!value)
            return false;
        same = ip_program_expr_and(l->arena, same,
                                   ip_lower_binary(l, IP_OP_EQ, ip_lower_column(l, self, key->columns[i]), value));
    }
    if (same)
        ip_lower_conjunct(l, scope, ip_program_expr_not(l->arena, same));
    return same != NULL;
}

/* Where an error is caught, whether such a row is there says whether the check has raised it: alone: for certain. */
static const ip_expr *report_outcome(ip_lowerer *l, int check, ip_check_kind kind, bool foreign, bool alone)
{
    const ip_expr *found = ip_lower_variable(l, IP_VAR_FOUND, "in_the_way", ip_lower_boolean_type, l->loop);
    l->program->variables.items[found->index].statement = check;
    ip_lower_check_raises(l, foreign ? IP_RAISED_REFERENCE : IP_RAISED_DUPLICATE, check,
                          !alone                     ? NULL
                          : kind == IP_CHECK_PRESENT ? ip_program_expr_not(l->arena, found)
                                                     : found);
    return found;
}

/* No handler around goes on after a duplicate: what is undone has come past this check, or not as far. A unique index
 * on part of the rows fails in the same way, other exclusions do not. */
static bool surely_passed(const ip_lowerer *l, ip_check_kind check, const ip_beside *beside)
{
    return l->undone_depth > 0 && l->duplicates_taken == 0 && check == IP_CHECK_ABSENT && beside && beside->cause < 0 &&
           (!beside->exclusion || (beside->exclusion->unique && !beside->exclusion->late));
}

/* A row in its way would have ended the transaction. */
static void must_pass(ip_lowerer *l, int check, const ip_expr *found)
{
    const ip_expr *base = l->base, *rel = l->rel;
    int handlers = l->handlers;
    l->base = ip_program_expr_and(l->arena, l->program->statements.items[check].path, found);
    l->rel = NULL;
    l->handlers = 0; /* of which the path speaks already */
    ip_lower_emit_abort(l, NULL);
    l->handlers = handlers;
    l->base = base;
    l->rel = rel;
}

/* Reads whether there is a row with these values; where a value depends on rows, any row will do, and which of them is
 * locked is not known. A referenced row is looked for in the snapshot, but in a partitioned table among everything
 * committed (ri_triggers.c, RI_FKey_check: detectNewRows). */
static int probe(ip_lowerer *l, const ip_table *table, int count, const int *columns, const ip_expr *const *values,
                 ip_check_kind check, const ip_beside *beside)
{
    ip_query *query = IP_NEW(l->arena, ip_query);
    query->statement.check = l->handlers > 0 ? IP_CHECK_NONE : check;
    query->statement.kind = IP_SELECT;
    query->statement.aggregated = true;
    ip_scope *scope = ip_lower_scope_new(l, NULL, query);
    ip_lower_whole_table(l, &query->statement, table);
    ip_row_source *source = &query->statement.sources.items[0];
    memset(source->filter_columns, 0, (size_t)table->columns.count * sizeof(bool));
    memset(source->output_columns, 0, (size_t)table->columns.count * sizeof(bool));
    source->lock = check == IP_CHECK_PRESENT ? IP_LOCK_KEY_SHARE : IP_LOCK_NONE;
    source->newest = check == IP_CHECK_ABSENT || ip_catalog_is_partitioned(l->definitions, table);
    query->statement.past_snapshot = l->handlers > 0 && source->newest;
    const ip_entry self = {.alias = table->name, .table = table, .source = 0};
    bool whole = true;
    for (int i = 0; i < count; i++) {
        source->filter_columns[columns[i]] = true;
        if (values && values[i] && ip_program_expr_stable(values[i]) && ip_program_expr_sources(values[i]) == 0)
            ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, ip_lower_column(l, &self, columns[i]), values[i]));
        else
            whole = false;
    }
    query->statement.uncertain = check == IP_CHECK_PRESENT && !whole;
    bool one = !beside || !beside->update || leave_out_own(l, scope, &self, beside->update);
    if (beside && beside->exclusion)
        whole = ip_lower_entries_alone(l, scope, &self, beside->exclusion, &beside->row);
    if (!whole && check == IP_CHECK_ABSENT &&
        query->conjuncts.count > 0) { /* rows that match so far may conflict now, and no longer conflict later */
        const ip_conjunct perhaps = {.expr = ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL), .only = 1};
        IP_PUSH(l->arena, &query->conjuncts, perhaps);
    }
    query->statement.of_entry = beside && beside->exclusion;
    query->statement.settles = whole && query->statement.check == IP_CHECK_ABSENT && beside && !beside->update &&
                               !(beside->exclusion && beside->exclusion->late);
    query->statement.cause = beside ? beside->cause : -1;
    ip_output output = {IP_AGG_EXISTS, NULL, ip_lower_boolean_type};
    query->statement.aggregated = l->undone_depth == 0;
    if (query->statement.aggregated)
        IP_PUSH(l->arena, &query->statement.outputs, output);
    bool foreign = check == IP_CHECK_PRESENT || !beside || beside->cause >= 0;
    query->statement.only_whether = whole && foreign && check == IP_CHECK_ABSENT; /* of the rows that refer to it */
    bool alone = one && whole && l->loop < 0 && !ip_lower_wrote_in_body(l, table, count, columns);
    bool passed = one && whole && surely_passed(l, check, beside); /* rows of its own would be in its way, too */
    int created = ip_lower_emit(l, query);
    if (l->undone_depth == 0)
        return created;
    l->program->statements.items[created].uncertain &= !alone && !passed;
    const ip_expr *found = report_outcome(l, created, check, foreign, alone);
    if (passed)
        must_pass(l, created, found);
    return created;
}

/* No row refers to the key of a row of referenced. */
static void probe_references(ip_lowerer *l, const ip_late_check *check)
{
    const ip_beside goes = {.cause = check->cause};
    int created = probe(l, check->table, check->count, check->columns, check->values, IP_CHECK_ABSENT,
                        check->cause >= 0 ? &goes : NULL);
    l->program->statements.items[created].referenced = check->referenced;
}

/* The values of these columns that are assigned, NULL for others; false: none is. */
static bool assigned_values(ip_lowerer *l, const ip_expr *const *assigned, int count, const int *columns,
                            const ip_expr ***values)
{
    bool any = false;
    *values = IP_NEW_ARRAY(l->arena, const ip_expr *, count);
    for (int i = 0; i < count; i++) {
        (*values)[i] = assigned[columns[i]];
        any = any || (*values)[i];
    }
    return any;
}

static bool assigns(const ip_table *table, const ip_exclusion *exclusion, const ip_expr *const *assigned)
{
    for (int c = 0; c < table->columns.count && exclusion->any; c++)
        if (assigned[c])
            return true;
    for (int i = 0; i < exclusion->named.count; i++) {
        int column = ip_catalog_table_column(table, exclusion->named.items[i]);
        if (column >= 0 && assigned[column])
            return true;
    }
    return false;
}

static bool same_check(const ip_late_check *a, const ip_late_check *b)
{
    bool same = a->table == b->table && a->present == b->present && a->count == b->count && a->cause == b->cause &&
                a->referenced == b->referenced && !a->values == !b->values &&
                memcmp(a->columns, b->columns, (size_t)a->count * sizeof *a->columns) == 0;
    for (int i = 0; same && a->values && i < a->count; i++)
        same = a->values[i] == b->values[i];
    return same;
}

/* After a loop its current row is no longer known. */
static const ip_expr *const *kept_values(const ip_lowerer *l, const ip_expr *const *values, int count)
{
    for (int i = 0; i < count; i++)
        if (l->loop >= 0 || !values[i] || !ip_program_expr_stable(values[i]) || ip_program_expr_sources(values[i]) != 0)
            return NULL;
    return values;
}

/* It runs only on some paths, and only if its row still exists. */
static void check_perhaps(ip_lowerer *l, const ip_late_check *check)
{
    const ip_expr *base = l->base, *rel = l->rel;
    int loop = l->loop;
    l->base = ip_lower_bind(l, "checked", ip_lower_boolean_type, ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL));
    l->rel = NULL;
    l->loop = -1;
    ip_open_step outer = ip_lower_own_step(l);
    if (check->referenced)
        probe_references(l, check);
    else
        probe(l, check->table, check->count, check->columns, check->values,
              check->present ? IP_CHECK_PRESENT : IP_CHECK_ABSENT, NULL);
    ip_lower_close_step(l, outer);
    l->base = base;
    l->rel = rel;
    l->loop = loop;
}

/* A handler may catch the error of a check that SET CONSTRAINTS runs, or leaves to run at once. Its order among those
 * of other rounds of a loop is not followed. */
static bool may_be_caught(ip_lowerer *l)
{
    if (l->handlers == 0)
        return false;
    ip_lower_raises_any(l);
    bool loops = l->loop >= 0;
    for (int i = 0; i < l->targets.count; i++)
        loops = loops || l->targets.items[i].kind == IP_TARGET_LOOP;
    if (loops) {
        const char *why = "a deferrable constraint is checked in a loop, in a block with handlers";
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, l->range, l->program->name, "%s", why);
        ip_lower_break(l, l->range, why);
    }
    return !loops;
}

static void postpone(ip_lowerer *l, ip_late_check check)
{
    bool known = false;
    for (int i = 0; i < l->late_checks.count; i++)
        known = known || same_check(&l->late_checks.items[i], &check);
    if (!known)
        IP_PUSH(l->arena, &l->late_checks, check);
}

/* Where some text has SET CONSTRAINTS, it may be checked at once all the same. */
static void postpone_reference(ip_lowerer *l, ip_late_check check)
{
    postpone(l, check);
    if (l->definitions->constraints_set && may_be_caught(l))
        check_perhaps(l, &check);
}

void ip_lower_checks_at_once(ip_lowerer *l)
{
    if (l->late_checks.count > 0 && may_be_caught(l))
        for (int i = 0; i < l->late_checks.count; i++)
            check_perhaps(l, &l->late_checks.items[i]);
}

void ip_lower_late_checks(ip_lowerer *l)
{
    for (int i = 0; i < l->late_checks.count; i++)
        check_perhaps(l, &l->late_checks.items[i]);
    l->late_checks.count = 0;
}

static bool is_late(const ip_lowerer *l, const ip_foreign_key *key)
{
    return key->deferred || (key->deferrable && l->definitions->constraints_set);
}

/* The values of the rows that the statement finds, where nothing is assigned. */
static void fill_in(ip_lowerer *l, const ip_query *query, int count, const int *columns, const ip_expr **values)
{
    for (int i = 0; i < count; i++)
        if (!values[i])
            values[i] = ip_lower_equated_target(l, query, columns[i]);
}

/* The written row; for an UPDATE, a column without assignment has the value of its condition, or its old value. */
static const ip_expr *const *values_written(ip_lowerer *l, const ip_query *query, const ip_expr *const *assigned,
                                            bool insert)
{
    const ip_table *table = query->statement.sources.items[0].table;
    const ip_entry self = {.table = table, .source = 0};
    const ip_expr **values = IP_NEW_ARRAY(l->arena, const ip_expr *, table->columns.count);
    for (int c = 0; c < table->columns.count; c++) {
        values[c] = assigned[c];
        if (!values[c] && !insert)
            values[c] = ip_lower_equated_target(l, query, c);
        if (!values[c] && !insert)
            values[c] = ip_lower_column(l, &self, c);
    }
    return values;
}

/* Any row with an entry that agrees in the equated parts may conflict; whether it does not depends on all columns.
 * There is no search if the written row has no entry. */
static void check_exclusion(ip_lowerer *l, const ip_query *query, const ip_exclusion *exclusion,
                            const ip_expr *const *assigned, bool insert, const ip_expr *const *before)
{
    const ip_table *table = query->statement.sources.items[0].table;
    ip_entry old;
    if (before)
        old = ip_lower_row_written(l, table, before, NULL);
    const ip_beside beside = {insert ? NULL : query, exclusion,
                              ip_lower_row_written(l, table, values_written(l, query, assigned, insert), before), -1};
    int count = 0, *columns = IP_NEW_ARRAY(l->arena, int, exclusion->equal.count + table->columns.count);
    const ip_expr **values = IP_NEW_ARRAY(l->arena, const ip_expr *, exclusion->equal.count + table->columns.count);
    for (int i = 0; i < exclusion->equal.count; i++) {
        int column = ip_catalog_table_column(table, exclusion->equal.items[i]);
        if (column < 0)
            continue;
        columns[count] = column;
        values[count++] = exclusion->nulls_equal ? NULL : beside.row.columns.items[column];
    }
    for (int c = 0; c < table->columns.count; c++) {
        bool named = exclusion->any;
        for (int i = 0; i < exclusion->named.count; i++)
            named = named || ip_catalog_table_column(table, exclusion->named.items[i]) == c;
        if (named)
            columns[count++] = c;
    }
    const ip_expr *rel = l->rel;
    l->rel = ip_program_expr_and(l->arena, rel,
                                 ip_lower_gets_entry(l, table, exclusion, &beside.row, before ? &old : NULL, assigned));
    probe(l, table, count, columns, values, IP_CHECK_ABSENT, &beside);
    l->rel = rel;
    if (exclusion->late)
        postpone(l, (ip_late_check){table, count, columns, NULL, false, -1, NULL});
}

void ip_lower_key_checks(ip_lowerer *l, const ip_query *query, const ip_expr *const *assigned, bool insert,
                         const ip_expr *const *before)
{
    const ip_table *table = query->statement.sources.items[0].table;
    const ip_beside beside = {.update = insert ? NULL : query, .cause = -1};
    if (table->unchecked || table->others)
        ip_lower_raises_any(l);
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        const ip_expr **values;
        bool changed = assigned_values(l, assigned, key->column_count, key->columns, &values) || insert;
        if (changed && !insert)
            fill_in(l, query, key->column_count, key->columns, values);
        if (changed && (l->handlers > 0 || !insert || !key->primary)) /* an INSERT reads that itself */
            probe(l, table, key->column_count, key->columns, values, IP_CHECK_ABSENT, &beside);
    }
    for (int i = 0; i < table->exclusions.count; i++)
        if (insert || assigns(table, &table->exclusions.items[i], assigned))
            check_exclusion(l, query, &table->exclusions.items[i], assigned, insert, before);
}

/* MATCH SIMPLE: one NULL is enough. */
static bool refers_to_nothing(const ip_expr *const *values, int count)
{
    bool nothing = false;
    for (int i = 0; i < count; i++)
        nothing = nothing || (values[i] && values[i]->kind == IP_EXPR_NULL);
    return nothing;
}

void ip_lower_foreign_checks(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned, bool insert)
{
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const ip_foreign_key *key = &table->foreign_keys.items[k];
        const ip_expr **values;
        if (!assigned_values(l, assigned, key->column_count, key->columns, &values) && !insert)
            continue;
        if (refers_to_nothing(values, key->column_count))
            continue;
        if (is_late(l, key)) {
            postpone_reference(l, (ip_late_check){key->target, key->column_count, key->target_columns,
                                                  kept_values(l, values, key->column_count), true, -1, NULL});
            continue;
        }
        const ip_expr *rel = l->rel;
        if (key->part)
            l->rel = ip_program_expr_and(l->arena, rel, ip_lower_unknown_condition(l, "in_partition"));
        ip_open_step outer = ip_lower_own_step(l);
        probe(l, key->target, key->column_count, key->target_columns, values, IP_CHECK_PRESENT, NULL);
        ip_lower_close_step(l, outer);
        l->rel = rel;
    }
}

void ip_lower_reference_checks(ip_lowerer *l, const ip_query *query, const ip_expr *const *assigned, int statement)
{
    const ip_table *table = query->statement.sources.items[0].table;
    for (int i = 0; i < l->schema->tables.count && table->referenced; i++) {
        const ip_table *child = l->schema->tables.items[i];
        for (int k = 0; k < child->foreign_keys.count; k++) {
            const ip_foreign_key *key = &child->foreign_keys.items[k];
            bool changed = !assigned;
            for (int c = 0; assigned && key->target == table && c < key->column_count; c++)
                changed = changed || assigned[key->target_columns[c]];
            char action = assigned ? key->on_update : key->on_delete;
            bool refuses = !ip_reference_acts(action);
            if (key->target != table || !changed || !(refuses || l->handlers > 0))
                continue;
            const ip_expr **values = IP_NEW_ARRAY(l->arena, const ip_expr *, key->column_count);
            fill_in(l, query, key->column_count, key->target_columns, values);
            ip_late_check check = {
                child, key->column_count, key->columns, values, false, assigned || key->part ? -1 : statement, table};
            if (is_late(l, key)) {
                check.values = kept_values(l, values, key->column_count);
                postpone_reference(l, check);
                continue;
            }
            ip_open_step outer = ip_lower_own_step(l);
            probe_references(l, &check);
            ip_lower_close_step(l, outer);
        }
    }
}
