/* The rows of open cursors. They come from the snapshot that OPEN took, so all are found at OPEN. Rows are locked as
 * they are fetched (PostgreSQL's nodeLockRows.c): a row that the same transaction has changed by then is skipped; a row
 * that another transaction has changed is re-read, where the level does that. The current row follows PostgreSQL's
 * execCurrent.c. */
#include "interpreter/run/execute.h"
#include "interpreter/run/portal.h"

static const ip_scan_unit *unit_of(const ip_group *group, const ip_table *table, bool locked, int *count)
{
    const ip_scan_unit *found = NULL;
    for (int i = 0; i < group->count; i++) {
        const ip_scan_unit *unit = &group->units[i];
        bool fits = unit->kind == IP_SCAN_TABLE && unit->table == table && (!locked || unit->lock != IP_LOCK_NONE);
        *count += fits;
        found = fits ? unit : found;
    }
    return found;
}

/* Its rows are some of FROM's rows, one by one. */
static bool has_sources(const ip_query_plan *q)
{
    return q->operation == IP_CODE_PLAIN && !q->values && !q->grouped && !q->distinct && !q->distinct_on.count &&
           !q->window_count && !q->set_returning && !q->part && !q->writes && !q->recursive && !q->working;
}

/* ---- fetching ---- */
typedef struct surroundings {
    ip_row_scope *scope;
    ip_datum *slots;
} surroundings;

static surroundings enter(ip_run_state *run, ip_row_scope *scope, const ip_datum *slots)
{
    surroundings outer = {run->scope, run->slots};
    run->scope = scope;
    run->slots = (ip_datum *)slots;
    return outer;
}

static void leave(ip_run_state *run, surroundings outer)
{
    run->scope = outer.scope;
    run->slots = outer.slots;
}

/* The row at .next, locked; false: it is skipped. */
static bool take(ip_run_state *run, ip_portal_rows *p, ip_tuple *e, int touched)
{
    if (touched == IP_TOUCHED_AND_UNDONE)
        ip_interpreter_unable(run, run->range,
                              "a cursor's row that was changed before it was fetched, and changed back by an error,");
    if (touched == IP_TOUCHED || (p->query->locks && !ip_exec_query_lock(run, p->query, e)))
        return false;
    if (p->skip > 0) {
        p->skip--;
        return false;
    }
    p->left--;
    return true;
}

static void add(ip_run_state *run, ip_portal *portal, ip_tuple *e)
{
    const ip_query_plan *q = portal->query;
    ip_datum *values = ip_exec_rowset_add(run, &portal->rows);
    ip_exec_query_outputs(run, q, e, values);
    IP_PUSH(run->arena, &portal->sources, e->items);
}

/* The next row joins the portal's; false: there is none. Each lock is reported when it is taken. */
static bool pull(ip_run_state *run, ip_portal *portal)
{
    ip_portal_rows *p = &portal->pending;
    ip_row_scope scope = {0};
    const surroundings outer = enter(run, &scope, p->slots);
    bool found = false;
    while (!found && p->next < p->tuples.count && p->left > 0) {
        int i = p->next++;
        ip_tuple *e = &p->tuples.items[i];
        found = take(run, p, e, p->touched ? (int)p->touched[i] : 0);
        if (!found)
            continue;
        if (e->outputs) { /* as the one snapshot has it */
            ip_datum *values = ip_exec_rowset_add(run, &portal->rows);
            for (int c = 0; c < portal->rows.width; c++)
                values[c] = e->outputs[c];
            IP_PUSH(run->arena, &portal->sources, e->items);
        } else {
            ip_exec_enter_tuple(run, e);
            add(run, portal, e);
        }
    }
    leave(run, outer);
    return found;
}

void ip_exec_portal_reach(ip_run_state *run, ip_portal *portal, int64_t count)
{
    while (portal->waits && portal->rows.count < count)
        portal->waits = pull(run, portal);
}

/* ---- opening ---- */
static const ip_datum *copy_of_slots(ip_run_state *run)
{
    int count = run->frame->prepared->slot_count;
    ip_datum *slots = IP_NEW_ARRAY(run->arena, ip_datum, count + 1);
    for (int i = 0; i < count; i++)
        slots[i] = run->slots[i];
    return slots;
}

/* At levels with one snapshot a row that can be locked is as in the snapshot, and no later statement reads it in this
 * mode. */
static void put_together(ip_run_state *run, const ip_query_plan *query, ip_tuples *tuples)
{
    for (int i = 0; i < tuples->count; i++)
        ip_exec_query_outputs(run, query, &tuples->items[i], IP_NEW_ARRAY(run->arena, ip_datum, query->width));
}

void ip_exec_portal_find(ip_run_state *run, ip_portal *portal)
{
    const ip_query_plan *q = portal->query;
    ip_portal_rows *p = &portal->pending;
    if (q->locks && (!has_sources(q) || !q->locks_as_fetched))
        ip_interpreter_unable(run, run->range, "a cursor that locks rows and looks at others, too,");
    if (!has_sources(q)) {
        portal->rows = ip_exec_query_run(run, q);
        return;
    }
    ip_binding items[64];
    ip_row_scope scope = {.items = items};
    p->query = q;
    p->slots = q->locks ? copy_of_slots(run) : run->slots;
    portal->rows.width = q->width;
    const surroundings outer = enter(run, &scope, p->slots);
    p->tuples = ip_exec_query_found(run, q);
    ip_exec_query_limits(run, q, &p->skip, &p->left);
    portal->waits = true;
    if (q->locks) {
        p->touched = ip_arena_alloc(run->arena, sizeof *p->touched * (size_t)(p->tuples.count + 1));
        for (int i = 0; i < p->tuples.count; i++)
            p->touched[i] = IP_UNTOUCHED;
        if (!q->offset)
            ip_exec_pass_over(run, q->from);
        if (!run->database->rereads_locked_rows)
            put_together(run, q, &p->tuples);
    }
    leave(run, outer);
    if (!q->locks)
        ip_exec_portal_reach(run, portal, INT64_MAX);
}

/* ---- WHERE CURRENT OF ---- */
static const ip_scan_unit *current_unit(ip_run_state *run, const ip_portal *portal, const ip_table *table)
{
    const ip_query_plan *q = portal->query;
    int count = 0;
    bool never = q->grouped || q->distinct || q->values;
    if (!has_sources(q) && !never)
        ip_interpreter_unable(run, run->range, "WHERE CURRENT OF a cursor whose rows are no table's");
    const ip_scan_unit *unit = never ? NULL : unit_of(q->from, table, q->locks, &count);
    if (q->locks && count != 1)
        ip_interpreter_raise(run, "24000", "cursor \"%s\" %s FOR UPDATE/SHARE reference to table \"%s\"", portal->name,
                             count ? "has multiple" : "does not have a", table->name);
    /* Whether it is a simple scan of the table depends on the plan. */
    if (!never && !q->locks && (q->sort_count || q->asks_others || (q->from->count > 1 && count > 0)))
        ip_interpreter_unable(run, run->range, "WHERE CURRENT OF a cursor that sorts, joins or asks further");
    if (count != 1)
        ip_interpreter_raise(run, "24000", "cursor \"%s\" is not a simply updatable scan of table \"%s\"", portal->name,
                             table->name);
    return unit;
}

int ip_exec_current_row(ip_run_state *run, const ip_node *name, const ip_table *table)
{
    ip_datum value = ip_evaluate(run, name);
    if (value.kind == IP_DATUM_NULL)
        ip_interpreter_unable(run, run->range, "WHERE CURRENT OF a cursor without a name");
    const ip_portal *portal = value.kind == IP_DATUM_TEXT ? ip_exec_portal_named(run, value.as.text) : NULL;
    if (!portal)
        ip_interpreter_raise(run, "34000", "cursor \"%s\" does not exist",
                             value.kind == IP_DATUM_TEXT ? value.as.text : "");
    if (portal->held)
        ip_interpreter_raise(run, "24000", "cursor \"%s\" is held from a previous transaction", portal->name);
    const ip_scan_unit *unit = current_unit(run, portal, table);
    if (portal->position < 1 || portal->position > portal->rows.count)
        ip_interpreter_raise(run, "24000", "cursor \"%s\" is not positioned on a row", portal->name);
    int row = portal->sources.items[portal->position - 1][unit->item].row;
    if (row == IP_ROW_MOVED)
        ip_interpreter_unable(run, run->range, "WHERE CURRENT OF a row whose key has changed since it was fetched");
    return row;
}

/* ---- what happens meanwhile ---- */
void ip_exec_hold_portals(ip_run_state *run)
{
    for (int i = 0; i < run->portals.count; i++)
        if (run->portals.items[i].open && run->portals.items[i].pinned)
            ip_exec_portal_reach(run, &run->portals.items[i], INT64_MAX);
}

void ip_exec_close_portals(ip_run_state *run)
{
    for (int i = 0; i < run->portals.count; i++) {
        ip_portal *portal = &run->portals.items[i];
        portal->open = portal->open && portal->pinned;
        portal->held = true;
        portal->declared = false;
    }
}

static bool binds(const ip_query_plan *query, const ip_binding *items, int row)
{
    for (int i = 0; i < query->item_count; i++)
        if (items[i].row == row && !items[i].values)
            return true;
    return false;
}

void ip_exec_notify_cursors(ip_run_state *run, int row, bool moves)
{
    for (int i = 0; i < run->portals.count; i++) {
        ip_portal *portal = &run->portals.items[i];
        ip_portal_rows *p = &portal->pending;
        for (int k = p->next; portal->open && p->touched && k < p->tuples.count; k++)
            if (binds(portal->query, p->tuples.items[k].items, row))
                p->touched[k] = IP_TOUCHED;
        for (int k = 0; portal->open && moves && k < portal->sources.count; k++)
            for (int item = 0; item < portal->query->item_count; item++)
                if (portal->sources.items[k][item].row == row)
                    portal->sources.items[k][item].row = IP_ROW_MOVED;
    }
}

void ip_exec_undo_for_cursors(ip_run_state *run)
{
    for (int i = 0; i < run->portals.count; i++) {
        ip_portal_rows *p = &run->portals.items[i].pending;
        for (int k = p->next; p->touched && k < p->tuples.count; k++)
            if (p->touched[k] == IP_TOUCHED)
                p->touched[k] = IP_TOUCHED_AND_UNDONE;
    }
}
