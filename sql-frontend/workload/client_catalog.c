/* Reads the schema's other objects from the catalog (client_definition.h). */
#include "catalog/definition.h"
#include "catalog/relation.h"
#include "parse/pg_parse.h"
#include "parse/quoted_name.h"
#include "workload/client_definition.h"
#include "base/words.h"
#include "parse/statement.h"

#include <string.h>

/* ---- expressions of indexes, as the server writes them (ruleutils.c); NULL: not known here ---- */

static const ip_column *column_of(const ip_table *table, const ip_tree *tree)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(tree), fields);
    if (ip_parse_list_size(fields) != 1)
        return NULL;
    int at = ip_catalog_table_column(table, ip_parse_string_node(ip_parse_list_item(fields, 0)));
    return at < 0 || table->columns.items[at].domain || table->columns.items[at].type.array ? NULL
                                                                                            : &table->columns.items[at];
}

static bool is_type(const ip_column *column, const char *names)
{
    const char *name = column->type.name ? column->type.name : "";
    size_t length = strcspn(name, "(");
    while (length && name[length - 1] == ' ')
        length--;
    for (const char *at = names; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, name, length) == 0)
            return true;
    return false;
}

static const char *as_text(ip_arena *arena, const ip_column *column)
{
    const char *name = ip_parse_quoted_name(arena, column->name);
    if (is_type(column, "text"))
        return name;
    return is_type(column, "character varying,varchar") ? ip_arena_printf(arena, "(%s)::text", name) : NULL;
}

static const char *call_text(ip_arena *arena, const ip_table *table, const ip_tree *tree)
{
    const PgQuery__FuncCall *call = ip_as_func_call(tree);
    const ip_tree *names = IP_ITEMS(call, funcname), *args = IP_ITEMS(call, args);
    const char *name = ip_parse_list_size(names) == 1 ? ip_parse_string_node(ip_parse_list_item(names, 0)) : "";
    const ip_column *column = ip_parse_list_size(args) == 1 ? column_of(table, ip_parse_list_item(args, 0)) : NULL;
    const char *text = column && ip_is_among("lower upper", name) ? as_text(arena, column) : NULL;
    return text ? ip_arena_printf(arena, "%s(%s)", name, text) : NULL;
}

static const char *comparison_text(ip_arena *arena, const ip_table *table, const PgQuery__AExpr *expr)
{
    const ip_tree *names = IP_ITEMS(expr, name);
    const ip_column *column = column_of(table, IP_GET(expr, lexpr));
    const PgQuery__AConst *value = ip_as_a_const(IP_GET(expr, rexpr));
    const char *sign = ip_parse_list_size(names) == 1 ? ip_parse_string_node(ip_parse_list_item(names, 0)) : "";
    if (!column || expr->kind != PG_QUERY__A__EXPR__KIND__AEXPR_OP || !ip_is_among("= <> < > <= >=", sign))
        return NULL;
    if (ip_const_ival(value) && is_type(column, "integer,int,int4,bigint,int8"))
        return ip_arena_printf(arena, "(%s %s %d)", ip_parse_quoted_name(arena, column->name), sign,
                               IP_GET(ip_const_ival(value), ival));
    const char *text = ip_const_sval(value) ? as_text(arena, column) : NULL;
    return text ? ip_arena_printf(arena, "(%s %s %s::text)", text, sign,
                                  ip_quoted(arena, IP_TEXT(ip_const_sval(value), sval), '\''))
                : NULL;
}

static const char *condition_text(ip_arena *arena, const ip_table *table, const ip_tree *tree)
{
    const PgQuery__NullTest *null = ip_as_null_test(tree);
    const PgQuery__BoolExpr *logic = ip_as_bool_expr(tree);
    const ip_column *column = column_of(table, null ? IP_GET(null, arg) : tree);
    const char *text = "", *part;
    size_t i;
    const ip_tree *arg;
    if (null && column)
        return ip_arena_printf(arena, "(%s IS %sNULL)", ip_parse_quoted_name(arena, column->name),
                               null->nulltesttype == PG_QUERY__NULL_TEST_TYPE__IS_NOT_NULL ? "NOT " : "");
    if (column)
        return is_type(column, "boolean,bool") ? ip_parse_quoted_name(arena, column->name) : NULL;
    if (ip_as_a_expr(tree))
        return comparison_text(arena, table, ip_as_a_expr(tree));
    if (!logic)
        return NULL;
    IP_LIST_EACH(IP_ITEMS(logic, args), i, arg)
    {
        if (!(part = condition_text(arena, table, arg)))
            return NULL;
        const char *between = logic->boolop == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR ? " AND " : " OR ";
        text = logic->boolop == PG_QUERY__BOOL_EXPR_TYPE__NOT_EXPR
                   ? ip_arena_printf(arena, "NOT %s", part)
                   : ip_arena_printf(arena, "%s%s%s", text, i ? between : "", part);
    }
    return ip_arena_printf(arena, "(%s)", text);
}

static const char *elements_text(ip_arena *arena, const ip_index *index)
{
    static const char *const orders[] = {"", " DESC NULLS LAST", " NULLS FIRST", " DESC"};
    const char *text = "";
    for (int c = 0; c < index->columns.count; c++) {
        const ip_kept_tree *kept = index->expressions.items[c];
        const char *part =
            kept ? call_text(arena, index->table, kept->tree) : ip_parse_quoted_name(arena, index->columns.items[c]);
        if (!part)
            return NULL;
        text = ip_arena_printf(arena, "%s%s%s%s", text, c ? ", " : "", part, orders[index->options.items[c] & 3]);
    }
    return text;
}

bool ip_workload_listed_index_at(ip_arena *arena, const ip_definitions *d, int i, ip_listed_index *index)
{
    if (i >= d->plain_indexes.count)
        return false;
    const ip_index *from = &d->plain_indexes.items[i];
    *index = (ip_listed_index){.name = from->name,
                               .method = *from->method ? from->method : "btree",
                               .table = from->table,
                               .count = from->columns.count,
                               .columns = from->columns.items,
                               .options = from->options.items,
                               .partial = from->partial,
                               .unique = from->unique};
    if (from->condition)
        index->condition = condition_text(arena, from->table, from->condition->tree);
    if (!from->special && (index->condition || !from->partial))
        index->elements = elements_text(arena, from);
    return true;
}

void ip_workload_serve(const ip_definitions *d)
{
    ((ip_definitions *)d)->served = true;
}

void ip_workload_fill(const ip_definitions *d, const ip_table *table)
{
    ((ip_definitions *)d)->filling = table;
}

bool ip_workload_is_materialized(const ip_definitions *d, const ip_table *table)
{
    return ip_catalog_materialized_of(d, table) != NULL;
}

bool ip_workload_is_filled(const ip_definitions *d, const ip_table *table)
{
    return ip_catalog_materialized_of(d, table)->filled == IP_FILLED;
}

static const char *path_text(ip_arena *arena, const ip_path *path)
{
    const char *text = "";
    for (int i = 0; path && i < path->schemas.count; i++)
        text = ip_arena_printf(arena, "%s%s%s", text, i ? ", " : "", ip_quoted(arena, path->schemas.items[i], '"'));
    return text;
}

ip_listed_materialized ip_workload_materialized_named(ip_arena *arena, const ip_definitions *d, const char *name)
{
    const ip_relation relation = ip_catalog_relation_named(d, d->script_path, name);
    ip_listed_materialized found = {.table = relation.table};
    const ip_materialized *view = relation.table ? ip_catalog_materialized_of(d, relation.table) : NULL;
    if (!view)
        return found;
    found.statement = ip_range_text(arena, view->query->statement);
    found.path = path_text(arena, view->path);
    found.filled = view->filled == IP_FILLED;
    found.filled_not = view->filled == IP_FILLED_NOT;
    return found;
}

const char *ip_workload_existing_path(ip_arena *arena, const ip_definitions *d)
{
    return path_text(arena, d->script_path);
}

bool ip_workload_has_schema(const ip_definitions *d, const char *name)
{
    return ip_catalog_has_schema(d, name);
}

typedef IP_VEC(const char *) names;

static void add_schema(ip_arena *arena, names *list, const char *name)
{
    bool known = ip_is_one_of(list->items, (size_t)list->count, name);
    if (!known && !ip_is_among("pg_catalog information_schema", name))
        IP_PUSH(arena, list, name);
}

const char *ip_workload_listed_schema(ip_arena *arena, const ip_definitions *d, int i)
{
    names list = {0};
    for (int k = 0; k < d->schemas.count; k++)
        add_schema(arena, &list, d->schemas.items[k]);
    for (int k = 0; k < d->schema->tables.count; k++)
        if (strchr(d->schema->tables.items[k]->name, '.'))
            add_schema(arena, &list, ip_catalog_schema_part(arena, d->schema->tables.items[k]->name));
    for (int k = 0; k < d->views.count; k++)
        if (strchr(d->views.items[k].name, '.'))
            add_schema(arena, &list, ip_catalog_schema_part(arena, d->views.items[k].name));
    return i < list.count ? list.items[i] : NULL;
}

bool ip_workload_listed_check_at(ip_arena *arena, const ip_definitions *d, int i, ip_listed_check *check)
{
    if (i >= d->checks.count)
        return false;
    const ip_check *from = &d->checks.items[i];
    *check = (ip_listed_check){from->name, from->table, ip_range_text(arena, from->expr), !from->unproved};
    return true;
}

static const char *constant_text(ip_arena *arena, const PgQuery__AConst *value, const char *type)
{
    if (value->isnull)
        return ip_arena_printf(arena, "NULL::%s", type);
    switch (value->val_case) {
    case PG_QUERY__A__CONST__VAL_IVAL:
        return ip_arena_printf(arena, value->ival->ival < 0 ? "'%d'::integer" : "%d", value->ival->ival);
    case PG_QUERY__A__CONST__VAL_FVAL:
        return ip_arena_printf(arena, *value->fval->fval == '-' ? "'%s'::numeric" : "%s", value->fval->fval);
    case PG_QUERY__A__CONST__VAL_BOOLVAL:
        return value->boolval->boolval ? "true" : "false";
    default:
        return ip_const_sval(value)
                   ? ip_arena_printf(arena, "%s::%s", ip_quoted(arena, IP_TEXT(ip_const_sval(value), sval), '\''), type)
                   : "(…)";
    }
}

const char *ip_workload_listed_default(ip_arena *arena, const ip_column *column, const char *type)
{
    const ip_tree *tree = IP_GET(column->kept_default, tree);
    while (ip_as_type_cast(tree))
        tree = ip_as_type_cast(tree)->arg;
    const PgQuery__FuncCall *call = ip_as_func_call(tree);
    if (ip_as_a_const(tree))
        return constant_text(arena, ip_as_a_const(tree), type);
    if (ip_as_sqlvalue_function(tree))
        return ip_as_sqlvalue_function(tree)->op == PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_DATE
                   ? "CURRENT_DATE"
                   : "CURRENT_TIMESTAMP";
    if (call && call->n_args == 1 && strcmp(ip_parse_call_name(arena, call), "nextval") == 0) {
        const ip_tree *arg = ip_parse_list_item(IP_ITEMS(call, args), 0);
        while (ip_as_type_cast(arg))
            arg = ip_as_type_cast(arg)->arg;
        const char *sequence = IP_TEXT(ip_const_sval(ip_as_a_const(arg)), sval);
        if (*sequence)
            return ip_arena_printf(arena, "nextval('%s'::regclass)",
                                   strncmp(sequence, "public.", 7) == 0 ? sequence + 7 : sequence);
    }
    if (call && call->n_args == 0)
        return ip_arena_printf(arena, "%s()", ip_parse_call_name(arena, call));
    return "(…)";
}

const char *ip_workload_listed_view(const ip_definitions *d, int i)
{
    return i < d->views.count ? d->views.items[i].name : NULL;
}

const char *ip_workload_listed_enum(const ip_definitions *d, int i, int label)
{
    for (int t = 0; t < d->types.count; t++) {
        const ip_user_type *type = &d->types.items[t];
        if (type->domain || i-- > 0)
            continue;
        return label < 0 ? type->name : label < type->labels.count ? type->labels.items[label] : NULL;
    }
    return NULL;
}

/* Of a trigger on rows or statements that is no rule and no policy: as pg_get_triggerdef() writes it. */
static const char *trigger_text(ip_arena *arena, const ip_trigger *t)
{
    const char *events = "", *args = "";
    if (t->when || t->constraint || t->old_table || t->new_table)
        return NULL;
    if (t->on_insert)
        events = "INSERT";
    if (t->on_delete)
        events = ip_arena_printf(arena, "%s%sDELETE", events, *events ? " OR " : "");
    if (t->on_update)
        events = ip_arena_printf(arena, "%s%sUPDATE", events, *events ? " OR " : "");
    for (int i = 0; t->on_update && i < t->columns.count; i++)
        events = ip_arena_printf(arena, "%s%s%s", events, i ? ", " : " OF ",
                                 ip_parse_quoted_name(arena, t->columns.items[i]));
    if (t->on_truncate)
        events = ip_arena_printf(arena, "%s%sTRUNCATE", events, *events ? " OR " : "");
    for (int i = 0; i < t->args.count; i++)
        args = ip_arena_printf(arena, "%s%s%s", args, i ? ", " : "", ip_quoted(arena, t->args.items[i], '\''));
    return ip_arena_printf(arena, "CREATE TRIGGER %s %s %s ON %s FOR EACH %s EXECUTE FUNCTION %s(%s)",
                           ip_parse_quoted_name(arena, t->name),
                           t->before    ? "BEFORE"
                           : t->instead ? "INSTEAD OF"
                                        : "AFTER",
                           events, t->table, t->row ? "ROW" : "STATEMENT", t->function, args);
}

bool ip_workload_listed_trigger_at(ip_arena *arena, const ip_definitions *d, int i, ip_listed_trigger *trigger)
{
    for (int k = 0; k < d->triggers.count; k++) {
        const ip_trigger *from = &d->triggers.items[k];
        if (!from->function || i-- > 0)
            continue;
        *trigger = (ip_listed_trigger){from->name, from->table, trigger_text(arena, from), !from->disabled};
        return true;
    }
    return false;
}

bool ip_workload_listed_type_at(const ip_definitions *d, int i, ip_listed_type *type)
{
    if (i >= d->types.count + d->composites.count)
        return false;
    if (i >= d->types.count) {
        const ip_composite *composite = &d->composites.items[i - d->types.count];
        *type = (ip_listed_type){.kind = 'c', .name = composite->name, .row = composite->row};
        return true;
    }
    const ip_user_type *from = &d->types.items[i];
    *type = (ip_listed_type){.kind = from->domain ? 'd' : 'e',
                             .name = from->name,
                             .base = &from->base,
                             .over = from->over,
                             .not_null = from->not_null,
                             .kept_default = from->kept_default};
    return true;
}

const ip_table *ip_workload_listed_view_row(const ip_definitions *d, int i)
{
    return d->views.items[i].row;
}
