/* Expressions, queries and writes as text. */
#include "code/body/listing.h"

#include <string.h>

static void add_args(ip_code_lister *l, const ip_code_expr *expr, int from, const char *between)
{
    for (int i = from; i < expr->arg_count; i++) {
        if (i > from)
            ip_code_list_print(l, "%s", between);
        if (expr->args[i])
            ip_code_list_expr(l, expr->args[i]);
        else
            ip_code_list_print(l, "default");
    }
}

static void add_called(ip_code_lister *l, const char *name, const ip_code_expr *expr)
{
    ip_code_list_print(l, "%s(", name);
    add_args(l, expr, 0, ", ");
    ip_code_list_print(l, ")");
}

static void add_infix(ip_code_lister *l, const char *op, const ip_code_expr *expr)
{
    ip_code_list_print(l, "(");
    if (expr->arg_count == 1)
        ip_code_list_print(l, "%s ", op);
    add_args(l, expr, 0, ip_arena_printf(l->arena, " %s ", op));
    ip_code_list_print(l, ")");
}

static void add_query(ip_code_lister *l, const char *before, const ip_code_expr *expr)
{
    if (expr->arg_count > 0) {
        ip_code_list_print(l, "(");
        ip_code_list_expr(l, expr->args[0]);
        ip_code_list_print(l, " %s ", expr->name);
    }
    ip_code_list_print(l, "%s(", before);
    ip_code_list_query(l, expr->query);
    ip_code_list_print(l, expr->arg_count > 0 ? "))" : ")");
}

void ip_code_list_type(ip_code_lister *l, const ip_code_type *type)
{
    if (type->record)
        ip_code_list_print(l, "record");
    else if (type->row)
        ip_code_list_print(l, "row of %s", type->row->name);
    else
        ip_code_list_print(l, "%s", type->type.name ? type->type.name : "any");
    if (type->domain)
        ip_code_list_print(l, " of %s", type->domain->name);
}

static void add_constant(ip_code_lister *l, const ip_code_expr *expr)
{
    if (expr->null)
        ip_code_list_print(l, "NULL");
    else if (expr->unknown)
        ip_code_list_print(l, "?'%s'", expr->text);
    else if (expr->type.kind == IP_TEXT)
        ip_code_list_print(l, "'%s'", expr->text);
    else
        ip_code_list_print(l, "%s", expr->text);
}

static void add_column(ip_code_lister *l, const ip_code_expr *expr)
{
    for (int i = 0; i < expr->level; i++)
        ip_code_list_print(l, "^");
    if (expr->kind == IP_CODE_WHOLE_ROW)
        ip_code_list_print(l, "#%d.*", expr->item);
    else
        ip_code_list_print(l, "#%d.%s", expr->item, expr->name ? expr->name : "?");
}

static const char *const prefixed[] = {[IP_CODE_CASE] = "case",
                                       [IP_CODE_COALESCE] = "coalesce",
                                       [IP_CODE_NULLIF] = "nullif",
                                       [IP_CODE_GREATEST] = "greatest",
                                       [IP_CODE_LEAST] = "least",
                                       [IP_CODE_ARRAY] = "array",
                                       [IP_CODE_ROW] = "row",
                                       [IP_CODE_IS_NULL] = "is_null",
                                       [IP_CODE_NOT_NULL] = "not_null",
                                       [IP_CODE_IS_TRUE] = "is_true",
                                       [IP_CODE_IS_FALSE] = "is_false",
                                       [IP_CODE_DISTINCT] = "distinct",
                                       [IP_CODE_IN] = "in",
                                       [IP_CODE_GROUPING] = "grouping",
                                       [IP_CODE_DEFAULT] = NULL};

void ip_code_list_path(ip_code_lister *l, const ip_code_path *path)
{
    for (int i = 0; i < path->count; i++) {
        ip_code_list_print(l, path->items[i].field ? ".%s" : "[", path->items[i].field);
        if (path->items[i].field)
            continue;
        ip_code_list_expr(l, path->items[i].subscript);
        ip_code_list_print(l, "]");
    }
}

static void add_user_operators(ip_code_lister *l, const ip_code_user_operators *all)
{
    for (int i = 0; all && i < all->count; i++) {
        ip_code_list_print(l, "{or %s of ", all->items[i].callee ? all->items[i].callee->name : "a function");
        for (int k = 0; k < all->operands; k++) {
            ip_code_list_print(l, "%s", k ? ", " : "");
            ip_code_list_type(l, &all->items[i].operands[k]);
        }
        ip_code_list_print(l, "}");
    }
}

static void add_by_kind(ip_code_lister *l, const ip_code_expr *expr)
{
    switch (expr->kind) {
    case IP_CODE_FIELD:
        ip_code_list_expr(l, expr->args[0]);
        ip_code_list_print(l, ".%s", expr->name);
        break;
    case IP_CODE_OPERATOR:
        add_infix(l, expr->name, expr);
        add_user_operators(l, expr->user_operators);
        break;
    case IP_CODE_FUNCTION:
        add_called(l, expr->name, expr);
        break;
    case IP_CODE_CALL:
        add_called(l, ip_arena_printf(l->arena, "call %s", expr->callee->name), expr);
        break;
    case IP_CODE_OVERLOADED:
        ip_code_list_print(l, "call one of %d %s(", expr->index, expr->name);
        add_args(l, expr, expr->index, ", ");
        ip_code_list_print(l, ")");
        break;
    case IP_CODE_CAST:
        ip_code_list_expr(l, expr->args[0]);
        ip_code_list_print(l, "::");
        ip_code_list_type(l, &expr->cast);
        add_user_operators(l, expr->user_operators);
        break;
    case IP_CODE_SUBSCRIPT:
        ip_code_list_expr(l, expr->args[0]);
        ip_code_list_print(l, "[");
        add_args(l, expr, 1, ", ");
        ip_code_list_print(l, "]");
        break;
    case IP_CODE_WITH_PART:
        ip_code_list_print(l, "(");
        ip_code_list_expr(l, expr->args[0]);
        ip_code_list_print(l, " with ");
        ip_code_list_path(l, expr->path);
        ip_code_list_print(l, " = ");
        ip_code_list_expr(l, expr->args[1]);
        ip_code_list_print(l, ")");
        break;
    case IP_CODE_ANY:
    case IP_CODE_ALL:
        add_infix(l, ip_arena_printf(l->arena, "%s %s", expr->name, expr->kind == IP_CODE_ANY ? "any" : "all"), expr);
        break;
    case IP_CODE_EXISTS:
        add_query(l, "exists", expr);
        break;
    case IP_CODE_SCALAR:
        add_query(l, "scalar", expr);
        break;
    case IP_CODE_ARRAY_OF:
        add_query(l, "array", expr);
        break;
    case IP_CODE_ANY_OF:
        add_query(l, "any", expr);
        break;
    case IP_CODE_ALL_OF:
        add_query(l, "all", expr);
        break;
    default:
        add_called(l, prefixed[expr->kind] ? prefixed[expr->kind] : "DEFAULT", expr);
        break;
    }
}

void ip_code_list_expr(ip_code_lister *l, const ip_code_expr *expr)
{
    switch (expr->kind) {
    case IP_CODE_CONSTANT:
        add_constant(l, expr);
        break;
    case IP_CODE_VARIABLE:
        ip_code_list_print(l, "$%d", expr->index);
        if (expr->index < l->code->variables.count)
            ip_code_list_print(l, ":%s", l->code->variables.items[expr->index].name);
        break;
    case IP_CODE_COLUMN:
    case IP_CODE_WHOLE_ROW:
        add_column(l, expr);
        break;
    case IP_CODE_OUTPUT:
        ip_code_list_print(l, "output %d", expr->index);
        break;
    case IP_CODE_AGGREGATE:
        ip_code_list_print(l, "aggregate %d", expr->index);
        break;
    case IP_CODE_WINDOW:
        ip_code_list_print(l, "window %d", expr->index);
        break;
    case IP_CODE_GROUPED:
        ip_code_list_print(l, "grouped %d", expr->index);
        break;
    case IP_CODE_AND:
        add_infix(l, "and", expr);
        break;
    case IP_CODE_OR:
        add_infix(l, "or", expr);
        break;
    case IP_CODE_NOT:
        add_infix(l, "not", expr);
        break;
    default:
        add_by_kind(l, expr);
        break;
    }
}

static void add_list(ip_code_lister *l, const char *before, const ip_code_expr *const *items, int count)
{
    for (int i = 0; i < count; i++) {
        ip_code_list_print(l, "%s", i ? ", " : before);
        ip_code_list_expr(l, items[i]);
    }
}

static void add_optional(ip_code_lister *l, const char *before, const ip_code_expr *expr)
{
    if (expr)
        add_list(l, before, &expr, 1);
}

static int part_number(const ip_code_lister *l, const ip_code_query *query)
{
    for (int i = 0; l->statement && i < l->statement->parts.count; i++)
        if (l->statement->parts.items[i] == query)
            return i;
    return -1;
}

static void add_from(ip_code_lister *l, const ip_code_from *from)
{
    static const char *const locks[] = {"", " for key share", " for share", " for no key update", " for update"};
    switch (from->kind) {
    case IP_CODE_JOIN:
        ip_code_list_print(l, "(");
        add_from(l, from->left);
        ip_code_list_print(l, "%s%s join ", from->left_outer ? " left" : "", from->right_outer ? " right" : "");
        add_from(l, from->right);
        add_optional(l, " on ", from->condition);
        ip_code_list_print(l, ")");
        return;
    case IP_CODE_TABLE:
        ip_code_list_print(l, "#%d=%s%s%s%s", from->item, from->table->name, locks[from->lock],
                           from->skip_locked ? " skip locked" : "", from->no_wait ? " nowait" : "");
        return;
    case IP_CODE_DERIVED: {
        int part = part_number(l, from->query);
        ip_code_list_print(l, "#%d=%s(", from->item, from->lateral ? "lateral" : "");
        if (part >= 0)
            ip_code_list_print(l, "part %d", part);
        else
            ip_code_list_query(l, from->query);
        ip_code_list_print(l, ")");
        break;
    }
    case IP_CODE_ROWS_OF:
        ip_code_list_print(l, "#%d=%srows ", from->item, from->ordinality ? "numbered " : from->whole ? "whole " : "");
        ip_code_list_expr(l, from->expr);
        break;
    }
    for (int i = 0; i < from->width; i++)
        ip_code_list_print(l, "%s%s", i ? "," : " as ", from->names[i]);
}

static void add_targets(ip_code_lister *l, const char *before, const ip_code_target *targets, int count)
{
    for (int i = 0; i < count; i++) {
        ip_code_list_print(l, "%s", i ? ", " : before);
        if (targets[i].expr)
            ip_code_list_expr(l, targets[i].expr);
        ip_code_list_print(l, " as %s", targets[i].name);
    }
}

static void add_sorts(ip_code_lister *l, const ip_code_sort *sorts, int count)
{
    for (int i = 0; i < count; i++) {
        ip_code_list_print(l, i ? ", " : " order by ");
        ip_code_list_expr(l, sorts[i].expr);
        ip_code_list_print(l, "%s%s", sorts[i].descending ? " desc" : "", sorts[i].nulls_first ? " nulls first" : "");
    }
}

static void add_aggregate(ip_code_lister *l, const ip_code_aggregate *a, int index)
{
    ip_code_list_print(l, " [%d=%s(%s%s", index, a->name, a->star ? "*" : "", a->distinct ? "distinct " : "");
    add_list(l, "", a->args, a->arg_count);
    ip_code_list_print(l, ")");
    add_sorts(l, a->order_by.items, a->order_by.count);
    add_optional(l, " filter ", a->filter);
    if (a->transition)
        ip_code_list_print(l, " by %s%s%s from %s", a->transition->name, a->final ? ", " : "",
                           a->final ? a->final->name : "", a->start ? a->start : "NULL");
    ip_code_list_print(l, "]");
}

static void add_edge(ip_code_lister *l, ip_code_edge edge, const ip_code_expr *distance)
{
    static const char *const edges[] = {"first", "preceding", "current", "following", "last"};
    if (distance) {
        ip_code_list_expr(l, distance);
        ip_code_list_print(l, " ");
    }
    ip_code_list_print(l, "%s", edges[edge]);
}

/* What is not the default. */
static void add_frame(ip_code_lister *l, const ip_code_frame *frame)
{
    static const char *const units[] = {" range ", " rows ", " groups "};
    static const char *const without[] = {"", " without current", " without group", " without ties"};
    if (frame->unit == IP_CODE_RANGE && frame->begin == IP_CODE_FIRST && frame->end == IP_CODE_CURRENT &&
        frame->without == IP_CODE_WITHOUT_NONE)
        return;
    ip_code_list_print(l, "%s", units[frame->unit]);
    add_edge(l, frame->begin, frame->before);
    ip_code_list_print(l, " to ");
    add_edge(l, frame->end, frame->after);
    ip_code_list_print(l, "%s", without[frame->without]);
}

static void add_window(ip_code_lister *l, const ip_code_window *w, int index)
{
    ip_code_list_print(l, " [w%d=%s(%s", index, w->call.name, w->call.star ? "*" : "");
    add_list(l, "", w->call.args, w->call.arg_count);
    ip_code_list_print(l, ")");
    add_optional(l, " filter ", w->call.filter);
    ip_code_list_print(l, " over (");
    add_list(l, "partition by ", w->partition_by.items, w->partition_by.count);
    add_sorts(l, w->order_by.items, w->order_by.count);
    add_frame(l, &w->frame);
    ip_code_list_print(l, ")]");
}

static void add_plain(ip_code_lister *l, const ip_code_query *query)
{
    ip_code_list_print(l, "select%s", query->distinct ? " distinct" : "");
    add_list(l, " distinct on ", query->distinct_on.items, query->distinct_on.count);
    add_targets(l, " ", query->targets, query->target_count);
    for (int i = 0; i < query->aggregates.count; i++)
        add_aggregate(l, &query->aggregates.items[i], i);
    for (int i = 0; i < query->windows.count; i++)
        add_window(l, &query->windows.items[i], i);
    if (query->from) {
        ip_code_list_print(l, " from ");
        add_from(l, query->from);
    }
    add_optional(l, " where ", query->where);
    if (query->grouped)
        ip_code_list_print(l, " grouped");
    add_list(l, " by ", query->group_by.items, query->group_by.count);
    for (int i = 0; i < query->group_sets.count; i++) {
        ip_code_list_print(l, i ? " (" : " in sets (");
        for (int k = 0, found = 0; k < query->group_by.count; k++)
            if (query->group_sets.items[i] >> k & 1)
                ip_code_list_print(l, found++ ? " %d" : "%d", k);
        ip_code_list_print(l, ")");
    }
    add_optional(l, " having ", query->having);
}

void ip_code_list_query(ip_code_lister *l, const ip_code_query *query)
{
    static const char *const operations[] = {"", "union", "intersect", "except"};
    if (query->working)
        ip_code_list_print(l, "recursive ");
    if (query->is_working) {
        ip_code_list_print(l, "new rows");
    } else if (query->writes) {
        ip_code_list_write(l, query->writes);
    } else if (query->operation != IP_CODE_PLAIN) {
        ip_code_list_print(l, "(");
        ip_code_list_query(l, query->left);
        ip_code_list_print(l, ") %s%s (", operations[query->operation], query->all ? " all" : "");
        ip_code_list_query(l, query->right);
        ip_code_list_print(l, ")");
    } else if (query->values) {
        for (int r = 0; r < query->value_rows; r++) {
            ip_code_list_print(l, r ? ", (" : "values (");
            add_list(l, "", query->values[r], query->target_count);
            ip_code_list_print(l, ")");
        }
    } else {
        add_plain(l, query);
    }
    add_sorts(l, query->order_by.items, query->order_by.count);
    add_optional(l, " limit ", query->limit);
    if (query->with_ties)
        ip_code_list_print(l, " with ties");
    add_optional(l, " offset ", query->offset);
}

static void add_sets(ip_code_lister *l, const ip_table *table, const ip_code_set *sets, int count)
{
    for (int i = 0; i < count; i++) {
        ip_code_list_print(l, "%s%s = ", i ? ", " : " set ", table->columns.items[sets[i].column].name);
        ip_code_list_expr(l, sets[i].expr);
    }
}

void ip_code_list_write(ip_code_lister *l, const ip_code_write *w)
{
    static const char *const kinds[] = {"insert into", "update", "delete from", "merge into"};
    ip_code_list_print(l, "%s %s", kinds[w->kind], w->table->name);
    for (int i = 0; i < w->columns.count; i++)
        ip_code_list_print(l, "%s%s", i ? "," : " (", w->table->columns.items[w->columns.items[i]].name);
    ip_code_list_print(l, w->columns.count ? ") " : " ");
    if (w->source)
        ip_code_list_query(l, w->source);
    add_sets(l, w->table, w->sets.items, w->sets.count);
    if (w->from) {
        ip_code_list_print(l, " from ");
        add_from(l, w->from);
    }
    add_optional(l, " where ", w->where);
    add_optional(l, " at the row of ", w->current);
    for (int i = 0; i < w->whens.count; i++) {
        const ip_code_merge_when *when = &w->whens.items[i];
        ip_code_list_print(l, " when%s matched", when->matched ? "" : " not");
        add_optional(l, " and ", when->condition);
        ip_code_list_print(l, " %s", when->nothing ? "nothing" : kinds[when->kind]);
        add_sets(l, w->table, when->sets.items, when->sets.count);
    }
    if (w->on_conflict) {
        ip_code_list_print(l, " on conflict");
        for (int i = 0; w->conflict_key && i < w->conflict_key->column_count; i++)
            ip_code_list_print(l, "%s%s", i ? "," : " of ", w->table->columns.items[w->conflict_key->columns[i]].name);
        if (w->conflict_exclusion)
            ip_code_list_print(l, " of index %s", w->conflict_exclusion->name);
        ip_code_list_print(l, w->do_nothing ? " nothing" : " update");
        add_sets(l, w->table, w->conflict_sets.items, w->conflict_sets.count);
        add_optional(l, " where ", w->conflict_where);
    }
    for (int i = 0; i < w->triggers.count; i++) {
        static const char *const events[] = {"insert", "update", "delete"};
        const ip_code_trigger *t = &w->triggers.items[i];
        ip_code_list_print(l, " fires %s %s %s%s%s %s()", t->name, t->before ? "before" : "after", events[t->event],
                           t->row ? "" : " statement",
                           t->deferred     ? " deferred"
                           : t->deferrable ? " deferrable"
                                           : "",
                           t->function->name);
    }
    add_targets(l, " returning ", w->returning, w->returning_count);
    add_optional(l, w->through_view ? " checked " : " within ", w->within);
    if (w->next) {
        ip_code_list_print(l, " and ");
        ip_code_list_write(l, w->next);
    }
}
