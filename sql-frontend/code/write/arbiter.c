/* Which index or constraint ON CONFLICT means (PostgreSQL 15 documentation, INSERT; infer_arbiter_indexes of its
 * sources). */
#include "code/coder.h"

#include <string.h>

static const ip_tree *tree_of(const ip_kept_tree *kept)
{
    return kept ? kept->tree : NULL;
}

/* The condition itself, or one of those that AND connects in it. */
static bool states(const ip_tree *condition, const ip_tree *wanted)
{
    const ip_tree *parts = IP_ITEMS(ip_as_bool_expr(condition), args);
    bool all = IP_GET(ip_as_bool_expr(condition), boolop) == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR;
    if (ip_parse_tree_equal(condition, wanted))
        return true;
    for (size_t i = 0; all && i < ip_parse_list_size(parts); i++)
        if (states(ip_parse_list_item(parts, i), wanted))
            return true;
    return false;
}

/* PostgreSQL can derive more conditions from the given one; such statements are not run in memory. */
static bool implies(const ip_tree *given, const ip_tree *wanted)
{
    const PgQuery__BoolExpr *both = ip_as_bool_expr(wanted);
    const ip_tree *parts = IP_ITEMS(both, args);
    if (!wanted || (given && states(given, wanted)))
        return true;
    if (!given || IP_GET(both, boolop) != PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR)
        return false;
    for (size_t i = 0; i < ip_parse_list_size(parts); i++)
        if (!implies(given, ip_parse_list_item(parts, i)))
            return false;
    return true;
}

static bool is_element(const ip_exclusion_part *part, const PgQuery__IndexElem *element)
{
    if (part->column)
        return strcmp(part->column, IP_TEXT(element, name)) == 0;
    const ip_tree *tree = tree_of(part->expr);
    bool same = tree && IP_GET(element, expr) && ip_parse_tree_equal(tree, IP_GET(element, expr));
    return same;
}

/* A unique index on part of the rows or on expressions. */
static bool is_inferred(const ip_exclusion *exclusion, const PgQuery__InferClause *infer)
{
    const ip_tree *elements = IP_ITEMS(infer, index_elems);
    int count = (int)ip_parse_list_size(elements);
    bool fits = exclusion->unique && exclusion->parts.count == count && count > 0;
    for (int p = 0; fits && p < count; p++) {
        bool found = false;
        for (int i = 0; i < count; i++)
            found |= is_element(&exclusion->parts.items[p], ip_as_index_elem(ip_parse_list_item(elements, (size_t)i)));
        fits = found;
    }
    const ip_tree *wanted = tree_of(exclusion->where);
    fits = fits && implies(IP_GET(infer, where_clause), wanted);
    return fits;
}

static bool has_columns(const ip_key *key, const int *columns, int count)
{
    for (int i = 0; i < key->column_count; i++) {
        bool found = false;
        for (int k = 0; k < count; k++)
            found = found || columns[k] == key->columns[i];
        if (!found)
            return false;
    }
    return key->column_count == count;
}

static const ip_key *inferred_key(ip_compiler *c, const ip_table *table, const PgQuery__InferClause *infer,
                                  ip_range range)
{
    const ip_tree *elements = IP_ITEMS(infer, index_elems);
    const char *name = IP_TEXT(infer, conname);
    int *columns = IP_NEW_ARRAY(c->arena, int, ip_parse_list_size(elements)), count = 0;
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(elements, i, node)
    {
        const char *column = ip_arena_strdup(c->arena, IP_TEXT(ip_as_index_elem(node), name));
        int used, index = *column ? ip_catalog_table_column(table, column) : -1;
        /* PostgreSQL reads it as an expression, in which PL/pgSQL's variables are in scope. */
        if (c->conflict == IP_CONFLICT_ERROR && index >= 0 && ip_code_find_variable(c, &column, 1, &used) >= 0)
            ip_code_refuse(c, range, "\"%s\" could be a column or a variable: PostgreSQL refuses to choose", column);
        columns[count++] = index;
    }
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        if (*name ? !key->index && strcmp(key->name, name) == 0 : has_columns(key, columns, count))
            return key;
    }
    return NULL;
}

/* A CHECK or a foreign key, which has no index. */
static bool has_constraint(const ip_compiler *c, const ip_table *table, const char *name)
{
    const ip_definitions *d = c->coder->definitions;
    bool found = false;
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const char *own = table->foreign_keys.items[k].name;
        found = found || (own && strcmp(own, name) == 0);
    }
    for (int i = 0; i < d->checks.count; i++)
        found = found || (d->checks.items[i].table == table && strcmp(d->checks.items[i].name, name) == 0);
    return found;
}

static void refuse_arbiter(ip_compiler *c, const ip_table *table, const PgQuery__InferClause *infer, ip_range range)
{
    const char *name = IP_TEXT(infer, conname), *sqlstate = *name ? "42704" : "42P10";
    const char *error =
        *name ? ip_arena_printf(c->arena, "constraint \"%s\" for table \"%s\" does not exist", name, table->name)
              : "there is no unique or exclusion constraint matching the ON CONFLICT specification";
    size_t i;
    const ip_tree *node;
    if (*name && has_constraint(c, table, name)) {
        sqlstate = "42809";
        error = "constraint in ON CONFLICT clause has no associated index";
    }
    IP_LIST_EACH(IP_ITEMS(infer, index_elems), i, node)
    {
        const char *column = IP_TEXT(ip_as_index_elem(node), name);
        if (!*column || ip_catalog_table_column(table, column) >= 0)
            continue;
        sqlstate = "42703";
        error = ip_arena_printf(c->arena, "column \"%s\" does not exist", column);
    }
    ip_code_refuse_wrong(c, range, sqlstate, error, "no key of \"%s\" matches ON CONFLICT", table->name);
}

void ip_code_arbiter(ip_compiler *c, ip_code_write *write, const PgQuery__InferClause *infer, ip_range range)
{
    const ip_table *table = write->table;
    const char *name = IP_TEXT(infer, conname);
    int found = 0;
    write->conflict_key = inferred_key(c, table, infer, range);
    found += write->conflict_key != NULL;
    for (int i = 0; i < table->exclusions.count; i++) {
        const ip_exclusion *exclusion = &table->exclusions.items[i];
        if (*name ? (exclusion->unique && exclusion->computed) || strcmp(exclusion->name, name) != 0
                  : !is_inferred(exclusion, infer))
            continue;
        write->conflict_exclusion = exclusion;
        if (exclusion->nulls_equal) /* the key stands there for values that are not NULL */
            write->conflict_key = NULL;
        else
            found++;
        if (!exclusion->unique && !write->do_nothing)
            ip_code_refuse(c, range, "ON CONFLICT DO UPDATE of the exclusion constraint \"%s\"", exclusion->name);
    }
    if (found == 0)
        refuse_arbiter(c, table, infer, range);
    if (found > 1)
        ip_code_refuse(c, range, "several keys of \"%s\" are those that ON CONFLICT names", table->name);
}
