/* Questions to the catalogs whose answer is known before anything runs: is there a function or a table of that name? A
 * server of the version that is modelled has those that it brings along, and those that the files create. */
#include "code/coder.h"
#include "base/words.h"
#include "catalog/builtin.h"
#include "parse/statement.h"

#include <string.h>

/* Matches FROM this catalog WHERE column = 'text', with nothing else that affects whether there is a row; NULL: no
 * match. */
static const char *asked_for(const ip_compiler *c, const PgQuery__SelectStmt *select, const char *catalog,
                             const char *column)
{
    const void *const others[] = {IP_ITEMS(select, group_clause),  IP_GET(select, having_clause),
                                  IP_ITEMS(select, values_lists),  IP_GET(select, limit_offset),
                                  IP_GET(select, limit_count),     IP_GET(select, with_clause),
                                  IP_ITEMS(select, locking_clause)};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i])
            return NULL;
    if (ip_parse_is_set_operation(select) || ip_parse_list_size(IP_ITEMS(select, from_clause)) != 1)
        return NULL;
    const PgQuery__RangeVar *from = ip_as_range_var(ip_parse_list_item(IP_ITEMS(select, from_clause), 0));
    const PgQuery__AExpr *test = ip_as_a_expr(IP_GET(select, where_clause));
    if (!from || strcmp(IP_TEXT(from, relname), catalog) != 0 || !ip_code_relation_of(c, from).catalog || !test ||
        test->kind != PG_QUERY__A__EXPR__KIND__AEXPR_OP || ip_parse_list_size(IP_ITEMS(test, name)) != 1 ||
        strcmp(ip_parse_string_node(ip_parse_list_item(IP_ITEMS(test, name), 0)), "=") != 0)
        return NULL;
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(IP_GET(test, lexpr)), fields);
    const PgQuery__AConst *text = ip_as_a_const(IP_GET(test, rexpr));
    size_t last = ip_parse_list_size(fields);
    if (!last || strcmp(ip_parse_string_node(ip_parse_list_item(fields, last - 1)), column) != 0 || !text ||
        !ip_const_sval(text))
        return NULL;
    return IP_TEXT(ip_const_sval(text), sval);
}

/* In whatever schema. */
static bool is_named(const char *whole, const char *name)
{
    return strcmp(ip_last_part(whole), name) == 0;
}

static bool has_function(const ip_definitions *d, const char *name)
{
    int count;
    const ip_builtin *known = ip_catalog_builtin_named(name, &count);
    for (int i = 0; known && i < count; i++)
        if (!known[i].extension && !known[i].since)
            return true;
    for (int u = 0; u < d->units.count; u++)
        if (d->units.items[u]->kind == IP_UNIT_ROUTINE && is_named(d->units.items[u]->name, name))
            return true;
    return false;
}

/* Absence is not known: catalogs, indexes and sequences are relations, too. */
static bool has_table(const ip_schema *schema, const char *name)
{
    for (int t = 0; t < schema->tables.count; t++) {
        const ip_table *table = schema->tables.items[t];
        if (!table->locks_only && !table->others && !table->temporary && is_named(table->name, name))
            return true;
    }
    return false;
}

static bool asks_for_table(const ip_compiler *c, const PgQuery__SelectStmt *select)
{
    static const char *const places[][2] = {
        {"tables", "table_name"}, {"pg_class", "relname"}, {"pg_tables", "tablename"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const char *name = asked_for(c, select, places[i][0], places[i][1]);
        if (name && has_table(c->coder->schema, name))
            return true;
    }
    return false;
}

const ip_code_expr *ip_code_known_in_catalog(ip_compiler *c, const PgQuery__SelectStmt *select, ip_range range)
{
    const char *name = asked_for(c, select, "pg_proc", "proname");
    bool there = asks_for_table(c, select);
    if (!name && !there)
        return NULL;
    ip_code_expr *known = ip_code_new(c, IP_CODE_CONSTANT, range);
    known->text = there || has_function(c->coder->definitions, name) ? "true" : "false";
    known->type = (ip_type){IP_BOOLEAN, false, "boolean"};
    known->cast = ip_code_type_of_text(c, "boolean", range);
    return known;
}
