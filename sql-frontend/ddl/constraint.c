/* Constraints and defaults: which values a table may contain. */
#include "catalog/partition.h"
#include "ddl/pieces.h"
#include "catalog/sequence.h"
#include "program/expr.h"
#include "parse/lexer.h"

#include <stdlib.h>
#include <string.h>

/* A constant, perhaps cast; NULL for anything else. */
const ip_expr *ip_ddl_constant(ip_ddl *ddl, const ip_tree *node, ip_type type, ip_range range)
{
    const PgQuery__TypeCast *cast = ip_as_type_cast(node);
    if (cast)
        return ip_ddl_constant(ddl, IP_GET(cast, arg), type, range);
    const PgQuery__AConst *value = ip_as_a_const(node);
    if (!value || type.array)
        return NULL;
    ip_arena *arena = ddl->definitions->arena;
    ip_expr *expr = IP_NEW(arena, ip_expr);
    expr->type = type;
    expr->range = range;
    if (IP_GET(value, isnull)) {
        expr->kind = IP_EXPR_NULL;
    } else if (ip_const_ival(value)) {
        expr->kind = type.kind == IP_NUMERIC ? IP_EXPR_NUMERIC : IP_EXPR_INTEGER;
        expr->text = ip_arena_printf(arena, "%d", IP_GET(ip_const_ival(value), ival));
        if (type.kind != IP_INTEGER && type.kind != IP_NUMERIC)
            return NULL;
    } else if (ip_const_fval(value)) {
        expr->kind = IP_EXPR_NUMERIC;
        expr->text = ip_arena_strdup(arena, IP_TEXT(ip_const_fval(value), fval));
        if (type.kind != IP_NUMERIC)
            return NULL;
    } else if (ip_const_boolval(value)) {
        expr->kind = IP_EXPR_BOOLEAN;
        expr->boolean = IP_GET(ip_const_boolval(value), boolval);
        if (type.kind != IP_BOOLEAN)
            return NULL;
    } else if (ip_const_sval(value) && type.kind == IP_TEXT) {
        expr->kind = IP_EXPR_TEXT;
        expr->text = ip_arena_strdup(arena, IP_TEXT(ip_const_sval(value), sval));
    } else {
        return NULL; /* 'now' and the like are not constants of their type */
    }
    return expr;
}

static void not_null(ip_table *table, int column)
{
    table->columns.items[column].not_null = true;
}

/* Indexes of the named columns; false (reported) if one is unknown. */
static bool column_list(ip_ddl *ddl, const ip_table *table, const ip_tree *names, ip_range range, int **columns,
                        int *count)
{
    *count = (int)ip_parse_list_size(names);
    *columns = IP_NEW_ARRAY(ddl->definitions->arena, int, *count);
    for (int i = 0; i < *count; i++) {
        const char *name = ip_parse_string_node(ip_parse_list_item(names, (size_t)i));
        (*columns)[i] = ip_catalog_table_column(table, name);
        if ((*columns)[i] < 0) {
            ip_diagnostics_add(ddl->diagnostics, IP_ERROR, range, NULL, "table \"%s\" has no column \"%s\"",
                               table->name, name);
            return false;
        }
    }
    return true;
}

void ip_ddl_add_key(ip_ddl *ddl, ip_table *table, const char *name, bool primary, int *columns, int count,
                    ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    if (count == 0)
        return;
    name = *name     ? ip_arena_strdup(arena, name)
           : primary ? ip_ddl_constraint_name(ddl, table, NULL, 0, "pkey")
                     : ip_ddl_constraint_name(ddl, table, columns, count, "key");
    ip_key key = {name, primary, count, columns, range, false, ++ddl->definitions->made, false};
    if (primary) {
        if (table->primary_key >= 0) {
            ip_diagnostics_add(ddl->diagnostics, IP_ERROR, range, NULL, "table \"%s\" already has a primary key",
                               table->name);
            return;
        }
        table->primary_key = table->keys.count;
        for (int i = 0; i < count; i++)
            not_null(table, columns[i]);
    }
    for (int i = 0; i < count; i++)
        table->columns.items[columns[i]].indexed = true;
    IP_PUSH(arena, &table->keys, key);
}

const ip_kept_tree *ip_ddl_keep_tree(ip_arena *arena, const ip_tree *tree, ip_range statement)
{
    if (!tree)
        return NULL;
    ip_kept_tree *kept = IP_NEW(arena, ip_kept_tree);
    kept->tree = ip_parse_tree_copy(arena, tree);
    kept->statement = statement;
    return kept;
}

/* A column that the expression names is added to the list once. Returns false if a name is no column's. */
static bool columns_named(const ip_table *table, const ip_tree *tree, int *columns, int *count)
{
    const PgQuery__ColumnRef *ref = ip_as_column_ref(tree);
    const ip_tree *fields = IP_ITEMS(ref, fields), *child;
    bool known = true;
    size_t i;
    if (ref) {
        const char *name = ip_parse_last_string(fields);
        int column = ip_catalog_table_column(table, name), at = 0;
        while (at < *count && columns[at] != column)
            at++;
        if (column >= 0 && at == *count)
            columns[(*count)++] = column;
        return column >= 0;
    }
    IP_LIST_EACH(tree, i, child)
    known = columns_named(table, child, columns, count) && known;
    IP_TREE_EACH(tree, field, child)
    known = columns_named(table, child, columns, count) && known;
    return known;
}

/* t_a_check if the expression names one column, t_check otherwise (heap.c, AddRelationNewConstraints). "": not known.
 */
static const char *check_name(ip_ddl *ddl, const ip_table *table, const PgQuery__Constraint *constraint)
{
    int *columns = IP_NEW_ARRAY(ddl->definitions->arena, int, table->columns.count + 1), count = 0;
    if (!columns_named(table, IP_GET(constraint, raw_expr), columns, &count))
        return "";
    return ip_ddl_constraint_name(ddl, table, columns, count == 1, "check");
}

/* The text between the parentheses after the word CHECK. */
static void add_check(ip_ddl *ddl, ip_table *table, const PgQuery__Constraint *constraint, ip_range range)
{
    const char *name = IP_TEXT(constraint, conname);
    ip_token token = {IP_TOKEN_COMMENT, range.begin, range.begin};
    while (token.kind != IP_TOKEN_END && !ip_parse_token_is(range.source, token, "check"))
        token = ip_parse_lex(range.source, token.end, range.end, false);
    while (token.kind != IP_TOKEN_END && !ip_parse_token_is(range.source, token, "("))
        token = ip_parse_lex(range.source, token.end, range.end, false);
    size_t begin = token.end;
    for (int depth = 0; token.kind != IP_TOKEN_END; token = ip_parse_lex(range.source, token.end, range.end, false)) {
        depth += ip_parse_token_is(range.source, token, "(") ? 1 : ip_parse_token_is(range.source, token, ")") ? -1 : 0;
        if (depth > 0)
            continue;
        ip_check check = {.table = table,
                          .made = ++ddl->definitions->made,
                          .expr = {range.source, begin, token.begin},
                          .name = *name ? ip_arena_strdup(ddl->definitions->arena, name)
                                        : check_name(ddl, table, constraint),
                          .no_inherit = IP_GET(constraint, is_no_inherit),
                          .unproved = IP_GET(constraint, skip_validation)};
        IP_PUSH(ddl->definitions->arena, &ddl->definitions->checks, check);
        return;
    }
}

/* ON DELETE SET NULL (a, b): of the key's columns, these. NULL: all. */
static const bool *set_columns(ip_ddl *ddl, const ip_table *table, const ip_tree *names, const int *columns, int count)
{
    if (ip_parse_list_size(names) == 0)
        return NULL;
    bool *sets = IP_NEW_ARRAY(ddl->definitions->arena, bool, count);
    for (int c = 0; c < count; c++)
        for (size_t i = 0; i < ip_parse_list_size(names); i++)
            sets[c] = sets[c] ||
                      columns[c] == ip_catalog_table_column(table, ip_parse_string_node(ip_parse_list_item(names, i)));
    return sets;
}

static void add_foreign_key(ip_ddl *ddl, ip_table *table, const PgQuery__Constraint *constraint, int *columns,
                            int count, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *given = IP_TEXT(constraint, conname);
    ip_pending_key key = {.table = table,
                          .range = range,
                          .made = ++ddl->definitions->made,
                          .rank = ddl->rank,
                          .name = *given ? ip_arena_strdup(arena, given)
                                         : ip_ddl_constraint_name(ddl, table, columns, count, "fkey"),
                          .deferrable = IP_GET(constraint, deferrable),
                          .deferred = IP_GET(constraint, initdeferred),
                          .full = *IP_TEXT(constraint, fk_matchtype) == 'f',
                          .unproved = IP_GET(constraint, skip_validation),
                          .sets = set_columns(ddl, table, IP_ITEMS(constraint, fk_del_set_cols), columns, count),
                          .on_delete = *IP_TEXT(constraint, fk_del_action),
                          .on_update = *IP_TEXT(constraint, fk_upd_action)};
    key.target = ip_catalog_relation_of(ddl->definitions, ddl->path, IP_GET(constraint, pktable)).name;
    key.path = ddl->path;
    for (int i = 0; i < count; i++)
        IP_PUSH(arena, &key.columns, columns[i]);
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(IP_ITEMS(constraint, pk_attrs), i, name)
    IP_PUSH(arena, &key.target_columns, (const char *)ip_arena_strdup(arena, ip_parse_string_node(name)));
    IP_PUSH(arena, &ddl->foreign_keys, key);
}

/* Draws a new value at each use: a sequence, or a random UUID, which is assumed never to repeat. */
bool ip_ddl_draws(const ip_tree *expression)
{
    const ip_tree *names = IP_ITEMS(ip_as_func_call(expression), funcname);
    size_t count = ip_parse_list_size(names);
    const char *name = count ? ip_parse_string_node(ip_parse_list_item(names, count - 1)) : "";
    return strcmp(name, "nextval") == 0 || strcmp(name, "gen_random_uuid") == 0 ||
           strcmp(name, "uuid_generate_v4") == 0;
}

/* In a column's definition DEFERRABLE and INITIALLY DEFERRED follow their constraint. The latter implies the former. */
static void defer_last(ip_ddl *ddl, bool initially)
{
    if (!ddl->last_refers && ddl->awaited.count > 0) {
        ip_awaited_key *last = &ddl->awaited.items[ddl->awaited.count - 1];
        last->deferrable = true;
        last->deferred = last->deferred || initially;
    }
    if (!ddl->last_refers)
        return;
    ip_pending_key *last = &ddl->foreign_keys.items[ddl->foreign_keys.count - 1];
    last->deferrable = true;
    last->deferred = last->deferred || initially;
}

/* column: the column in whose definition it occurs; -1 for a table constraint. */
void ip_ddl_add_constraint(ip_ddl *ddl, ip_table *table, const PgQuery__Constraint *constraint, int column,
                           ip_range statement)
{
    ip_arena *arena = ddl->definitions->arena;
    const PgQuery__ConstrType type = IP_GET(constraint, contype);
    ip_range range = ip_ddl_place(statement, constraint);
    int *columns = IP_NEW(arena, int), count = column >= 0;
    *columns = column;
    bool primary = type == PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY;
    if (type == PG_QUERY__CONSTR_TYPE__CONSTR_ATTR_DEFERRED || type == PG_QUERY__CONSTR_TYPE__CONSTR_ATTR_DEFERRABLE)
        defer_last(ddl, type == PG_QUERY__CONSTR_TYPE__CONSTR_ATTR_DEFERRED);
    else if (type != PG_QUERY__CONSTR_TYPE__CONSTR_ATTR_NOT_DEFERRABLE &&
             type != PG_QUERY__CONSTR_TYPE__CONSTR_ATTR_IMMEDIATE)
        ddl->last_refers = type == PG_QUERY__CONSTR_TYPE__CONSTR_FOREIGN;
    const char *index = IP_TEXT(constraint, indexname);
    bool deferrable = IP_GET(constraint, deferrable);
    if (deferrable && *index)
        table->unchecked = "a deferrable key of this kind";
    if (*index && ip_ddl_key_of_index(table, index, primary, ip_arena_strdup(arena, IP_TEXT(constraint, conname))))
        return;
    if (primary || type == PG_QUERY__CONSTR_TYPE__CONSTR_UNIQUE || type == PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION) {
        ip_ddl_await_key(ddl, table, constraint, column >= 0 ? table->columns.items[column].name : NULL, range);
    } else if (type == PG_QUERY__CONSTR_TYPE__CONSTR_FOREIGN) {
        if (column < 0 && !column_list(ddl, table, IP_ITEMS(constraint, fk_attrs), range, &columns, &count))
            return;
        add_foreign_key(ddl, table, constraint, columns, count, range);
    } else if (type == PG_QUERY__CONSTR_TYPE__CONSTR_CHECK) {
        add_check(ddl, table, constraint, range);
    } else if (column >= 0 && type == PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL) {
        not_null(table, column);
    } else if (column >= 0 && type == PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT) {
        ip_column *c = &table->columns.items[column];
        c->has_default = true;
        c->sequence = ip_ddl_draws(IP_GET(constraint, raw_expr));
        c->default_value = ip_ddl_constant(ddl, IP_GET(constraint, raw_expr), c->type, range);
        c->kept_default = ip_ddl_keep_tree(ddl->definitions->arena, IP_GET(constraint, raw_expr), statement);
    } else if (column >= 0 &&
               (type == PG_QUERY__CONSTR_TYPE__CONSTR_IDENTITY || type == PG_QUERY__CONSTR_TYPE__CONSTR_GENERATED)) {
        const bool identity = type == PG_QUERY__CONSTR_TYPE__CONSTR_IDENTITY, generated = !identity;
        table->columns.items[column].has_default = true;
        table->columns.items[column].sequence = identity;
        table->columns.items[column].generated = generated;
        table->columns.items[column].kept_default = NULL;
        if (generated)
            table->columns.items[column].kept_generated =
                ip_ddl_keep_tree(ddl->definitions->arena, IP_GET(constraint, raw_expr), statement);
        table->columns.items[column].always = identity && *IP_TEXT(constraint, generated_when) == 'a';
        if (identity)
            not_null(table, column);
        if (identity)
            ip_catalog_sequence_of_column(ddl->definitions, table, column, IP_ITEMS(constraint, options));
    }
}

static void make_exclusion(ip_ddl *ddl, const ip_awaited_key *key)
{
    ip_table *table = key->table;
    ip_ddl_add_exclusion(ddl, table, "an EXCLUDE constraint", key->name, IP_ITEMS(key->constraint, exclusions),
                         IP_GET(key->constraint, where_clause), key->range);
    ip_ddl_defer_exclusion(table, key->deferrable, key->deferred);
    if (!table->exclusions.items[table->exclusions.count - 1].followed)
        ip_diagnostics_add(ddl->diagnostics, IP_APPROXIMATION, key->range, NULL,
                           "the EXCLUDE constraint of \"%s\": which rows it keeps apart is not followed", table->name);
}

void ip_ddl_make_key(ip_ddl *ddl, const ip_awaited_key *key)
{
    ip_table *table = key->table;
    bool nulls_equal = IP_GET(key->constraint, nulls_not_distinct);
    int before = table->keys.count, count = 1, *columns = IP_NEW(ddl->definitions->arena, int);
    if (IP_GET(key->constraint, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION) {
        make_exclusion(ddl, key);
        return;
    }
    if (key->column)
        *columns = ip_catalog_table_column(table, key->column);
    else if (!column_list(ddl, table, IP_ITEMS(key->constraint, keys), key->range, &columns, &count))
        return;
    if (key->column && *columns < 0)
        return;
    if (key->deferrable && nulls_equal)
        table->unchecked = "a deferrable key of this kind";
    ip_ddl_add_key(ddl, table, key->name, key->primary, columns, count, key->range);
    if (key->only)
        ip_ddl_key_on_only(ddl->definitions, table, before);
    if (key->deferrable)
        ip_ddl_defer_key(ddl, table, columns, count, key->deferred);
    if (nulls_equal)
        ip_ddl_nulls_are_equal(ddl, table, columns, count, key->range);
}

/* A constraint without a name has PostgreSQL's: table_column_check, table_column_fkey. If that name is unknown, every
 * constraint that it may be is dropped, and the table's constraints are then not known exactly. */
void ip_ddl_drop_constraint(ip_ddl *ddl, ip_table *table, const char *name, bool cascade)
{
    int kept = 0, primary = -1, before = table->keys.count;
    /* guessed: a constraint without a name was dropped, too. unnamed: the name may refer to such a constraint. */
    bool found = false, guessed = false, unnamed = table->exclusions.count > 0;
    for (int i = 0; i < ddl->definitions->checks.count; i++) {
        const ip_check *check = &ddl->definitions->checks.items[i];
        bool named = strcmp(check->name, name) == 0, meant = named || (!*check->name && strstr(name, "_check"));
        found = found || (named && check->table == table);
        guessed = guessed || (meant && !named && check->table == table);
        unnamed = unnamed || (!*check->name && check->table == table);
        if (check->table != table || !meant)
            ddl->definitions->checks.items[kept++] = *check;
    }
    ddl->definitions->checks.count = kept;
    kept = 0;
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        const ip_pending_key *key = &ddl->foreign_keys.items[i];
        bool meant = key->table == table && strcmp(key->name, name) == 0;
        found = found || meant;
        if (!meant)
            ddl->foreign_keys.items[kept++] = *key;
    }
    ddl->foreign_keys.count = kept;
    kept = 0;
    ip_ddl_references_settle(ddl, table);
    for (int k = 0; cascade && k < table->keys.count; k++)
        if (strcmp(table->keys.items[k].name, name) == 0)
            ip_ddl_references_drop_key(ddl, table, &table->keys.items[k]);
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        if (strcmp(key->name, name) == 0)
            continue;
        if (key->primary)
            primary = kept;
        table->keys.items[kept++] = *key;
    }
    table->keys.count = kept;
    table->primary_key = primary;
    found = ip_ddl_drop_exclusion(table, name) || found || kept < before;
    if (guessed || (!found && unnamed))
        table->unchecked = "a constraint that was dropped under a name not given to it";
}

/* Foreign keys alone can be altered. */
void ip_ddl_alter_constraint(ip_ddl *ddl, ip_table *table, const PgQuery__Constraint *constraint, ip_range statement)
{
    const char *name = IP_TEXT(constraint, conname);
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        ip_pending_key *key = &ddl->foreign_keys.items[i];
        if (key->table != table || strcmp(key->name, name) != 0)
            continue;
        key->deferrable = IP_GET(constraint, deferrable);
        key->deferred = IP_GET(constraint, initdeferred);
        return;
    }
    ip_diagnostics_add(ddl->diagnostics, IP_ERROR, statement, NULL, "table \"%s\" has no foreign key \"%s\"",
                       table->name, name);
}

/* Why it does not count as a key: its triggers are disabled on at least one side; or it refers to one partition of
 * *target, which then becomes the whole, and a row that is moved to another partition is deleted for it. NULL: it does.
 */
static const char *unfollowed(const ip_ddl *ddl, const ip_pending_key *pending, const ip_table **target)
{
    const ip_table *whole = ip_catalog_partition_whole(ddl->definitions, *target, NULL);
    bool off = pending->table->references_off || (*target)->references_off;
    *target = whole ? whole : *target;
    return off ? "a foreign key with triggers that are switched off" : whole ? "a foreign key to one partition" : NULL;
}

/* Its check and its action may happen all the same. */
static bool is_unfollowed(ip_ddl *ddl, const ip_pending_key *pending, const ip_table *target)
{
    const char *what = unfollowed(ddl, pending, &target);
    const ip_table *child = ip_catalog_partition_whole(ddl->definitions, pending->table, NULL);
    const ip_schema *schema = ddl->definitions->schema;
    ip_table *ends[] = {child ? ip_catalog_schema_table(schema, child->name) : pending->table,
                        ip_catalog_schema_table(schema, target->name)};
    if (!what)
        return false;
    bool off = pending->table->references_off || target->references_off;
    for (int i = 0; i < 2 && ends[i]; i++) {
        ip_trigger half = {.name = "a foreign key",
                           .table = ends[i]->name,
                           .other_end = ends[1 - i] ? ends[1 - i]->name : target->name,
                           .acts = i == 1,
                           .what = what,
                           .on_insert = true,
                           .on_update = true,
                           .on_delete = true,
                           .range = pending->range};
        ends[i]->unchecked = what;
        if (!off || ip_reference_acts(pending->on_delete) || ip_reference_acts(pending->on_update))
            IP_PUSH(ddl->definitions->arena, &ddl->definitions->triggers, half);
    }
    return true;
}

/* Of all foreign keys to this table in one remark: schemas of hosted databases refer to tables that no file creates. No
 * analyzed program changes such a table, so the key orders none of them. */
static void report_missing_target(ip_ddl *ddl, int first)
{
    const ip_pending_key *keys = ddl->foreign_keys.items, *pending = &keys[first];
    int others = 0;
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        bool same = strcmp(keys[i].target, pending->target) == 0;
        if (same && i < first)
            return;
        others += same && i > first;
    }
    const char *more = others == 0   ? ""
                       : others == 1 ? "; 1 other refers to it, too"
                                     : ip_arena_printf(ddl->definitions->arena, "; %d others refer to it, too", others);
    ip_diagnostics_add(ddl->diagnostics, IP_REMARK, pending->range, NULL,
                       "foreign key of \"%s\": table \"%s\" is not defined in the files%s", pending->table->name,
                       pending->target, more);
}

void ip_ddl_finish(ip_ddl *ddl)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_ddl_finish_row_security(ddl);
    ip_ddl_finish_indexes(ddl);
    ip_ddl_finish_exclusions(ddl);
    for (int i = 0; i < ddl->indexes.count; i++)
        IP_PUSH(arena, &ddl->definitions->plain_indexes, ddl->indexes.items[i]);
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        const ip_pending_key *pending = &ddl->foreign_keys.items[i];
        const ip_table *target = ip_catalog_relation_named(ddl->definitions, pending->path, pending->target).table;
        if (!target) {
            report_missing_target(ddl, i);
            continue;
        }
        if (is_unfollowed(ddl, pending, target))
            continue;
        const ip_key *primary = target->primary_key >= 0 ? &target->keys.items[target->primary_key] : NULL;
        int count = pending->columns.count;
        int *columns = IP_NEW_ARRAY(arena, int, count), wanted = pending->target_columns.count;
        if (wanted ? wanted != count : !primary || primary->column_count != count) {
            ip_diagnostics_add(ddl->diagnostics, IP_ERROR, pending->range, NULL,
                               "foreign key of \"%s\" names %d columns, the key of \"%s\" has %d", pending->table->name,
                               count, target->name,
                               wanted    ? wanted
                               : primary ? primary->column_count
                                         : 0);
            continue;
        }
        bool known = true;
        for (int c = 0; c < count; c++) {
            columns[c] =
                wanted ? ip_catalog_table_column(target, pending->target_columns.items[c]) : primary->columns[c];
            known &= columns[c] >= 0;
        }
        if (!known) {
            ip_diagnostics_add(ddl->diagnostics, IP_ERROR, pending->range, NULL,
                               "foreign key of \"%s\" names a column that \"%s\" does not have", pending->table->name,
                               target->name);
            continue;
        }
        ip_foreign_key key = {count,
                              pending->columns.items,
                              target,
                              columns,
                              pending->range,
                              pending->on_delete,
                              pending->on_update,
                              pending->deferrable,
                              pending->deferred,
                              NULL,
                              pending->name,
                              pending->unproved,
                              pending->full,
                              pending->sets,
                              pending->made};
        ddl->definitions->schema->tables.items[target->id]->referenced = true;
        IP_PUSH(arena, &pending->table->foreign_keys, key);
    }
    ip_ddl_finish_partitions(ddl);
    ip_ddl_finish_composites(ddl->definitions);
}
