/* MERGE: for each row of the source, with each row of the target that matches it or none, the first WHEN whose
 * condition holds.
 *
 * A matched row is locked when an action is to change it. Where locked rows are re-read, the join's condition and the
 * WHENs are then decided again, with the current row: a row that no longer matches counts as not matched
 * (documentation, 13.2.1; ExecMergeMatched of nodeModifyTable.c). */
#include "interpreter/run/write.h"

#include <string.h>

typedef struct found {
    int width;
    IP_VEC(ip_binding *) rows;
} found;

typedef struct action {
    const ip_when *when;
    int row; /* of the target; -1: a new one */
    ip_datum *values;
    bool *changed;
} action;

typedef IP_VEC(action) actions;

static void keep(ip_run_state *run, void *data)
{
    found *f = data;
    ip_binding *items = IP_NEW_ARRAY(run->arena, ip_binding, f->width);
    memcpy(items, run->scope->items, sizeof *items * (size_t)f->width);
    IP_PUSH(run->arena, &f->rows, items);
}

static const ip_when *choose(ip_run_state *run, const ip_write *w, bool matched)
{
    for (int i = 0; i < w->when_count; i++) {
        const ip_when *when = &w->whens[i];
        if (when->source->matched == matched && (!when->condition || ip_is_true(ip_evaluate(run, when->condition))))
            return when->source->nothing ? NULL : when;
    }
    return NULL;
}

static void lock(ip_run_state *run, const ip_when *when, ip_binding *target)
{
    bool goes = when->source->kind == IP_CODE_DELETE_ROWS;
    ip_interpreter_lock_row(run, target->row, goes ? IP_LOCK_UPDATE : IP_LOCK_NO_KEY_UPDATE);
    target->mode = IP_READ_CURRENT;
}

static void refuse_second(ip_run_state *run, const ip_write *w, const actions *all, int row)
{
    ip_exec_refuse_changed(run, w, row);
    for (int i = 0; i < all->count; i++)
        if (all->items[i].row == row)
            ip_interpreter_raise(run, "21000", "MERGE command cannot affect row a second time");
}

static void decide(ip_run_state *run, const ip_write *w, ip_binding *items, actions *all)
{
    int width = w->table->columns.count;
    run->scope->items = items;
    const ip_when *when = choose(run, w, items[0].row >= 0);
    if (when && when->source->matched) {
        refuse_second(run, w, all, items[0].row);
        lock(run, when, &items[0]);
        if (run->database->rereads_locked_rows)
            when = ip_exec_scan_again(run, w->from) ? choose(run, w, items[0].row >= 0) : NULL;
    }
    if (!when)
        return;
    action a = {when, when->source->matched ? items[0].row : -1, IP_NEW_ARRAY(run->arena, ip_datum, width),
                IP_NEW_ARRAY(run->arena, bool, width)};
    for (int i = 0; i < when->set_count; i++) {
        a.changed[when->sets[i].column] = true;
        a.values[when->sets[i].column] = ip_evaluate(run, when->sets[i].value);
    }
    IP_PUSH(run->arena, all, a);
}

/* false: a trigger leaves the row out. */
static bool act(ip_run_state *run, const ip_write *w, const action *a, ip_changes *changes)
{
    ip_code_write_kind kind = a->when->source->kind;
    if (a->row < 0) {
        if (!ip_exec_prepare_insert(run, w, a->values))
            return false;
        ip_exec_insert_target(run, w, ip_exec_row_of_values(run, w->plan, a->values), a->values, changes);
        return true;
    }
    if (ip_exec_has_triggers(w, kind, true, true) &&
        !ip_exec_before_row(run, w, kind, a->row, kind == IP_CODE_DELETE_ROWS ? NULL : a->values,
                            kind == IP_CODE_DELETE_ROWS ? NULL : a->changed))
        return false;
    if (kind == IP_CODE_DELETE_ROWS)
        ip_exec_delete_target(run, w, a->row, changes);
    else
        ip_exec_update_target(run, w, a->row, a->values, a->changed, changes);
    return true;
}

static bool looks_at_rows(const ip_write *w)
{
    for (ip_code_write_kind kind = IP_CODE_INSERT; kind < IP_CODE_MERGE_ROWS; kind++)
        if (ip_exec_has_triggers(w, kind, true, true))
            return true;
    return false;
}

/* With triggers that look at rows before they are written, row by row, and so in a database that keeps versions, where
 * others see that the rows before have been changed; else all is computed before anything is. */
int64_t ip_exec_merge_run(ip_run_state *run, const ip_write *w, ip_changes *changes)
{
    ip_rowset *derived[64];
    found f = {.width = w->item_count};
    actions all = {0};
    int64_t count = 0;
    int done = 0;
    bool row_by_row = run->database->keeps_versions || looks_at_rows(w);
    memset(derived, 0, sizeof *derived * (size_t)w->item_count);
    ip_exec_scan(run, w->from, derived, keep, &f);
    for (int i = 0; i < f.rows.count; i++) {
        decide(run, w, f.rows.items[i], &all);
        while (row_by_row && done < all.count)
            count += act(run, w, &all.items[done++], changes);
    }
    while (done < all.count)
        count += act(run, w, &all.items[done++], changes);
    return count;
}
