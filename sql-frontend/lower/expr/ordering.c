/* Values that a program compares by order: if numbers of sequences are among them, the result depends on the order of
 * the draws (program/program.h, ip_ordered_value). */
#define _GNU_SOURCE /* strcasestr */
#include "base/words.h"
#include "catalog/unit_index.h"
#include "lower/lower.h"
#include "parse/statement.h"

#include <string.h>

/* ---- what draws ---- */

const char *ip_lower_sequence_drawn(const char *function, int count, const ip_expr *const *args)
{
    if (ip_is_among("clock_timestamp statement_timestamp timeofday", function) ||
        (count == 1 && ip_is_among("age", function)))
        return ip_program_clock_times;
    if (ip_is_among("txid_current pg_current_xact_id", function))
        return ip_program_transaction_numbers;
    if (!ip_is_among("nextval currval lastval", function))
        return NULL;
    return count > 0 && args[0]->kind == IP_EXPR_TEXT ? args[0]->text : "";
}

/* A user-defined function counts if its text names nextval. */
static bool draws(const void *lowerer, const PgQuery__FuncCall *call)
{
    const ip_lowerer *l = lowerer;
    const ip_definitions *d = l->definitions;
    const char *name = ip_last_part(ip_parse_call_name(l->arena, call));
    if (strcmp(name, "nextval") == 0)
        return true;
    for (int i = ip_catalog_first_named(d, name); i < d->names.count && strcmp(d->names.items[i].name, name) == 0;
         i++) {
        ip_range body = d->units.items[d->names.items[i].unit]->body;
        if (body.source && strcasestr(ip_range_text(l->arena, body), "nextval"))
            return true;
    }
    return false;
}

/* Of serial and identity columns it is their own. */
const char *ip_lower_sequence_of(ip_lowerer *l, const ip_column *column)
{
    const ip_tree *tree = column->kept_default ? column->kept_default->tree : NULL;
    const PgQuery__FuncCall *call = ip_parse_own_call(tree, draws, l);
    if (!tree || column->sequence_name)
        return column->sequence_name ? column->sequence_name : column->sequence ? "" : NULL;
    const ip_tree *name = ip_parse_list_item(IP_ITEMS(call, args), 0);
    while (ip_as_type_cast(name))
        name = IP_GET(ip_as_type_cast(name), arg);
    return call ? IP_TEXT(ip_const_sval(ip_as_a_const(name)), sval) : NULL;
}

/* ---- what is compared ---- */

static void add(ip_lowerer *l, ip_range place, ip_ordered_value value)
{
    ip_program *p = l->program;
    value.range = place;
    value.statement = l->range;
    for (int i = 0; i < p->ordered.count; i++) {
        const ip_ordered_value *known = &p->ordered.items[i];
        if (known->value == value.value && known->table == value.table && known->column == value.column &&
            known->range.source == place.source && known->range.begin == place.begin)
            return;
    }
    IP_PUSH(l->arena, &p->ordered, value);
}

/* ---- what is dropped ---- */

static bool refers_to(const ip_expr *e, int variables)
{
    bool refers = e && e->kind == IP_EXPR_VARIABLE && e->index >= variables;
    for (int i = 0; e && i < e->arg_count && !refers; i++)
        refers = refers_to(e->args[i], variables);
    return refers;
}

/* The columns that the value is computed from; of: the statement whose sources it names. */
static void add_columns(ip_lowerer *l, const ip_ordered_value *like, const ip_statement *of, const ip_expr *e,
                        int depth)
{
    enum { DEEPEST = 32 };
    ip_program *p = l->program;
    if (!e || depth > DEEPEST)
        return;
    if (e->kind == IP_EXPR_COLUMN && of) {
        ip_ordered_value column = *like;
        column.value = column.equal_to = NULL; /* as if it was compared by order */
        column.table = of->sources.items[e->source].table;
        column.column = e->index;
        IP_PUSH(l->arena, &p->ordered, column);
    }
    if (e->kind == IP_EXPR_VARIABLE) {
        const ip_variable *v = &p->variables.items[e->index];
        const ip_statement *s =
            v->kind == IP_VAR_RESULT && v->statement >= 0 ? &p->statements.items[v->statement] : NULL;
        if (s && v->index < s->outputs.count)
            add_columns(l, like, s, s->outputs.items[v->index].expr, depth + 1);
        else if (v->kind == IP_VAR_EXPR)
            add_columns(l, like, NULL, v->expr, depth + 1);
    }
    for (int i = 0; i < e->arg_count; i++)
        add_columns(l, like, of, e->args[i], depth + 1);
}

void ip_lower_ordered_columns(ip_lowerer *l, int ordered, int variables)
{
    ip_program *p = l->program;
    int count = p->ordered.count, kept = ordered;
    for (int i = ordered; i < count; i++) {
        ip_ordered_value value = p->ordered.items[i];
        if (refers_to(value.equal_to, variables))
            value.equal_to = NULL; /* then it may be equal to anything, as if it was compared by order */
        if (refers_to(value.value, variables))
            add_columns(l, &value, NULL, value.value, 0);
        else
            p->ordered.items[kept++] = value;
    }
    if (kept < count)
        memmove(&p->ordered.items[kept], &p->ordered.items[count],
                sizeof *p->ordered.items * (size_t)(p->ordered.count - count));
    p->ordered.count -= count - kept;
}

/* ---- what is compared, found in the code ---- */

/* like: the properties of all values below. */
static void note(ip_lowerer *l, const ip_query *query, ip_range place, const ip_expr *expr, ip_ordered_value like)
{
    ip_ordered_value value = like;
    value.value = expr;
    value.column = -1;
    if (expr->kind == IP_EXPR_VARIABLE || (expr->kind == IP_EXPR_UNKNOWN && expr->sequence))
        add(l, place, value);
    if (expr->kind == IP_EXPR_COLUMN && !like.equal_to && query && expr->source < query->statement.sources.count) {
        value.value = NULL;
        value.table = query->statement.sources.items[expr->source].table;
        value.column = expr->index;
        add(l, place, value);
    }
    /* A condition selects the value, and is no value itself. */
    for (int i = expr->kind == IP_EXPR_OPERATOR && expr->op == IP_OP_IF; i < expr->arg_count; i++)
        note(l, query, place, expr->args[i], like);
}

static bool is_operator(const PgQuery__AExpr *expr, const char *names)
{
    const ip_list *parts = IP_ITEMS(expr, name);
    const char *name = ip_parse_last_string(parts);
    return ip_is_among(names, name);
}

bool ip_lower_is_order_operator(const PgQuery__AExpr *expr)
{
    return ip_parse_is_between(expr) || is_operator(expr, "< <= > >=");
}

bool ip_lower_is_arithmetic_operator(const PgQuery__AExpr *expr)
{
    return is_operator(expr, "+ - * / % ^ & | # << >>");
}

void ip_lower_calculated(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *value)
{
    note(l, scope ? scope->query : NULL, ip_lower_place(l, node), value, (ip_ordered_value){.calculated = true});
}

bool ip_lower_may_equate(const PgQuery__AExpr *expr)
{
    return IP_GET(expr, kind) != PG_QUERY__A__EXPR__KIND__AEXPR_OP || is_operator(expr, "= <> !=");
}

void ip_lower_compared(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *value)
{
    bool equates = value->op == IP_OP_EQ || value->op == IP_OP_NE || value->op == IP_OP_NOT_DISTINCT;
    bool compared = value->kind == IP_EXPR_OPERATOR && equates && value->arg_count == 2;
    for (int i = 0; compared && i < 2; i++)
        if (value->args[1 - i]->kind != IP_EXPR_COLUMN)
            note(l, scope ? scope->query : NULL, ip_lower_place(l, node), value->args[i],
                 (ip_ordered_value){.equal_to = value->args[1 - i]});
    for (int i = 0; i < value->arg_count; i++)
        ip_lower_compared(l, scope, node, value->args[i]);
}

/* An operator that orders, or rows that are sorted, somewhere below. */
static bool orders_below(const ip_tree *node)
{
    const PgQuery__AExpr *expr = ip_as_a_expr(node);
    const ip_tree *item;
    size_t i;
    if ((expr && ip_lower_is_order_operator(expr)) || ip_as_sort_by(node))
        return true;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, item)
    if (orders_below(item))
        return true;
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, item)
    if (orders_below(item))
        return true;
    return false;
}

void ip_lower_ordered_below(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *value)
{
    if (orders_below(node))
        ip_lower_ordered(l, scope, node, value);
}

void ip_lower_ordered(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *expr)
{
    note(l, scope ? scope->query : NULL, ip_lower_place(l, node), expr, (ip_ordered_value){0});
}

void ip_lower_sorted(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *key, bool chooses)
{
    note(l, scope->query, ip_lower_place(l, node), key, (ip_ordered_value){.sorted = !chooses});
}

void ip_lower_takes_first(ip_lowerer *l, ip_range statement)
{
    for (int i = 0; i < l->program->ordered.count; i++) {
        ip_ordered_value *value = &l->program->ordered.items[i];
        if (value->statement.source == statement.source && value->statement.begin >= statement.begin &&
            value->statement.end <= statement.end)
            value->sorted = false;
    }
}
