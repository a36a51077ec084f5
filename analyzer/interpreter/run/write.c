/* INSERT, UPDATE, DELETE: rows are found, then all new values computed, then written, row by row with their own
 * constraints, then foreign keys are checked. */
#include "interpreter/builtin/builtin.h"
#include "interpreter/run/write.h"

#include <string.h>

/* ---- one row ---- */
/* Columns that other tables refer to, before a change that may concern them. */
static const ip_datum *referenced_values(ip_run_state *run, const ip_table_plan *plan, int row, const bool *changed)
{
    ip_datum *old = NULL;
    for (int c = 0; c < plan->child_count; c++) {
        const ip_foreign_key *key = plan->children[c].key;
        for (int i = 0; i < key->column_count; i++) {
            int column = key->target_columns[i];
            bool concerned = !changed;
            for (int k = 0; k < key->column_count; k++)
                concerned = concerned || changed[key->target_columns[k]];
            if (!old)
                old = IP_NEW_ARRAY(run->arena, ip_datum, plan->table->columns.count);
            if (concerned)
                old[column] = ip_exec_row_value(run, plan, row, column);
        }
    }
    return old;
}

static void queue(ip_run_state *run, const ip_write *write, ip_changes *changes, ip_after after)
{
    after.by = write;
    IP_PUSH(run->arena, &changes->list, after);
}

static ip_change insert_row(ip_run_state *run, const ip_table_plan *plan, int row, const ip_datum *values)
{
    for (int i = 0; i < plan->table->columns.count; i++)
        ip_exec_write_cell(run, row, i, values[i]);
    ip_exec_write_cell(run, row, IP_EXISTS, ip_value_datum_boolean(true));
    return (ip_change){plan, -1, row, NULL, NULL};
}

static ip_change delete_row(ip_run_state *run, const ip_table_plan *plan, int row)
{
    ip_change change = {plan, row, -1, NULL, referenced_values(run, plan, row, NULL)};
    ip_exec_notify_cursors(run, row, false);
    ip_exec_write_cell(run, row, IP_EXISTS, ip_value_datum_boolean(false));
    return change;
}

static bool moves(ip_run_state *run, const ip_table_plan *plan, int row, const ip_datum *values, const bool *changed)
{
    for (int i = 0; i < plan->key_count; i++) {
        int column = plan->key_columns[i];
        if (changed[column] && !ip_value_datum_equal(values[column], ip_interpreter_rows_key(run->rows, row)[i]))
            return true;
    }
    return false;
}

/* A changed key is another row, and so is a changed partition: the old row is deleted, and the new row gets all
 * columns. */
static int move(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values, const bool *changed,
                ip_passage passage, bool enters)
{
    for (int i = 0; i < plan->table->columns.count; i++)
        if (!changed[i])
            values[i] = ip_exec_row_value(run, plan, row, i);
    int new_row = ip_exec_row_of_values(run, plan, values);
    ip_exec_enter_moved(run, plan, row, new_row, values, enters);
    ip_exec_notify_cursors(run, row, true);
    ip_exec_write_cell(run, row, IP_EXISTS, ip_exec_moved_elsewhere(passage == IP_STAYS ? IP_CHANGES_KEY : passage));
    insert_row(run, plan, new_row, values);
    return new_row;
}

/* Of an UPDATE after CHECK and NOT NULL, which the server looks at before it marks the row (ExecUpdateAct,
 * heap_update). */
static bool begin_change(ip_run_state *run, const ip_table *table, int row, const ip_datum *values, const bool *changed)
{
    return run->database->changes && !table->own && run->database->changes(run->database->data, row, values, changed);
}

static ip_change update_row(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values, bool *changed)
{
    ip_exec_check_row(run, plan, row, values, changed);
    bool enters = begin_change(run, plan->table, row, values, changed);
    ip_exec_notify_cursors(run, row, false);
    ip_change change = {plan, row, row, changed, referenced_values(run, plan, row, changed)};
    ip_passage passage = plan->partition.expr ? ip_exec_passes(run, plan, row, values, changed) : IP_STAYS;
    if (moves(run, plan, row, values, changed) || passage == IP_MOVES) {
        ip_interpreter_lock_row(run, row, IP_LOCK_UPDATE);
        change.new_row = move(run, plan, row, values, changed, passage, enters);
        return change;
    }
    if (passage == IP_MAY_MOVE)
        ip_interpreter_unable(run, run->range, "an UPDATE that may take a row without key to another HASH partition");
    ip_exec_enter_changed(run, plan, row, values, changed, enters);
    for (int i = 0; i < plan->table->columns.count; i++)
        if (changed[i] && plan->key_position[i] < 0)
            ip_exec_write_cell(run, row, i, values[i]);
    return change;
}

/* A move to another partition also fires the triggers of DELETE and INSERT (manual, 39.1). */
static void refuse_passage_with_triggers(ip_run_state *run, const ip_write *w, int row, const ip_datum *values,
                                         const bool *changed)
{
    bool any = false;
    for (int i = 0; i < w->source->triggers.count; i++)
        any = any || w->source->triggers.items[i].row;
    if (w->plan->partition.expr && (any || w->source->fires_on_passage) &&
        ip_exec_passes(run, w->plan, row, values, changed) != IP_STAYS)
        ip_interpreter_unable(run, run->range, "an UPDATE that takes a row to another partition and fires triggers");
}

ip_change ip_exec_update_target(ip_run_state *run, const ip_write *w, int row, ip_datum *values, bool *changed,
                                ip_changes *changes)
{
    bool for_triggers = ip_exec_passes_rows(w, IP_CODE_UPDATE_ROWS);
    ip_exec_check_within(run, w, row, values, changed);
    refuse_passage_with_triggers(run, w, row, values, changed);
    const ip_datum *old_row =
        for_triggers ? ip_exec_row_for_triggers(run, w, IP_CODE_UPDATE_ROWS, false, row, changed) : NULL;
    bool shown = ip_exec_view_shows(run, w, row, values, changed);
    ip_change change = update_row(run, w->plan, row, values, changed);
    ip_exec_refuse_hidden(run, shown);
    ip_after after = ip_exec_after_row(run, w, IP_CODE_UPDATE_ROWS, old_row, values, changed);
    after.change = change;
    queue(run, w, changes, after);
    return change;
}

ip_change ip_exec_delete_target(ip_run_state *run, const ip_write *w, int row, ip_changes *changes)
{
    bool for_triggers = ip_exec_passes_rows(w, IP_CODE_DELETE_ROWS);
    const ip_datum *old_row =
        for_triggers ? ip_exec_row_for_triggers(run, w, IP_CODE_DELETE_ROWS, false, row, NULL) : NULL;
    ip_after after = ip_exec_after_row(run, w, IP_CODE_DELETE_ROWS, old_row, NULL, NULL);
    after.change = delete_row(run, w->plan, row);
    queue(run, w, changes, after);
    return after.change;
}

bool ip_exec_insert_target(ip_run_state *run, const ip_write *w, int row, ip_datum *values, ip_changes *changes)
{
    if (run->database->inserts && !w->table->own)
        run->database->inserts(run->database->data, row, values);
    if (!ip_exec_enter_new(run, w, row, values)) {
        run->database->takes_back(run->database->data);
        return false;
    }
    ip_after after = ip_exec_after_row(run, w, IP_CODE_INSERT, NULL, values, NULL);
    bool shown = ip_exec_view_shows(run, w, -1, values, NULL);
    after.change = insert_row(run, w->plan, row, values);
    ip_exec_refuse_hidden(run, shown);
    queue(run, w, changes, after);
    return true;
}

bool ip_exec_prepare_insert(ip_run_state *run, const ip_write *w, ip_datum *values)
{
    bool fires = ip_exec_has_triggers(w, IP_CODE_INSERT, true, true);
    int64_t partition = fires ? ip_exec_partition_if_any(run, w->plan, values) : 0;
    if (partition < 0)
        ip_exec_partition_of(run, w->plan, -1, values, NULL);
    if (fires && !ip_exec_before_row(run, w, IP_CODE_INSERT, -1, values, NULL))
        return false;
    ip_exec_check_row(run, w->plan, -1, values, NULL);
    if (partition && ip_exec_partition_if_any(run, w->plan, values) != partition)
        ip_interpreter_raise(run, "23514",
                             "new row violates the partition constraint of the partition that it was to go to");
    ip_exec_check_within(run, w, -1, values, NULL);
    return true;
}

/* What takes the rows of RETURNING. */
typedef struct receiver {
    ip_take *take;
    void *data;
} receiver;

static const ip_datum *returned(ip_run_state *run, const ip_write *write)
{
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, write->returning.count);
    for (int i = 0; i < write->returning.count; i++)
        values[i] = ip_evaluate(run, write->returning.items[i]);
    return values;
}

static void give_returning(ip_run_state *run, const ip_write *write, const receiver *to)
{
    if (write->returning.count)
        to->take(run, returned(run, write), to->data);
}

/* ---- INSERT ---- */
typedef struct insertion {
    ip_run_state *run;
    const ip_write *write;
    ip_row_scope *scope;
    const receiver *to;
    ip_changes *changes;
    int64_t count;
} insertion;

static void bind(ip_run_state *run, int item, ip_binding binding)
{
    run->scope->items[item] = binding;
}

/* Of an UPDATE that sets these: FOR UPDATE if a key is among them. */
static ip_lock lock_of_columns(const ip_table_plan *plan, const ip_assignment *sets, int count)
{
    for (int i = 0; i < count; i++)
        if (ip_catalog_table_in_some_key(plan->table, sets[i].column))
            return IP_LOCK_UPDATE;
    return IP_LOCK_NO_KEY_UPDATE;
}

/* false: it no longer exists. */
static bool update_conflicting(insertion *in, int row, ip_datum *excluded)
{
    ip_run_state *run = in->run;
    const ip_write *w = in->write;
    int width = w->table->columns.count;
    for (int i = 0; i < in->changes->list.count; i++)
        if (in->changes->list.items[i].change.new_row == row && !in->changes->list.items[i].once)
            ip_interpreter_raise(run, "21000", "ON CONFLICT DO UPDATE command cannot affect row a second time");
    ip_interpreter_lock_row(run, row,
                            run->database->keeps_versions
                                ? lock_of_columns(w->plan, w->conflict_sets, w->conflict_set_count)
                                : IP_LOCK_NO_KEY_UPDATE);
    /* If the row has changed by the time the lock is granted, the server starts again (ExecOnConflictUpdate). */
    if (run->database->keeps_versions && ip_exec_find_arbiter_row(run, w, excluded) != row)
        return false;
    bind(run, 0, (ip_binding){NULL, row, IP_READ_CURRENT, false});
    bind(run, 1, (ip_binding){excluded, -1, IP_READ_SNAPSHOT, false});
    if (w->conflict_where && !ip_is_true(ip_evaluate(run, w->conflict_where)))
        return true;
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, width);
    bool *changed = IP_NEW_ARRAY(run->arena, bool, width);
    for (int i = 0; i < w->conflict_set_count; i++) {
        changed[w->conflict_sets[i].column] = true;
        values[w->conflict_sets[i].column] = ip_evaluate(run, w->conflict_sets[i].value);
    }
    if (ip_exec_has_triggers(w, IP_CODE_UPDATE_ROWS, true, true) &&
        !ip_exec_before_row(run, w, IP_CODE_UPDATE_ROWS, row, values, changed))
        return true;
    ip_passage passage = w->plan->partition.expr ? ip_exec_passes(run, w->plan, row, values, changed) : IP_STAYS;
    if (passage == IP_MOVES)
        ip_interpreter_raise(run, "0A000", "invalid ON UPDATE specification");
    if (passage == IP_MAY_MOVE)
        ip_interpreter_unable(run, run->range, "ON CONFLICT DO UPDATE of a column by which rows are hashed");
    ip_change change = ip_exec_update_target(run, w, row, values, changed, in->changes);
    in->count++;
    bind(run, 0, (ip_binding){NULL, change.new_row, IP_READ_CURRENT, true});
    give_returning(run, w, in->to);
    return true;
}

static void insert_values(insertion *in, ip_datum *values)
{
    ip_run_state *run = in->run;
    const ip_write *w = in->write;
    if (!ip_exec_prepare_insert(run, w, values))
        return;
    int row = ip_exec_row_of_values(run, w->plan, values);
    bool done = false;
    while (!done) {
        int other = w->source->on_conflict ? ip_exec_find_arbiter_row(run, w, values) : -1;
        if (other >= 0) {
            if (run->database->met && !w->table->own && !run->database->met(run->database->data, other))
                ip_interpreter_stop(run);
            if (!w->source->do_nothing && !update_conflicting(in, other, values))
                continue;
            return;
        }
        done = ip_exec_insert_target(run, w, row, values, in->changes);
    }
    in->count++;
    bind(run, 0, (ip_binding){values, -1, IP_READ_SNAPSHOT, false});
    give_returning(run, w, in->to);
}

/* source NULL: DEFAULT VALUES. */
static void insert_row_of(ip_run_state *run, const ip_datum *source, void *data)
{
    insertion *in = data;
    const ip_write *w = in->write;
    int width = w->table->columns.count;
    ip_row_scope *scope = run->scope;
    const ip_code_query *scanned = run->scanned;
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, width);
    bool *given = IP_NEW_ARRAY(run->arena, bool, width);
    run->scope = in->scope;
    run->scanned = NULL;
    for (int i = 0; i < w->source->columns.count && source; i++) {
        values[w->source->columns.items[i]] = source[i];
        given[w->source->columns.items[i]] = true;
    }
    for (int i = 0; i < width; i++)
        if (!given[i] && w->defaults[i] && !w->plan->generated[i].expr)
            values[i] = ip_evaluate(run, w->defaults[i]);
    insert_values(in, values);
    run->scope = scope;
    run->scanned = scanned;
}

/* ---- UPDATE, DELETE ---- */
typedef struct target {
    int row;
    ip_binding *items;
    ip_datum *values;
    bool *changed;
} target;

typedef struct finder {
    const ip_write *write;
    IP_VEC(target) targets;
    int done; /* the first of them, which have been changed */
} finder;

/* A row that joins with several others is changed once: with the first of them that matches after the lock is
 * granted. */
static void keep(ip_run_state *run, void *data)
{
    finder *f = data;
    int row = run->scope->items[0].row;
    for (int i = 0; i < f->targets.count && !run->database->rereads_locked_rows; i++)
        if (f->targets.items[i].row == row)
            return;
    size_t size = sizeof(ip_binding) * (size_t)f->write->item_count;
    target t = {.row = row, .items = ip_arena_alloc(run->arena, size)};
    memcpy(t.items, run->scope->items, size);
    t.items[0].mode = IP_READ_CURRENT;
    IP_PUSH(run->arena, &f->targets, t);
}

static bool is_done(const finder *f, int count, int row)
{
    for (int i = 0; i < count; i++)
        if (f->targets.items[i].row == row)
            return true;
    return false;
}

static void compute(ip_run_state *run, const ip_write *w, target *t)
{
    int width = w->table->columns.count;
    t->values = IP_NEW_ARRAY(run->arena, ip_datum, width);
    t->changed = IP_NEW_ARRAY(run->arena, bool, width);
    run->scope->items = t->items;
    for (int i = 0; i < w->set_count; i++) {
        t->changed[w->sets[i].column] = true;
        t->values[w->sets[i].column] = ip_evaluate(run, w->sets[i].value);
    }
}

/* Before the wait for the row's lock. What is read then has no further use where the row is read again. */
static ip_read_mode mode_before_wait(const ip_run_state *run)
{
    return run->database->rereads_locked_rows ? IP_READ_TARGET : IP_READ_SNAPSHOT;
}

/* The version before the wait, which is thrown away. */
static void compute_before_wait(ip_run_state *run, const ip_write *w, target *t)
{
    int64_t drawn = ip_builtin_random_drawn(run);
    t->items[0].mode = mode_before_wait(run);
    compute(run, w, t);
    ip_builtin_random_restore(run, drawn);
}

/* Does the UPDATE give a key another value than the snapshot has (heap_update of heapam.c)? */
static ip_lock lock_of_values(ip_run_state *run, const ip_write *w, target *t)
{
    ip_read_mode mode = t->items[0].mode;
    ip_lock lock = IP_LOCK_NO_KEY_UPDATE;
    if (lock_of_columns(w->plan, w->sets, w->set_count) == lock)
        return lock;
    compute_before_wait(run, w, t);
    for (int i = 0; i < w->table->columns.count; i++)
        if (t->changed[i] && ip_catalog_table_in_some_key(w->table, i) &&
            !ip_value_datum_equal(ip_exec_read_cell(run, t->row, i, mode_before_wait(run)), t->values[i]))
            lock = IP_LOCK_UPDATE;
    t->items[0].mode = mode;
    return lock;
}

/* NOT NULL and CHECK are checked for the new row computed from the snapshot's version, before the wait for the row's
 * lock, and again for the new row computed from the newest version (ExecUpdateAct of nodeModifyTable.c). */
static void check_before_wait(ip_run_state *run, const ip_write *w, target *t, ip_lock lock)
{
    ip_read_mode mode = t->items[0].mode, checking = run->checking;
    if (!run->database->overtaken || !run->database->overtaken(run->database->data, t->row, lock))
        return;
    run->checking = mode_before_wait(run);
    compute_before_wait(run, w, t);
    ip_exec_check_row(run, w->plan, t->row, t->values, t->changed);
    t->items[0].mode = mode;
    run->checking = checking;
}

/* An UPDATE that changes a key takes a stronger one when it turns out that it does; of databases that keep versions, at
 * once. */
static bool lock_target(ip_run_state *run, const ip_write *w, target *t)
{
    ip_lock lock = w->source->kind == IP_CODE_DELETE_ROWS ? IP_LOCK_UPDATE : IP_LOCK_NO_KEY_UPDATE;
    if (run->database->keeps_versions && lock == IP_LOCK_NO_KEY_UPDATE)
        lock = ip_exec_has_triggers(w, w->source->kind, true, true) ? lock_of_columns(w->plan, w->sets, w->set_count)
                                                                    : lock_of_values(run, w, t);
    if (w->source->kind == IP_CODE_UPDATE_ROWS && !w->table->own &&
        !ip_exec_has_triggers(w, w->source->kind, true, true))
        check_before_wait(run, w, t, lock);
    ip_interpreter_lock_row(run, t->row, lock);
    run->scope->items = t->items;
    return !run->database->rereads_locked_rows || ip_exec_scan_again(run, w->from);
}

/* The server does not define which of two parts of one statement reaches a row first. */
void ip_exec_refuse_changed(ip_run_state *run, const ip_write *write, int row)
{
    for (int i = 0; run->parts && i < run->parts->changes->list.count; i++) {
        const ip_after *after = &run->parts->changes->list.items[i];
        if (!after->once && after->by != write && (after->change.row == row || after->change.new_row == row))
            ip_interpreter_unable(run, run->range, "a row that two parts of one statement change");
    }
}

static void change_row(ip_run_state *run, const ip_write *w, target *t, const receiver *to, ip_changes *changes)
{
    run->scope->items = t->items;
    ip_change change;
    const ip_datum *old = NULL;
    if (w->source->kind == IP_CODE_UPDATE_ROWS) {
        change = ip_exec_update_target(run, w, t->row, t->values, t->changed, changes);
    } else {
        begin_change(run, w->table, t->row, NULL, NULL);
        old = returned(run, w);
        change = ip_exec_delete_target(run, w, t->row, changes);
    }
    t->items[0] = (ip_binding){NULL, change.new_row, IP_READ_CURRENT, true};
    if (w->source->kind == IP_CODE_UPDATE_ROWS)
        give_returning(run, w, to);
    else if (w->returning.count)
        to->take(run, old, to->data);
}

/* Row by row, as the server does it: what a trigger does for one row happens before the next is locked, and who waits
 * for a row sees that those before have been changed. */
static int64_t change_one_by_one(ip_run_state *run, const ip_write *w, finder *f, const receiver *to,
                                 ip_changes *changes)
{
    int64_t count = 0;
    int kept = f->done;
    for (int i = f->done; i < f->targets.count; i++) {
        target t = f->targets.items[i];
        ip_exec_refuse_changed(run, w, t.row);
        if (is_done(f, kept, t.row) || !lock_target(run, w, &t))
            continue;
        f->targets.items[kept++] = t;
        if (w->source->kind == IP_CODE_UPDATE_ROWS)
            compute(run, w, &t);
        if (ip_exec_has_triggers(w, w->source->kind, true, true) &&
            !ip_exec_before_row(run, w, w->source->kind, t.row, t.values, t.changed))
            continue;
        change_row(run, w, &t, to, changes);
        count++;
    }
    f->targets.count = f->done = kept;
    return count;
}

typedef struct follower {
    ip_row_scope *scope;
    ip_binding *items; /* of the scope */
    finder *finder;
    const receiver *to;
    ip_changes *changes;
    int64_t count;
} follower;

/* The rows that match this row of the other item. */
static void change_matching(ip_run_state *run, const ip_datum *values, void *data)
{
    follower *f = data;
    const ip_write *w = f->finder->write;
    ip_rowset row = {.width = w->from->leads->width};
    ip_rowset *derived[64];
    ip_row_scope *scope = run->scope;
    const ip_code_query *scanned = run->scanned;
    memset(derived, 0, sizeof *derived * (size_t)w->item_count);
    memcpy(ip_exec_rowset_add(run, &row), values, sizeof *values * (size_t)row.width);
    derived[w->from->leading_item] = &row;
    run->scope = f->scope;
    run->scope->items = f->items;
    run->scanned = NULL;
    ip_exec_scan(run, w->from, derived, keep, f->finder);
    f->count += change_one_by_one(run, w, f->finder, f->to, f->changes);
    run->scope = scope;
    run->scanned = scanned;
}

static int64_t change_rows(ip_run_state *run, const ip_write *w, const receiver *to, ip_changes *changes)
{
    ip_rowset *derived[64];
    memset(derived, 0, sizeof *derived * (size_t)w->item_count);
    finder f = {.write = w};
    if (w->from->leads && !w->next && ip_exec_part_passes(run, w->from->leads)) {
        follower follows = {run->scope, run->scope->items, &f, to, changes, 0};
        ip_exec_part_each(run, w->from->leads, change_matching, &follows);
        return follows.count;
    }
    ip_exec_scan(run, w->from, derived, keep, &f);
    bool update = w->source->kind == IP_CODE_UPDATE_ROWS;
    int kept = 0;
    if (run->database->keeps_versions || ip_exec_has_triggers(w, w->source->kind, true, true))
        return change_one_by_one(run, w, &f, to, changes);
    for (int i = 0; i < f.targets.count; i++) {
        target t = f.targets.items[i];
        ip_exec_refuse_changed(run, w, t.row);
        if (is_done(&f, kept, t.row) || !lock_target(run, w, &t))
            continue;
        if (update)
            compute(run, w, &t);
        f.targets.items[kept++] = t;
    }
    f.targets.count = kept;
    for (int i = 0; i < f.targets.count; i++)
        change_row(run, w, &f.targets.items[i], to, changes);
    return f.targets.count;
}

static void write_rows(ip_run_state *run, const ip_write *write, const receiver *to, ip_changes *changes,
                       int64_t *affected)
{
    insertion in = {.run = run, .write = write, .scope = run->scope, .to = to, .changes = changes};
    if (write->source->kind == IP_CODE_INSERT) {
        if (write->rows)
            ip_exec_query_each(run, write->rows, insert_row_of, &in);
        else
            insert_row_of(run, NULL, &in);
        *affected += in.count;
    } else if (write->source->kind == IP_CODE_MERGE_ROWS)
        *affected += ip_exec_merge_run(run, write, changes);
    else
        *affected += change_rows(run, write, to, changes);
}

static const ip_write *without_triggers(ip_run_state *run, const ip_write *write)
{
    ip_write *created = IP_NEW(run->arena, ip_write);
    ip_code_write *source = IP_NEW(run->arena, ip_code_write);
    *created = *write;
    *source = *write->source;
    source->triggers.count = 0;
    created->source = source;
    return created;
}

/* What is queued is done when all parts of the statement have written, in the order of the changes. */
void ip_exec_write_each(ip_run_state *run, const ip_write *write, ip_take *take, void *data, int64_t *affected)
{
    if (run->database->refills)
        write = without_triggers(run, write);
    ip_binding items[64];
    ip_row_scope scope = {.outer = run->scope, .items = items, .changes_first = write->source->kind != IP_CODE_INSERT};
    ip_changes own = {0}, *changes = run->parts ? run->parts->changes : &own;
    receiver to = {take, data};
    *affected = 0;
    if (write->source->instead) {
        *affected = ip_exec_instead_run(run, write);
        return;
    }
    ip_exec_fire_before_statement(run, write);
    const ip_code_query *scanned = run->scanned;
    run->scanned = NULL;
    run->scope = &scope;
    for (const ip_write *w = write; w; w = w->next)
        write_rows(run, w, &to, changes, affected);
    run->scope = scope.outer;
    run->scanned = scanned;
    ip_exec_queue_after_statement(run, write, changes);
    if (!run->parts)
        ip_exec_run_after(run, changes);
}

static void add(ip_run_state *run, const ip_datum *values, void *data)
{
    ip_rowset *rows = data;
    memcpy(ip_exec_rowset_add(run, rows), values, sizeof *values * (size_t)rows->width);
}

ip_rowset ip_exec_write_run(ip_run_state *run, const ip_write *write, int64_t *affected)
{
    ip_rowset rows = {.width = write->returning.count};
    ip_exec_write_each(run, write, add, &rows, affected);
    return rows;
}
