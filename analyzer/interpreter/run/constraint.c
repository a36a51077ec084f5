/* Constraints: what a new or changed row must satisfy, which other rows are read for that, and the actions of foreign
 * keys. They look at rows as they are with the statement's own writes. */
#include "interpreter/run/write.h"

#include <stddef.h>
#include <string.h>

ip_datum ip_exec_row_value(ip_run_state *run, const ip_table_plan *plan, int row, int column)
{
    int position = plan->key_position[column];
    return position >= 0 ? ip_interpreter_rows_key(run->rows, row)[position] : ip_exec_current_cell(run, row, column);
}

static bool present(ip_run_state *run, int row)
{
    return ip_is_true(ip_exec_current_cell(run, row, IP_EXISTS));
}

/* ---- NOT NULL, CHECK, generated columns ---- */
bool ip_exec_row_expr_touched(const ip_table_plan *plan, const ip_row_expr *expr, const bool *changed)
{
    if (!expr->expr)
        return false;
    for (int i = 0; i < plan->table->columns.count; i++)
        if (!changed || (expr->columns[i] && changed[i]))
            return true;
    return false;
}

ip_datum ip_exec_evaluate_on(ip_run_state *run, const ip_table_plan *plan, const ip_row_expr *expr, int row,
                             ip_datum *values, const bool *changed)
{
    for (int i = 0; changed && i < plan->table->columns.count; i++)
        if (expr->columns[i] && !changed[i])
            values[i] = ip_exec_row_value(run, plan, row, i);
    ip_binding item = {.values = values, .row = -1};
    ip_row_scope scope = {.outer = run->scope, .items = &item};
    run->scope = &scope;
    ip_datum result = ip_evaluate(run, expr->expr);
    run->scope = scope.outer;
    return result;
}

/* A CHECK without a name is called after the table and the one column that it mentions, if it is one
 * (ChooseConstraintName of pg_constraint.c). */
static const char *made_name(ip_run_state *run, const ip_table_plan *plan, int check)
{
    const ip_table *table = plan->table;
    const char *column = NULL;
    int count = 0;
    for (int i = 0; i < table->columns.count; i++)
        if (plan->checks[check].columns[i]) {
            column = table->columns.items[i].name;
            count++;
        }
    return count == 1 ? ip_arena_printf(run->arena, "%s_%s_check", ip_interpreter_bare_name(table), column)
                      : ip_arena_printf(run->arena, "%s_check", ip_interpreter_bare_name(table));
}

static const char *name_of_check(ip_run_state *run, const ip_table_plan *plan, int check)
{
    const char *name = plan->checks[check].name;
    if (*name || (!run->database->keeps_versions && !run->database->answers_clients))
        return name;
    name = made_name(run, plan, check);
    for (int i = 0; i < plan->check_count; i++)
        if (i != check && plan->checks[i].name &&
            strcmp(*plan->checks[i].name ? plan->checks[i].name : made_name(run, plan, i), name) == 0)
            ip_interpreter_unable(run, run->range, "a CHECK whose name only the server knows");
    return name;
}

void ip_exec_check_row(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values, bool *changed)
{
    const ip_table *table = plan->table;
    for (int i = 0; i < table->columns.count; i++)
        if (ip_exec_row_expr_touched(plan, &plan->generated[i], changed)) {
            values[i] = ip_exec_evaluate_on(run, plan, &plan->generated[i], row, values, changed);
            if (changed)
                changed[i] = true;
        }
    if (ip_exec_row_expr_touched(plan, &plan->partition, changed))
        ip_exec_partition_of(run, plan, row, values, changed);
    for (int i = 0; i < table->columns.count; i++)
        if (table->columns.items[i].not_null && (!changed || changed[i]) && values[i].kind == IP_DATUM_NULL)
            ip_interpreter_raise_violation(
                run, "23502", table, NULL, table->columns.items[i].name,
                ip_exec_failing_row(run, plan, row, values, changed),
                "null value in column \"%s\" of relation \"%s\" violates not-null constraint",
                table->columns.items[i].name, ip_interpreter_bare_name(table));
    for (int k = 0; k < plan->check_count; k++) {
        int i = plan->check_order[k];
        if (ip_exec_row_expr_touched(plan, &plan->checks[i], changed)) {
            ip_datum holds = ip_exec_evaluate_on(run, plan, &plan->checks[i], row, values, changed);
            if (holds.kind == IP_DATUM_BOOLEAN && !holds.as.boolean) {
                run->refusing = &plan->checks[i];
                run->refusing_number = i + 1;
            }
            if (holds.kind == IP_DATUM_BOOLEAN && !holds.as.boolean && !plan->checks[i].name)
                ip_interpreter_raise(run, "22P02", "invalid input value for an enum column of relation \"%s\"",
                                     table->name);
            if (holds.kind == IP_DATUM_BOOLEAN && !holds.as.boolean)
                ip_interpreter_raise_violation(run, "23514", table, name_of_check(run, plan, i), NULL,
                                               ip_exec_failing_row(run, plan, row, values, changed),
                                               "new row for relation \"%s\" violates check constraint \"%s\"",
                                               ip_interpreter_bare_name(table), name_of_check(run, plan, i));
        }
    }
}

/* ---- unique keys ---- */
int ip_exec_row_of_values(ip_run_state *run, const ip_table_plan *plan, const ip_datum *values)
{
    if (!plan->key_count) {
        ip_datum hidden = ip_interpreter_rows_hidden_key(run->database->instance, ++run->hidden_keys);
        return ip_interpreter_rows_find_or_add(run->rows, plan->table, &hidden);
    }
    ip_datum *key = IP_NEW_ARRAY(run->arena, ip_datum, plan->key_count);
    for (int i = 0; i < plan->key_count; i++)
        key[i] = values[plan->key_columns[i]];
    return ip_interpreter_rows_find_or_add(run->rows, plan->table, key);
}

/* Does the row, which a statement may not have read yet, have these values there? Columns of its key are not read. */
static bool row_matches(ip_run_state *run, const ip_table_plan *plan, int row, const int *columns,
                        const ip_datum *wanted, int count)
{
    for (int i = 0; i < count; i++)
        if (plan->key_position[columns[i]] >= 0 &&
            !ip_value_datum_equal(ip_exec_row_value(run, plan, row, columns[i]), wanted[i]))
            return false;
    if (!present(run, row))
        return false;
    bool all = true;
    for (int i = 0; i < count; i++)
        all = ip_value_datum_equal(ip_exec_row_value(run, plan, row, columns[i]), wanted[i]) && all;
    return all;
}

/* The columns are the identifying key, in any order: the row's key, or NULL. */
static const ip_datum *as_key(ip_run_state *run, const ip_table_plan *plan, const int *columns, const ip_datum *wanted,
                              int count)
{
    if (count != plan->key_count)
        return NULL;
    ip_datum *key = IP_NEW_ARRAY(run->arena, ip_datum, count);
    for (int i = 0; i < count; i++) {
        int position = plan->key_position[columns[i]];
        ip_sqltype type = plan->types[columns[i]];
        if (position < 0 || ip_value_tag_kind(type.tag) != wanted[i].kind || type.tag == IP_T_CHAR)
            return NULL;
        key[position] = wanted[i];
    }
    return key;
}

/* A row with these values, other than own_row; all rows of the table that the key does not rule out are read. */
static int find_row(ip_run_state *run, const ip_table_plan *plan, const int *columns, const ip_datum *wanted, int count,
                    int own_row)
{
    const ip_datum *key = as_key(run, plan, columns, wanted, count);
    if (key) {
        int row = ip_exec_find_by_key(run, plan->table, key);
        return row >= 0 && row != own_row && present(run, row) ? row : -1;
    }
    const int *order;
    int found = -1, rows = ip_interpreter_rows_of(run->rows, plan->table, &order);
    for (int i = 0; i < rows; i++)
        if (order[i] != own_row && row_matches(run, plan, order[i], columns, wanted, count) && found < 0)
            found = order[i];
    return found;
}

static bool collect(ip_run_state *run, const int *columns, int count, const ip_datum *values, ip_datum **wanted)
{
    *wanted = IP_NEW_ARRAY(run->arena, ip_datum, count);
    for (int i = 0; i < count; i++) {
        (*wanted)[i] = values[columns[i]];
        if ((*wanted)[i].kind == IP_DATUM_NULL)
            return false;
    }
    return true;
}

int ip_exec_find_duplicate(ip_run_state *run, const ip_table_plan *plan, const ip_key *key, const ip_datum *values,
                           int own_row)
{
    ip_datum *wanted;
    if (!collect(run, key->columns, key->column_count, values, &wanted))
        return -1;
    if (run->database->key_taken && !plan->table->own)
        return run->database->key_taken(run->database->data, plan->table, key, wanted, own_row);
    bool by_row = as_key(run, plan, key->columns, wanted, key->column_count);
    if (!by_row && run->database->looks_for_key)
        run->database->looks_for_key(run->database->data, plan->table, key->columns, wanted, key->column_count);
    run->checking = by_row ? IP_READ_CURRENT : IP_READ_CHECK;
    run->checking_key = true;
    int row = find_row(run, plan, key->columns, wanted, key->column_count, own_row);
    run->checking_key = false;
    run->checking = IP_READ_CURRENT;
    if (by_row && row >= 0 && run->database->looks_for_key && !ip_is_own(run, row))
        run->database->looks_for_key(run->database->data, plan->table, key->columns, wanted, key->column_count);
    return row;
}

void ip_exec_record_refused(ip_run_state *run, int row)
{
    if (run->database->refused && row >= 0 && !ip_is_own(run, row))
        run->database->refused(run->database->data, row);
}

void ip_exec_raise_duplicate(ip_run_state *run, const ip_table *table, const ip_key *key, int row,
                             const ip_datum *values)
{
    ip_exec_record_refused(run, row);
    if (run->database->duplicates && !table->own)
        run->database->duplicates(run->database->data, table, key);
    ip_interpreter_raise_violation(run, "23505", table, key->name, NULL,
                                   ip_exec_detail_of_duplicate(run, table, key, values),
                                   "duplicate key value violates unique constraint \"%s\"", key->name);
}

/* ---- foreign keys ---- */
/* The table as errors name it: the partition that the row is in. */
static const char *relation_of(ip_run_state *run, const ip_table_plan *plan, int row)
{
    const ip_table *table = plan->table;
    if (!run->database->keeps_versions || !plan->partition.expr)
        return NULL;
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, table->columns.count);
    for (int i = 0; i < table->columns.count; i++)
        values[i] = ip_exec_row_value(run, plan, row, i);
    int64_t number = ip_exec_partition_if_any(run, plan, values);
    if (number < 1 || number > table->code->partition_names.count)
        return NULL;
    const char *name = table->code->partition_names.items[number - 1], *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static _Noreturn void refuse_orphan(ip_run_state *run, const ip_change *change, const ip_foreign_key *key,
                                    const ip_datum *wanted)
{
    const ip_table *table = change->plan->table;
    const char *partition = relation_of(run, change->plan, change->new_row);
    if (partition)
        ip_interpreter_raise(run, "23503", "insert or update on table \"%s\" violates foreign key constraint \"%s\"",
                             partition, key->name);
    const char *text = ip_exec_key_text(run, table, key->columns, wanted, key->column_count);
    const char *detail = text ? ip_arena_printf(run->arena, "%s is not present in table \"%s\".", text,
                                                ip_interpreter_bare_name(key->target))
                              : NULL;
    ip_interpreter_raise_violation(run, "23503", table, key->name, NULL, detail,
                                   "insert or update on table \"%s\" violates foreign key constraint \"%s\"",
                                   ip_interpreter_bare_name(table), key->name);
}

/* A row of a partitioned table is looked for among everything committed, at every level (ri_triggers.c,
 * RI_FKey_check). */
static ip_read_mode parent_mode(const ip_table *parent)
{
    return parent->code && parent->code->partition ? IP_READ_CHILD : IP_READ_PARENT;
}

static void report_search(ip_run_state *run, const ip_table *table, const int *columns, const ip_datum *wanted,
                          int count, ip_read_mode mode)
{
    if (!run->database->searches)
        return;
    ip_sought *sought = IP_NEW_ARRAY(run->arena, ip_sought, count);
    for (int i = 0; i < count; i++)
        sought[i] = (ip_sought){columns[i], "=", wanted[i]};
    ip_search search = {.sought = sought, .count = count, .named = columns, .named_count = count, .alone = true};
    search.latest = mode == IP_READ_CHILD;
    run->database->searches(run->database->data, table, &search);
}

/* By these columns, in their order, with values that are of their types: texts of type char are equal to others, too.
 */
static bool looks_by(const ip_table_plan *plan, const int *by, int by_count, const int *columns, const ip_datum *wanted,
                     int count)
{
    bool same = by_count == count;
    for (int i = 0; i < count && same; i++) {
        int tag = plan->types[columns[i]].tag;
        same = by[i] == columns[i] && ip_value_tag_kind(tag) == wanted[i].kind && tag != IP_T_CHAR;
    }
    return same;
}

/* Rows among which are those with these values: of a key's or a foreign key's columns, those that it finds. */
static int may_match(ip_run_state *run, const ip_table_plan *plan, const int *columns, const ip_datum *wanted,
                     int count, const int **rows)
{
    const ip_table *table = plan->table;
    const void *found = NULL;
    for (int k = 0; k < table->keys.count && !found; k++)
        if (looks_by(plan, table->keys.items[k].columns, table->keys.items[k].column_count, columns, wanted, count))
            found = &table->keys.items[k];
    for (int k = 0; k < table->foreign_keys.count && !found; k++)
        if (looks_by(plan, table->foreign_keys.items[k].columns, table->foreign_keys.items[k].column_count, columns,
                     wanted, count))
            found = &table->foreign_keys.items[k];
    if (found && run->database->with_values && !table->own)
        return run->database->with_values(run->database->data, found, wanted, count, rows);
    return ip_interpreter_rows_of(run->rows, table, rows);
}

/* The rows of the table that have these values, in the order of an index where versions are kept. A snapshot may have
 * two rows with one key there: a row that another transaction has deleted since, and then the transaction's own. */
static int find_rows(ip_run_state *run, const ip_table_plan *plan, const int *columns, const ip_datum *wanted,
                     int count, int **rows)
{
    const int *order;
    int all = may_match(run, plan, columns, wanted, count, &order), found = 0;
    *rows = IP_NEW_ARRAY(run->arena, int, all);
    for (int i = 0; i < all; i++)
        (*rows)[i] = order[i]; /* a read may ask for other rows meanwhile */
    for (int i = 0; i < all; i++)
        if (row_matches(run, plan, (*rows)[i], columns, wanted, count))
            (*rows)[found++] = (*rows)[i];
    if (run->database->sorts)
        run->database->sorts(run->database->data, *rows, found);
    return found;
}

/* Finds the row that a foreign key refers to, and locks it. false: there is none, or by the time it was locked it had
 * been deleted, or its key changed; another row may have the key then. */
static bool lock_parent(ip_run_state *run, const ip_table_plan *parents, const ip_foreign_key *key,
                        const ip_datum *wanted, ip_read_mode mode)
{
    bool stands = false;
    int found = 0, *rows = NULL;
    report_search(run, parents->table, key->target_columns, wanted, key->column_count, mode);
    run->checking = mode;
    if (run->database->keeps_versions) {
        found = find_rows(run, parents, key->target_columns, wanted, key->column_count, &rows);
    } else {
        int row = find_row(run, parents, key->target_columns, wanted, key->column_count, -1);
        if (row >= 0)
            ip_interpreter_lock_to_read(run, row, IP_LOCK_KEY_SHARE);
        stands = row >= 0;
    }
    for (int i = 0; i < found && !stands; i++) {
        ip_interpreter_lock_to_read(run, rows[i], IP_LOCK_KEY_SHARE);
        stands = row_matches(run, parents, rows[i], key->target_columns, wanted, key->column_count);
    }
    run->checking = IP_READ_CURRENT;
    return stands;
}

static void check_parent(ip_run_state *run, const ip_change *change, const ip_foreign_key *key)
{
    const ip_table *table = change->plan->table;
    if (!present(run, change->new_row))
        return;
    ip_datum *wanted = IP_NEW_ARRAY(run->arena, ip_datum, key->column_count);
    int nulls = 0;
    for (int i = 0; i < key->column_count; i++) {
        wanted[i] = ip_exec_row_value(run, change->plan, change->new_row, key->columns[i]);
        nulls += wanted[i].kind == IP_DATUM_NULL;
        if (nulls && !key->full)
            return;
    }
    if (nulls && nulls < key->column_count)
        ip_interpreter_raise_violation(run, "23503", table, key->name, NULL,
                                       "MATCH FULL does not allow mixing of null and nonnull key values.",
                                       "insert or update on table \"%s\" violates foreign key constraint \"%s\"",
                                       ip_interpreter_bare_name(table), key->name);
    if (nulls)
        return;
    const ip_table_plan *parents = ip_prepare_plan_of_table(run->interpreter, key->target);
    ip_exec_lock_whole(run, key->target, IP_LOCK_TABLE_ROW_SHARE);
    if (!lock_parent(run, parents, key, wanted, parent_mode(key->target)))
        refuse_orphan(run, change, key, wanted);
}

static void check_parents(ip_run_state *run, const ip_change *change)
{
    const ip_table *table = change->plan->table;
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const ip_foreign_key *key = &table->foreign_keys.items[k];
        bool affected = !change->changed && !(key->unproved && run->database->refills);
        for (int i = 0; change->changed && i < key->column_count; i++)
            affected = affected || change->changed[key->columns[i]];
        if (change->changed && change->row >= 0 && run->database->refers_as_before)
            affected = !run->database->refers_as_before(run->database->data, change->row, change->new_row, key->columns,
                                                        key->column_count);
        if (affected && ip_exec_is_deferred(run, key->name, key->deferrable || key->deferred, key->deferred))
            ip_exec_leave(run, (ip_late){.after.change = *change, .key = key});
        else if (affected)
            check_parent(run, change, key);
    }
}

/* An action on a child's row fires the child's triggers, as a statement with the same effect would. */
static const ip_write *write_of_action(ip_run_state *run, const struct ip_child *child, const ip_table_plan *plan,
                                       bool deleted)
{
    const ip_code_table *code = child->table->code;
    ptrdiff_t number = child->key - child->table->foreign_keys.items;
    const ip_code_write *source = !code->actions ? NULL : code->actions[number][deleted ? 0 : 1];
    if (!source)
        return NULL;
    ip_write *write = IP_NEW(run->arena, ip_write);
    write->source = source;
    write->table = child->table;
    write->plan = plan;
    return write;
}

/* Locks a row that an action changes. false: meanwhile it has been deleted, or refers to another row. */
static bool lock_child(ip_run_state *run, const ip_table_plan *plan, const ip_foreign_key *key, const ip_datum *wanted,
                       int row, ip_lock lock)
{
    ip_interpreter_lock_row(run, row, lock);
    return !run->database->keeps_versions || row_matches(run, plan, row, key->columns, wanted, key->column_count);
}

static void act_on_child(ip_run_state *run, const ip_change *change, const struct ip_child *child,
                         const ip_table_plan *plan, const ip_datum *wanted, int row, char action, ip_changes *changes)
{
    const ip_foreign_key *key = child->key;
    static const ip_code_write silent;
    static const ip_write no_triggers = {.source = &silent};
    bool deleted = change->new_row < 0;
    const ip_write *write = write_of_action(run, child, plan, deleted);
    ip_write plain = no_triggers;
    plain.table = child->table;
    plain.plan = plan;
    write = write ? write : &plain;
    if (action == 'c' && deleted) {
        if (lock_child(run, plan, key, wanted, row, IP_LOCK_UPDATE) &&
            (!ip_exec_has_triggers(write, IP_CODE_DELETE_ROWS, true, true) ||
             ip_exec_before_row(run, write, IP_CODE_DELETE_ROWS, row, NULL, NULL)))
            ip_exec_delete_target(run, write, row, changes);
        return;
    }
    int width = plan->table->columns.count;
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, width);
    bool *changed = IP_NEW_ARRAY(run->arena, bool, width);
    for (int i = 0; i < key->column_count; i++) {
        int column = key->columns[i];
        if (!ip_reference_sets(key, i, deleted))
            continue;
        changed[column] = true;
        if (action == 'c')
            values[column] = ip_exec_row_value(run, change->plan, change->new_row, key->target_columns[i]);
        else if (action == 'd' && plan->defaults[column])
            values[column] = ip_evaluate(run, plan->defaults[column]);
    }
    if (lock_child(run, plan, key, wanted, row, IP_LOCK_NO_KEY_UPDATE) &&
        (!ip_exec_has_triggers(write, IP_CODE_UPDATE_ROWS, true, true) ||
         ip_exec_before_row(run, write, IP_CODE_UPDATE_ROWS, row, values, changed)))
        ip_exec_update_target(run, write, row, values, changed, changes);
}

/* Another row of the parents has the key by now: NO ACTION looks for that first, and locks the row that it finds
 * (ri_triggers.c, ri_Check_Pk_Match); RESTRICT does not. */
static bool another_has_key(ip_run_state *run, const ip_table_plan *parents, const ip_foreign_key *key,
                            const ip_datum *wanted)
{
    if (!run->database->keeps_versions)
        return find_row(run, parents, key->target_columns, wanted, key->column_count, -1) >= 0;
    run->database->locks_latest(run->database->data, true);
    bool stands = lock_parent(run, parents, key, wanted, IP_READ_CHILD);
    run->database->locks_latest(run->database->data, false);
    return stands;
}

/* changes: NULL: runs the remaining checks now. */
static void check_children(ip_run_state *run, const ip_change *change, const struct ip_child *child,
                           ip_changes *changes)
{
    const ip_foreign_key *key = child->key;
    bool deleted = change->new_row < 0, affected = deleted;
    char action = deleted ? key->on_delete : key->on_update;
    ip_datum *wanted = IP_NEW_ARRAY(run->arena, ip_datum, key->column_count);
    for (int i = 0; i < key->column_count; i++) {
        int column = key->target_columns[i];
        affected = affected || (change->changed[column] &&
                                !ip_value_datum_equal(change->old[column],
                                                      ip_exec_row_value(run, change->plan, change->new_row, column)));
        wanted[i] = change->old[column];
        if (wanted[i].kind == IP_DATUM_NULL)
            return;
    }
    if (!affected)
        return;
    const ip_table_plan *plan = ip_prepare_plan_of_table(run->interpreter, child->table);
    const char *why = plan->unable ? plan->unable : child->table->unchecked;
    if (why)
        ip_interpreter_unable(run, child->table->range, "%s, in table %s", why, child->table->name);
    int *rows = NULL, found = 0;
    bool refuses = !ip_reference_acts(action);
    /* Actions are never deferred; nor is RESTRICT (documentation, CREATE TABLE). */
    if (refuses && action != 'r' && changes &&
        ip_exec_is_deferred(run, key->name, key->deferrable || key->deferred, key->deferred)) {
        ip_exec_leave(run, (ip_late){.after.change = *change, .child = child});
        return;
    }
    if (refuses && action != 'r' && another_has_key(run, change->plan, key, wanted))
        return;
    ip_exec_lock_whole(run, child->table, refuses ? IP_LOCK_TABLE_ROW_SHARE : IP_LOCK_TABLE_ROW_EXCLUSIVE);
    report_search(run, child->table, key->columns, wanted, key->column_count, IP_READ_CHILD);
    run->checking = IP_READ_CHILD;
    found = find_rows(run, plan, key->columns, wanted, key->column_count, &rows);
    if (refuses && run->database->locks_latest)
        run->database->locks_latest(run->database->data, true);
    /* The server's check locks the row that it finds, as SELECT … FOR KEY SHARE does, and stops at the first row that
     * exists (ri_triggers.c, RI_FKey_noaction and ri_PerformCheck). */
    for (int i = 0; i < found && refuses && run->database->keeps_versions; i++) {
        ip_interpreter_lock_to_read(run, rows[i], IP_LOCK_KEY_SHARE);
        if (row_matches(run, plan, rows[i], key->columns, wanted, key->column_count))
            break;
        found--;
        memmove(rows + i, rows + i + 1, sizeof *rows * (size_t)(found - i));
        i--;
    }
    if (refuses && run->database->locks_latest)
        run->database->locks_latest(run->database->data, false);
    run->checking = IP_READ_CURRENT;
    const char *text = found && refuses
                           ? ip_exec_key_text(run, change->plan->table, key->target_columns, wanted, key->column_count)
                           : NULL;
    if (found && refuses)
        ip_interpreter_raise_violation(
            run, "23503", child->table, key->name, NULL,
            text ? ip_arena_printf(run->arena, "%s is still referenced from table \"%s\".", text,
                                   ip_interpreter_bare_name(child->table))
                 : NULL,
            "update or delete on table \"%s\" violates foreign key constraint \"%s\" on table \"%s\"",
            ip_interpreter_bare_name(change->plan->table), key->name, ip_interpreter_bare_name(child->table));
    if (refuses)
        return;
    for (int i = 0; i < found; i++)
        act_on_child(run, change, child, plan, wanted, rows[i], action, changes);
}

void ip_exec_check_reference_late(ip_run_state *run, const ip_late *late)
{
    if (late->key)
        check_parent(run, &late->after.change, late->key);
    else
        check_children(run, &late->after.change, late->child, NULL);
}

/* The triggers of the table that is referred to come first: RI_ConstraintTrigger_a_… and _c_… (tablecmds.c,
 * CreateTrigger). */
void ip_exec_check_references(ip_run_state *run, const ip_change *change, ip_changes *changes)
{
    for (int i = 0; change->row >= 0 && i < change->plan->child_count; i++)
        check_children(run, change, &change->plan->children[i], changes);
    if (change->new_row >= 0)
        check_parents(run, change);
}
