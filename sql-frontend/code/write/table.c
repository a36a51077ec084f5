/* What the executor evaluates of a table: defaults, generated columns, checks. */
#include "base/words.h"
#include "code/coder.h"
#include "catalog/partition.h"

#include <string.h>

const ip_code_expr *ip_code_kept_expr(ip_compiler *c, const ip_kept_tree *kept, ip_code_scope *scope)
{
    if (!kept)
        return NULL;
    const ip_tree *tree = kept->tree;
    c->range = kept->statement;
    c->shift = 0;
    c->sql = NULL;
    const ip_code_expr *expr = ip_code_expr_of(c, tree, scope);
    return expr;
}

/* serial and identity: the sequence that PostgreSQL creates, table_column_seq. */
static const ip_code_expr *own_sequence(ip_compiler *c, const ip_table *table, const ip_column *column)
{
    const char *name = column->sequence_name ? column->sequence_name
                                             : ip_arena_printf(c->arena, "%s_%s_seq", table->name, column->name);
    const ip_code_expr *text = ip_code_text_constant(c, "text", ip_table_identifier(c->arena, name), column->range);
    ip_code_expr *call = ip_code_make(c, IP_CODE_FUNCTION, column->range, 1, &text);
    call->name = "nextval";
    call->type = (ip_type){IP_INTEGER, false, "bigint"};
    return call;
}

/* A smallint has no room for as many numbers as an instance has to itself else. */
static void keep_narrow(ip_compiler *c, const ip_column *column, const ip_code_expr *drawn)
{
    bool narrow = strcmp(column->type.name ? column->type.name : "", "smallint") == 0;
    if (!narrow || !drawn || drawn->kind != IP_CODE_FUNCTION || strcmp(drawn->name, "nextval") != 0 ||
        drawn->args[0]->kind != IP_CODE_CONSTANT)
        return;
    ip_sequence_rule *rule =
        (ip_sequence_rule *)ip_catalog_sequence_rule_named(c->coder->definitions->schema, drawn->args[0]->text);
    if (rule)
        rule->narrow = true;
}

/* VALUE stands for the column. */
static void name_value(const ip_tree *node, const char *column) /* a tree of the caller's own */
{
    size_t i;
    const ip_tree *item;
    const ip_tree *field = ip_parse_list_item(IP_ITEMS(ip_as_column_ref(node), fields), 0);
    if (field && strcmp(ip_parse_string_node(field), "value") == 0)
        ((PgQuery__String *)ip_as_string(field))->sval = (char *)column;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, item) name_value(item, column);
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, item) name_value(item, column);
}

static void check_domain(ip_compiler *c, ip_code_table *created, const ip_column *column, ip_code_scope *scope)
{
    const ip_user_type *user = ip_code_user_type(c, &(ip_type){IP_OTHER, false, column->domain});
    if (!user || user->altered)
        ip_code_refuse(c, column->range, "a domain that ALTER DOMAIN changes");
    if (!user || (column->type.array && !user->base.array)) /* elements are looked at as they come in */
        return;
    if (user->not_null && !column->not_null) /* NULLs come in by other ways than those that are checked */
        ip_code_refuse(c, column->range, "a domain with NOT NULL");
    for (int i = 0; i < user->checks.count; i++) {
        const ip_tree *tree = ip_parse_tree_copy(c->arena, user->checks.items[i]->tree);
        name_value(tree, column->name);
        c->range = user->checks.items[i]->statement;
        IP_PUSH(c->arena, &created->checks, ip_code_expr_of(c, tree, scope));
        IP_PUSH(c->arena, &created->check_names, "");
    }
}

/* A value of an enum is one of its labels. */
static void check_type(ip_compiler *c, ip_code_table *created, const ip_column *column, int index, ip_code_scope *scope)
{
    const ip_user_type *user = ip_code_user_type(c, &column->type);
    if (column->domain)
        check_domain(c, created, column, scope);
    if (!user)
        return;
    if (user->labels.count == 0)
        ip_code_refuse(c, column->range, "a domain whose values are arrays of domains, or an array of it");
    if (user->labels.count == 0 || column->type.array)
        return;
    ip_code_expr *in = ip_code_new(c, IP_CODE_IN, column->range);
    in->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, user->labels.count + 1);
    in->args[in->arg_count++] = ip_code_item_column(c, 0, index, column->name, column->type);
    for (int i = 0; i < user->labels.count; i++)
        in->args[in->arg_count++] = ip_code_text_constant(c, "text", user->labels.items[i], column->range);
    IP_PUSH(c->arena, &created->checks, in);
    IP_PUSH(c->arena, &created->check_names, NULL);
}

static void add_exclusion(ip_compiler *c, ip_code_table *created, const ip_table *table, const ip_exclusion *exclusion,
                          ip_code_scope *scope)
{
    const ip_code_expr **parts = IP_NEW_ARRAY(c->arena, const ip_code_expr *, exclusion->parts.count);
    for (int i = 0; i < exclusion->parts.count; i++) {
        const ip_exclusion_part *part = &exclusion->parts.items[i];
        int column = part->column ? ip_catalog_table_column(table, part->column) : -1;
        parts[i] = column >= 0 ? ip_code_item_column(c, 0, column, part->column, table->columns.items[column].type)
                               : ip_code_kept_expr(c, part->expr, scope);
        if (!parts[i])
            ip_code_refuse(c, exclusion->range, "%s", exclusion->what);
    }
    if (exclusion->parts.count == 0)
        ip_code_refuse(c, exclusion->range, "%s", exclusion->what);
    IP_PUSH(c->arena, &created->exclusions,
            ((ip_code_exclusion){exclusion, parts, ip_code_kept_expr(c, exclusion->where, scope)}));
}

void ip_code_compile_table(ip_coder *coder, ip_table *table)
{
    int width = table->columns.count;
    ip_code_check_columns(coder, table);
    ip_compiler *c = ip_code_no_unit(coder);
    ip_code_table *created = IP_NEW(coder->arena, ip_code_table);
    const ip_code_expr **defaults = IP_NEW_ARRAY(coder->arena, const ip_code_expr *, width);
    const ip_code_expr **generated = IP_NEW_ARRAY(coder->arena, const ip_code_expr *, width);
    ip_code_scope *scope = ip_code_scope_new(c, NULL, false);
    ip_code_table_item(c, NULL, table, scope, ip_last_part(table->name));
    for (int i = 0; i < width; i++) {
        const ip_column *column = &table->columns.items[i];
        check_type(c, created, column, i, scope);
        generated[i] = ip_code_kept_expr(c, column->kept_generated, scope);
        defaults[i] = ip_code_kept_expr(c, column->kept_default, NULL);
        if (!defaults[i] && !generated[i] && column->sequence)
            defaults[i] = own_sequence(c, table, column);
        else if (!defaults[i] && !generated[i] && column->has_default)
            ip_code_refuse(c, column->range, "a default that comes from a domain");
        keep_narrow(c, column, defaults[i]);
    }
    for (int i = 0; i < coder->definitions->checks.count; i++) {
        const ip_check *check = &coder->definitions->checks.items[i];
        if (check->table != table)
            continue;
        ip_parse_error error;
        const ip_tree *tree = ip_parse_pg_parse_expr(c->arena, ip_range_text(c->arena, check->expr), &error);
        c->range = check->expr;
        c->shift = IP_PG_EXPR_SHIFT;
        if (tree)
            IP_PUSH(c->arena, &created->checks, ip_code_expr_of(c, tree, scope));
        else
            ip_code_refuse(c, check->expr, "%s", error.message);
        c->shift = 0;
        IP_PUSH(c->arena, &created->check_names, check->name ? check->name : "");
    }
    for (int i = 0; i < table->exclusions.count && !table->unchecked; i++)
        add_exclusion(c, created, table, &table->exclusions.items[i], scope);
    created->defaults = defaults;
    created->generated = generated;
    table->code = created;
    if (ip_code_is_partitioned(c, table) && !ip_catalog_partition_whole(coder->definitions, table, NULL)) {
        bool *hashed;
        ip_code_routing_columns(c, table, &hashed);
        created->hashed = hashed;
        created->partition = ip_code_partition_of_row(c, table, scope, created);
        if (!table->unchecked)
            table->unchecked = created->partition ? ip_code_partition_demands(coder->definitions, table)
                                                  : "partitions of which only the server knows which rows they take";
    }
    if (c->code->why_not && !table->unchecked)
        table->unchecked = ip_arena_printf(c->arena, "an expression that is not understood (%s)", c->code->why_not);
}

void ip_code_tables(ip_coder *coder, ip_schema *schema)
{
    for (int i = 0; i < coder->definitions->composites.count; i++)
        ip_code_check_columns(coder, coder->definitions->composites.items[i].row);
    for (int i = 0; i < schema->tables.count; i++)
        ip_code_compile_table(coder, schema->tables.items[i]);
}

void ip_code_created_tables(ip_arena *arena, ip_schema *schema)
{
    for (int i = 0; i < schema->tables.count; i++) {
        ip_table *table = schema->tables.items[i];
        if (table->code)
            continue;
        ip_code_table *code = IP_NEW(arena, ip_code_table);
        code->defaults = code->generated = IP_NEW_ARRAY(arena, const ip_code_expr *, table->columns.count);
        table->code = code;
    }
}
