/* Default values of columns. A default that runs user-defined functions is lowered in place; a default that is a
 * constant or draws from a sequence touches no table. */
#include "lower/lower.h"
#include "base/words.h"
#include "catalog/unit_index.h"

#include <string.h>

/* Two different numbers may be stored as one. */
static bool rounds(ip_type type)
{
    return type.kind == IP_NUMERIC && type.name && strcmp(type.name, "numeric") != 0;
}

static int definitions_of(const ip_definitions *d, const char *last)
{
    int count = 0;
    for (int i = ip_catalog_first_named(d, last); i < d->names.count && strcmp(d->names.items[i].name, last) == 0; i++)
        count++;
    return count;
}

int ip_lower_most_definitions(ip_lowerer *l, const ip_tree *node)
{
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    int most = call ? definitions_of(l->definitions, ip_last_part(ip_parse_call_name(l->arena, call))) : 0, inside;
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if ((inside = ip_lower_most_definitions(l, value)) > most) most = inside;
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) if ((inside = ip_lower_most_definitions(l, value)) > most) most = inside;
    return most;
}

/* The names in a default have the meaning of the place of its definition. They surely mean the same here if every
 * called function has only one definition, for any schema and types. */
static bool has_one_meaning(ip_lowerer *l, const ip_tree *node)
{
    return ip_lower_most_definitions(l, node) <= 1;
}

const ip_expr *ip_lower_kept(ip_lowerer *l, const ip_kept_tree *kept, ip_scope *scope)
{
    const ip_tree *tree = kept ? kept->tree : NULL;
    if (!tree)
        return NULL;
    const ip_source *source = l->source;
    long shift = l->shift;
    l->source = kept->statement.source;
    l->shift = (long)kept->statement.begin;
    const ip_expr *value = ip_lower_expr(l, tree, scope);
    l->source = source;
    l->shift = shift;
    return value;
}

/* NULL: the default touches no table, or its accesses are emitted as unknown and its value is any. */
static const ip_expr *followed(ip_lowerer *l, const ip_kept_tree *kept, const ip_table *table, const char *column,
                               ip_scope *scope)
{
    const ip_summary *summary = kept ? ip_summary_of_kept(l->summaries, kept) : NULL;
    if (!summary || !summary->touches)
        return NULL;
    const ip_tree *tree = kept->tree;
    bool plain = tree && has_one_meaning(l, tree);
    if (plain)
        return ip_lower_kept(l, kept, scope);
    ip_lower_emit_beside(
        l, summary, l->range,
        ip_arena_printf(l->arena, "the default of %s.%s calls a function that reads tables", table->name, column));
    return NULL;
}

static const ip_kept_tree *default_of_view(const ip_query *query, int column)
{
    return query->view_defaults ? query->view_defaults[column] : NULL;
}

/* A view's own default stands before its table's, a partition's before that of the whole. */
const ip_expr *ip_lower_default(ip_lowerer *l, const ip_query *query, int column, ip_scope *scope)
{
    const ip_table *table = query->partition ? query->partition : query->statement.sources.items[0].table;
    const ip_column *c = &table->columns.items[column];
    const ip_kept_tree *of_view = default_of_view(query, column), *kept = of_view ? of_view : c->kept_default;
    if (!of_view && c->default_value)
        return ip_lower_convert(l, c->default_value, c->type);
    if (!of_view && !c->has_default)
        return ip_lower_null(l, c->type);
    const ip_expr *known = followed(l, kept, table, c->name, scope);
    if (known) {
        known = ip_lower_convert(l, known, c->type);
        return ip_program_expr_stable(known) ? known : ip_lower_bind(l, c->name, c->type, known);
    }
    /* A sequence's next value, now(), …: sequences are outside isolation. */
    ip_expr *value = ip_program_expr_new(l->arena, IP_EXPR_UNKNOWN, c->type);
    *value = *ip_lower_unknown(l, c->type, 0, NULL);
    bool drawn = !of_view && c->sequence && !l->definitions->numbers_return && !rounds(c->type);
    value->text = drawn ? "sequence" : NULL;
    value->sequence = of_view ? NULL : ip_lower_sequence_of(l, c);
    return ip_lower_bind(l, c->name, c->type, value);
}
