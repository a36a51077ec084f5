/* Checks that code is as code.h promises: every number that the interpreter uses as an index is in range. */
#include "well_formed.h"

#include <string.h>

enum { DEEPEST = 64 };

/* The queries and writes around what is looked at, innermost last: how many FROM items each has. */
typedef struct walk {
    const ip_code *code;
    const char *fault;
    int items[DEEPEST];
    int depth;
    int aggregates, windows, outputs, grouped; /* of the innermost query */
} walk;

static void query(walk *w, const ip_code_query *q);

static void fault(walk *w, bool bad, const char *what)
{
    if (bad && !w->fault && !w->code->why_not)
        w->fault = what;
}

static void expr(walk *w, const ip_code_expr *e)
{
    fault(w, !e, "no expression");
    if (!e)
        return;
    int frame = w->depth - 1 - e->level;
    switch (e->kind) {
    case IP_CODE_CONSTANT:
        fault(w, !e->null && !e->text, "constant without text");
        break;
    case IP_CODE_VARIABLE:
        fault(w, e->index < 0 || e->index >= w->code->variables.count, "no such variable");
        break;
    case IP_CODE_COLUMN:
    case IP_CODE_WHOLE_ROW:
        fault(w, e->level < 0 || frame < 0, "column of no query");
        fault(w, frame >= 0 && (e->item < 0 || e->item >= w->items[frame]), "no such FROM item");
        break;
    case IP_CODE_AGGREGATE:
        fault(w, e->index < 0 || e->index >= w->aggregates, "no such aggregate");
        break;
    case IP_CODE_WINDOW:
        fault(w, e->index < 0 || e->index >= w->windows, "no such window function");
        break;
    case IP_CODE_GROUPED:
        fault(w, e->index < 0 || e->index >= w->grouped, "no such thing that is grouped by");
        break;
    case IP_CODE_OUTPUT:
        fault(w, e->index < 0 || e->index >= w->outputs, "no such result column");
        break;
    case IP_CODE_OPERATOR:
    case IP_CODE_FUNCTION:
    case IP_CODE_FIELD:
    case IP_CODE_ANY:
    case IP_CODE_ALL:
    case IP_CODE_ANY_OF:
    case IP_CODE_ALL_OF:
        fault(w, !e->name || !*e->name, "no name");
        break;
    case IP_CODE_CALL:
        fault(w, !e->callee || e->arg_count != e->callee->parameter_count, "wrong arguments");
        break;
    default:
        break;
    }
    for (int i = 0; i < e->arg_count; i++)
        if (e->args[i] || e->kind != IP_CODE_CALL)
            expr(w, e->args[i]);
    if (e->query)
        query(w, e->query);
}

static void optional(walk *w, const ip_code_expr *e)
{
    if (e)
        expr(w, e);
}

static void from(walk *w, const ip_code_from *f)
{
    fault(w, !f, "no FROM item");
    if (!f)
        return;
    if (f->kind == IP_CODE_JOIN) {
        from(w, f->left);
        from(w, f->right);
        optional(w, f->condition);
        return;
    }
    fault(w, f->item < 0 || f->item >= w->items[w->depth - 1], "FROM item out of range");
    fault(w, f->kind == IP_CODE_TABLE && (!f->table || f->width != f->table->columns.count), "FROM item without table");
    if (f->kind == IP_CODE_DERIVED)
        query(w, f->query);
    if (f->kind == IP_CODE_ROWS_OF)
        expr(w, f->expr);
}

static bool enter(walk *w, int items)
{
    fault(w, w->depth >= DEEPEST, "nested too deeply for this test");
    if (w->depth >= DEEPEST)
        return false;
    w->items[w->depth++] = items;
    return true;
}

static void window(walk *w, const ip_code_window *o)
{
    for (int i = 0; i < o->call.arg_count; i++)
        expr(w, o->call.args[i]);
    optional(w, o->call.filter);
    for (int i = 0; i < o->partition_by.count; i++)
        expr(w, o->partition_by.items[i]);
    for (int i = 0; i < o->order_by.count; i++)
        expr(w, o->order_by.items[i].expr);
}

static void plain_query(walk *w, const ip_code_query *q)
{
    for (int r = 0; r < q->value_rows; r++)
        for (int i = 0; i < q->target_count; i++)
            expr(w, q->values[r][i]);
    if (q->from)
        from(w, q->from);
    optional(w, q->where);
    for (int i = 0; i < q->target_count; i++)
        if (!q->values)
            expr(w, q->targets[i].expr);
    for (int i = 0; i < q->group_by.count; i++)
        expr(w, q->group_by.items[i]);
    optional(w, q->having);
    for (int i = 0; i < q->aggregates.count; i++)
        for (int k = 0; k < q->aggregates.items[i].arg_count; k++)
            expr(w, q->aggregates.items[i].args[k]);
    for (int i = 0; i < q->distinct_on.count; i++)
        expr(w, q->distinct_on.items[i]);
    for (int i = 0; i < q->windows.count; i++)
        window(w, &q->windows.items[i]);
}

static void write_rows(walk *w, const ip_code_write *wr);

/* A part of a statement has nothing around it, wherever its rows are used. */
static void part(walk *w, const ip_code_query *q)
{
    walk alone = {.code = w->code, .fault = w->fault};
    fault(&alone, q->target_count != q->writes->returning_count, "columns of a part");
    write_rows(&alone, q->writes);
    w->fault = alone.fault;
}

static void query(walk *w, const ip_code_query *q)
{
    fault(w, !q, "no query");
    if (!q)
        return;
    if (q->writes)
        part(w, q);
    fault(w, q->is_working && !q->left, "no left side of a recursive query");
    if (q->writes || q->is_working)
        return;
    bool plain = q->operation == IP_CODE_PLAIN;
    int depth = w->depth, aggregates = w->aggregates, windows = w->windows, outputs = w->outputs, grouped = w->grouped;
    if (!plain) {
        query(w, q->left);
        query(w, q->right);
    }
    if (!enter(w, q->item_count))
        return;
    w->aggregates = q->aggregates.count;
    w->windows = q->windows.count;
    w->grouped = q->group_sets.count ? q->group_by.count : 0;
    w->outputs = q->target_count;
    for (int i = 0; i < q->target_count; i++)
        fault(w, !q->targets || !q->targets[i].name, "result column without a name");
    if (plain)
        plain_query(w, q);
    for (int i = 0; i < q->order_by.count; i++)
        expr(w, q->order_by.items[i].expr);
    optional(w, q->limit);
    optional(w, q->offset);
    w->depth = depth;
    w->aggregates = aggregates;
    w->windows = windows;
    w->grouped = grouped;
    w->outputs = outputs;
}

static void sets(walk *w, const ip_code_set *items, int count, const ip_table *table)
{
    for (int i = 0; i < count; i++) {
        fault(w, items[i].column < 0 || items[i].column >= table->columns.count, "no such column to set");
        expr(w, items[i].expr);
    }
}

static void write_rows(walk *w, const ip_code_write *wr)
{
    fault(w, !wr->table, "no table to write");
    if (!wr->table || !enter(w, wr->item_count))
        return;
    if (wr->source)
        query(w, wr->source);
    fault(w, wr->source && wr->columns.count != wr->source->target_count, "values and columns");
    for (int i = 0; i < wr->columns.count; i++)
        fault(w, wr->columns.items[i] < 0 || wr->columns.items[i] >= wr->table->columns.count, "no such column");
    if (wr->from)
        from(w, wr->from);
    optional(w, wr->where);
    optional(w, wr->current);
    sets(w, wr->sets.items, wr->sets.count, wr->table);
    sets(w, wr->conflict_sets.items, wr->conflict_sets.count, wr->table);
    for (int i = 0; i < wr->whens.count; i++) {
        optional(w, wr->whens.items[i].condition);
        sets(w, wr->whens.items[i].sets.items, wr->whens.items[i].sets.count, wr->table);
    }
    optional(w, wr->conflict_where);
    for (int i = 0; i < wr->returning_count; i++)
        expr(w, wr->returning[i].expr);
    w->depth--;
}

static void places(walk *w, const ip_code_sql *sql)
{
    size_t at = 0;
    for (int i = 0; i < sql->places.count; i++) {
        const ip_code_place *p = &sql->places.items[i];
        fault(w, p->begin < at || p->end <= p->begin || p->end > strlen(sql->text), "places out of order");
        at = p->end;
        expr(w, p->expr);
    }
}

static void body(walk *w, const ip_code_statement *const *items, int count);

static void statement(walk *w, const ip_code_statement *s)
{
    fault(w, s->id < 0 || s->id >= w->code->statement_count, "statement without a number");
    for (int i = 0; i < s->targets.count; i++) {
        fault(w, s->targets.items[i].slot < 0 || s->targets.items[i].slot >= w->code->variables.count, "target");
        for (int k = 0; k < s->targets.items[i].path.count; k++)
            optional(w, s->targets.items[i].path.items[k].subscript);
    }
    optional(w, s->expr);
    optional(w, s->low);
    optional(w, s->high);
    optional(w, s->step);
    for (int i = 0; i < s->args.count; i++)
        expr(w, s->args.items[i]);
    bool of_cursor = s->kind == IP_CODE_OPEN || s->kind == IP_CODE_FETCH || s->kind == IP_CODE_CLOSE;
    fault(w,
          s->cursor >= w->code->variables.count ||
              (of_cursor && s->cursor < 0 && !s->portal && s->kind != IP_CODE_CLOSE),
          "no such cursor");
    fault(w, s->kind == IP_CODE_OPEN && !s->query, "OPEN without a query");
    fault(w, (s->kind == IP_CODE_SELECT || s->kind == IP_CODE_PERFORM) && !s->query, "statement without a query");
    fault(w, s->kind == IP_CODE_WRITE && !s->write, "statement without a write");
    fault(w, s->kind == IP_CODE_REFUSED && (!s->message || !s->why_range.source), "refused without a reason");
    fault(w, s->kind == IP_CODE_EXECUTE && (!s->expr || !s->execute), "EXECUTE without a text");
    for (int i = 0; i < s->parts.count; i++)
        query(w, s->parts.items[i]);
    if (s->query)
        query(w, s->query);
    if (s->write)
        write_rows(w, s->write);
    places(w, &s->sql);
    body(w, s->body.items, s->body.count);
    for (int i = 0; i < s->branches.count; i++) {
        optional(w, s->branches.items[i].condition);
        places(w, &s->branches.items[i].sql);
        body(w, s->branches.items[i].body.items, s->branches.items[i].body.count);
    }
    for (int i = 0; i < s->handlers.count; i++) {
        fault(w, s->handlers.items[i].conditions.count == 0, "handler of nothing");
        body(w, s->handlers.items[i].body.items, s->handlers.items[i].body.count);
    }
}

static void body(walk *w, const ip_code_statement *const *items, int count)
{
    for (int i = 0; i < count; i++)
        statement(w, items[i]);
}

const char *ip_code_fault(const ip_code *code)
{
    walk w = {.code = code};
    fault(&w, code->parameter_count > code->variables.count, "parameters without slots");
    for (int i = 0; i < code->parameter_count; i++)
        optional(&w, code->defaults.items[i]);
    body(&w, code->body.items, code->body.count);
    return w.fault;
}
