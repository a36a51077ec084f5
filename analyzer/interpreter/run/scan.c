/* Scanning FROM: nested loops in the order that interpreter/prepare/from.c chose. For each row that the key does not
 * rule out, existence is read; if the row exists, every column that a conjunct names is read, whatever the other
 * conjuncts' values. */
#include "interpreter/run/execute.h"
#include "interpreter/run/write.h"

#include <string.h>

typedef struct walk {
    const ip_group *group;
    ip_rowset **derived; /* [items]: rows of subqueries that depend on nothing here */
    ip_emit *emit;
    void *data;
} walk;

static void scan_unit(ip_run_state *run, const walk *w, int index);

static bool holds(ip_run_state *run, const ip_nodes *filters)
{
    for (int i = 0; i < filters->count; i++)
        if (!ip_is_true(ip_evaluate(run, filters->items[i])))
            return false;
    return true;
}

typedef struct key_tries {
    const ip_nodes *conditions;
    bool hold;
} key_tries;

static void evaluate_tries(ip_run_state *run, void *data)
{
    key_tries *t = data;
    t->hold = holds(run, t->conditions);
}

/* A condition, without subqueries or calls, on the key of a row that may not exist. */
static bool may_hold(ip_run_state *run, const ip_nodes *conditions)
{
    key_tries t = {conditions, true};
    return !ip_exec_try(run, evaluate_tries, &t) || t.hold;
}

static ip_read_mode mode_of(const ip_run_state *run, const ip_scan_unit *unit)
{
    bool locks = unit->lock != IP_LOCK_NONE || (run->scope->changes_first && unit->item == 0);
    return locks && run->database->rereads_locked_rows ? IP_READ_TARGET : IP_READ_SNAPSHOT;
}

static void candidate(ip_run_state *run, const walk *w, int index, int row)
{
    const ip_scan_unit *unit = &w->group->units[index];
    ip_binding *binding = &run->scope->items[unit->item];
    ip_read_mode mode = mode_of(run, unit);
    *binding = (ip_binding){NULL, row, mode, false};
    if (!holds(run, &unit->key_filters) || (unit->key_tries.count && !may_hold(run, &unit->key_tries)) ||
        !ip_exec_row_present(run, row, mode))
        return;
    for (int i = 0; i < unit->forced_count; i++)
        ip_exec_read_cell(run, row, unit->forced[i], mode);
    if (!holds(run, &unit->filters))
        return;
    if (run->database->finds && !unit->table->own)
        run->database->finds(run->database->data, row);
    scan_unit(run, w, index + 1);
}

typedef struct bounds {
    const ip_scan_unit *unit;
    ip_sought *sought;
    int count;
} bounds;

static void evaluate_bounds(ip_run_state *run, void *data)
{
    bounds *known = data;
    for (; known->count < known->unit->bound_count; known->count++) {
        const ip_bound *b = &known->unit->bounds[known->count];
        known->sought[known->count] = (ip_sought){b->column, b->comparison, ip_evaluate(run, b->value)};
    }
}

/* The conjuncts before the first whose value cannot be computed. */
static bounds known_bounds(ip_run_state *run, const ip_scan_unit *unit)
{
    bounds known = {unit, IP_NEW_ARRAY(run->arena, ip_sought, unit->bound_count), 0};
    ip_exec_try(run, evaluate_bounds, &known);
    return known;
}

static void report_sought(ip_run_state *run, const ip_scan_unit *unit)
{
    bounds known = known_bounds(run, unit);
    run->database->seeks(run->database->data, unit->table, known.sought, known.count);
}

/* ---- for databases that want to know which index a server would use ---- */
typedef IP_VEC(int) columns;

static void add_column(ip_run_state *run, columns *list, const ip_code_query *query, const ip_code_expr *expr, int item)
{
    if (expr && expr->kind == IP_CODE_OUTPUT && expr->index < query->target_count && query->targets)
        expr = query->targets[expr->index].expr;
    if (expr && expr->kind == IP_CODE_COLUMN && expr->level == 0 && expr->item == item)
        IP_PUSH(run->arena, list, expr->index);
}

/* Columns whose order would save the server a sort. */
static columns ordered_columns(ip_run_state *run, int item)
{
    const ip_code_query *q = run->scanned;
    columns list = {0};
    if (!q)
        return list;
    if (q->order_by.count)
        add_column(run, &list, q, q->order_by.items[0].expr, item);
    for (int i = 0; i < q->group_by.count; i++)
        add_column(run, &list, q, q->group_by.items[i], item);
    for (int i = 0; i < q->distinct_on.count; i++)
        add_column(run, &list, q, q->distinct_on.items[i], item);
    for (int i = 0; i < q->target_count && q->targets && q->distinct; i++)
        add_column(run, &list, q, q->targets[i].expr, item);
    for (int i = 0; i < q->aggregates.count; i++)
        if (!strcmp(q->aggregates.items[i].name, "min") || !strcmp(q->aggregates.items[i].name, "max"))
            add_column(run, &list, q, q->aggregates.items[i].args[0], item);
    return list;
}

static void report_search(ip_run_state *run, const walk *w, const ip_scan_unit *unit)
{
    columns ordered = ordered_columns(run, unit->item);
    bounds known = known_bounds(run, unit);
    ip_search search = {known.sought,
                        known.count,
                        unit->forced,
                        unit->forced_count,
                        w->group->count == 1 && !run->joined && (!run->scanned || run->scanned->item_count == 1),
                        ordered.items,
                        ordered.count,
                        false};
    run->database->searches(run->database->data, unit->table, &search);
}

enum { WIDEST_KEY = 32 };

static void scan_table(ip_run_state *run, const walk *w, int index)
{
    const ip_scan_unit *unit = &w->group->units[index];
    if (run->database->seeks && !unit->table->own)
        report_sought(run, unit);
    if (run->database->searches && !unit->table->own)
        report_search(run, w, unit);
    if (unit->current) {
        int row = ip_exec_current_row(run, unit->current, unit->table);
        if (row >= 0)
            candidate(run, w, index, row);
        return;
    }
    if (unit->point.count) {
        ip_datum key[WIDEST_KEY];
        for (int i = 0; i < unit->point.count; i++) {
            key[i] = ip_evaluate(run, unit->point.items[i]);
            if (key[i].kind == IP_DATUM_NULL)
                return;
        }
        int row = ip_exec_find_by_key(run, unit->table, key);
        if (row >= 0)
            candidate(run, w, index, row);
        return;
    }
    const int *order;
    int count = run->database->scans && !unit->table->own
                    ? run->database->scans(run->database->data, unit->table, &order)
                    : ip_interpreter_rows_of(run->rows, unit->table, &order);
    /* A routine called meanwhile may add rows. */
    int *rows = IP_NEW_ARRAY(run->arena, int, count);
    if (count)
        memcpy(rows, order, sizeof *rows * (size_t)count);
    for (int i = 0; i < count; i++)
        candidate(run, w, index, rows[i]);
}

static void bind_values(ip_run_state *run, const walk *w, int index, const ip_datum *values)
{
    const ip_scan_unit *unit = &w->group->units[index];
    run->scope->items[unit->item] = (ip_binding){values, -1, IP_READ_SNAPSHOT, false};
    if (holds(run, &unit->filters))
        scan_unit(run, w, index + 1);
}

static void scan_derived(ip_run_state *run, const walk *w, int index)
{
    const ip_scan_unit *unit = &w->group->units[index];
    ip_rowset *rows = unit->lateral ? NULL : w->derived[unit->item];
    if (!rows) {
        rows = IP_NEW(run->arena, ip_rowset);
        *rows = ip_exec_query_run(run, unit->query);
        w->derived[unit->item] = rows;
    }
    static const ip_datum no_columns;
    for (int i = 0; i < rows->count; i++)
        bind_values(run, w, index, rows->width ? rows->values + (size_t)i * (size_t)rows->width : &no_columns);
}

static void scan_rows_of(ip_run_state *run, const walk *w, int index)
{
    const ip_scan_unit *unit = &w->group->units[index];
    ip_datum value = ip_evaluate(run, unit->expr);
    bool record = unit->expr->type.tag == IP_T_RECORD && !unit->expr->type.array && unit->expr->type.shape;
    int count = !unit->expr->set ? 1 : value.kind == IP_DATUM_NULL ? 0 : value.count;
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, count);
    for (int i = 0; i < count; i++)
        items[i] = unit->expr->set ? value.as.items[i] : value;
    for (int i = 0; i < count; i++) {
        const ip_datum *values = &items[i];
        if (record && values->kind == IP_DATUM_RECORD)
            values = values->as.items;
        else if (record)
            values = IP_NEW_ARRAY(run->arena, ip_datum, unit->expr->type.shape->count);
        bind_values(run, w, index, values);
    }
}

/* ---- outer joins ---- */
typedef struct outer {
    const walk *above;
    int index;
    walk right;
    bool matched;
    IP_VEC(ip_binding) rows; /* FULL: the right side's rows, right_item_count bindings each */
    bool *used;
} outer;

static void bind_null(ip_run_state *run, const int *items, int count)
{
    for (int i = 0; i < count; i++)
        run->scope->items[items[i]] = (ip_binding){NULL, -1, IP_READ_SNAPSHOT, false};
}

static void go_on(ip_run_state *run, outer *o)
{
    if (holds(run, &o->above->group->units[o->index].filters))
        scan_unit(run, o->above, o->index + 1);
}

static void right_row(ip_run_state *run, void *data)
{
    outer *o = data;
    o->matched = true;
    go_on(run, o);
}

static void left_row(ip_run_state *run, void *data)
{
    outer *o = data;
    const ip_scan_unit *unit = &o->above->group->units[o->index];
    o->matched = false;
    o->right = (walk){unit->right, o->above->derived, right_row, o};
    if (holds(run, &unit->right->gate))
        scan_unit(run, &o->right, 0);
    if (!o->matched) {
        bind_null(run, unit->right_items, unit->right_item_count);
        go_on(run, o);
    }
}

static void keep_right_row(ip_run_state *run, void *data)
{
    outer *o = data;
    const ip_scan_unit *unit = &o->above->group->units[o->index];
    for (int i = 0; i < unit->right_item_count; i++)
        IP_PUSH(run->arena, &o->rows, run->scope->items[unit->right_items[i]]);
}

static void bind_right(ip_run_state *run, const ip_scan_unit *unit, const outer *o, int row)
{
    for (int i = 0; i < unit->right_item_count; i++)
        run->scope->items[unit->right_items[i]] = o->rows.items[row * unit->right_item_count + i];
}

static void full_left_row(ip_run_state *run, void *data)
{
    outer *o = data;
    const ip_scan_unit *unit = &o->above->group->units[o->index];
    int count = o->rows.count / unit->right_item_count;
    bool matched = false;
    for (int i = 0; i < count; i++) {
        bind_right(run, unit, o, i);
        if (!holds(run, &unit->condition))
            continue;
        matched = o->used[i] = true;
        go_on(run, o);
    }
    if (!matched) {
        bind_null(run, unit->right_items, unit->right_item_count);
        go_on(run, o);
    }
}

static void scan_outer(ip_run_state *run, const walk *w, int index)
{
    const ip_scan_unit *unit = &w->group->units[index];
    outer o = {.above = w, .index = index};
    if (!unit->full) {
        ip_exec_scan(run, unit->left, w->derived, left_row, &o);
        return;
    }
    ip_exec_scan(run, unit->right, w->derived, keep_right_row, &o);
    int count = o.rows.count / unit->right_item_count;
    o.used = IP_NEW_ARRAY(run->arena, bool, count);
    ip_exec_scan(run, unit->left, w->derived, full_left_row, &o);
    bind_null(run, unit->left_items, unit->left_item_count);
    for (int i = 0; i < count; i++)
        if (!o.used[i]) {
            bind_right(run, unit, &o, i);
            go_on(run, &o);
        }
}

static void scan_unit(ip_run_state *run, const walk *w, int index)
{
    ip_interpreter_count_visit(run);
    if (index == w->group->count) {
        w->emit(run, w->data);
        return;
    }
    switch (w->group->units[index].kind) {
    case IP_SCAN_TABLE:
        scan_table(run, w, index);
        break;
    case IP_SCAN_DERIVED:
        scan_derived(run, w, index);
        break;
    case IP_SCAN_ROWS_OF:
        scan_rows_of(run, w, index);
        break;
    case IP_SCAN_OUTER:
        scan_outer(run, w, index);
    }
}

void ip_exec_scan(ip_run_state *run, const ip_group *group, ip_rowset **derived, ip_emit *emit, void *data)
{
    walk w = {group, derived, emit, data};
    if (holds(run, &group->gate))
        scan_unit(run, &w, 0);
}

typedef struct passing {
    walk walk;
    ip_row_scope *scope;
} passing;

static void pass(ip_run_state *run, const ip_datum *values, void *data)
{
    const passing *p = data;
    ip_row_scope *scope = run->scope;
    const ip_code_query *scanned = run->scanned;
    run->scope = p->scope;
    bind_values(run, &p->walk, 0, values);
    run->scope = scope;
    run->scanned = scanned;
}

void ip_exec_scan_each(ip_run_state *run, const ip_group *group, ip_emit *emit, void *data)
{
    passing p = {{group, NULL, emit, data}, run->scope};
    if (holds(run, &group->gate))
        ip_exec_query_each(run, group->units[0].query, pass, &p);
}

/* ---- after a lock: EvalPlanQual ---- */
static bool matches_again(ip_run_state *run, const ip_scan_unit *unit)
{
    const ip_binding *binding = &run->scope->items[unit->item];
    if (binding->row < 0)
        return true;
    for (int i = 0; i < unit->point.count; i++)
        if (!ip_value_datum_equal(ip_evaluate(run, unit->point.items[i]),
                                  ip_interpreter_rows_key(run->rows, binding->row)[i]))
            return false;
    ip_datum there = ip_exec_read_cell(run, binding->row, IP_EXISTS, binding->mode);
    ip_exec_refuse_moved(run, there);
    if (!ip_is_true(there))
        return false;
    for (int i = 0; i < unit->forced_count; i++)
        ip_exec_read_cell(run, binding->row, unit->forced[i], binding->mode);
    return holds(run, &unit->key_filters);
}

static bool is_null_extended(const ip_run_state *run, const ip_scan_unit *unit)
{
    for (int i = 0; i < unit->right_item_count; i++) {
        const ip_binding *binding = &run->scope->items[unit->right_items[i]];
        if (binding->row >= 0 || binding->values)
            return false;
    }
    return true;
}

bool ip_exec_scan_again(ip_run_state *run, const ip_group *group)
{
    if (!holds(run, &group->gate))
        return false;
    for (int i = 0; i < group->count; i++) {
        const ip_scan_unit *unit = &group->units[i];
        if (unit->kind == IP_SCAN_TABLE && !matches_again(run, unit))
            return false;
        if (unit->kind == IP_SCAN_OUTER && !unit->full) {
            if (!ip_exec_scan_again(run, unit->left))
                return false;
            if (!is_null_extended(run, unit) && !ip_exec_scan_again(run, unit->right))
                bind_null(run, unit->right_items, unit->right_item_count);
        }
        if (!holds(run, &unit->filters))
            return false;
    }
    return true;
}
