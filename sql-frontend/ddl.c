#include "ddl.h"

#include "expr.h"
#include "lexer.h"

#include <stdlib.h>
#include <string.h>

static ip_range place(ip_range statement, const json_t *node)
{
    size_t at = statement.begin + (size_t)ip_field_int(node, "location");
    return (ip_range){statement.source, at, at < statement.end ? statement.end : at};
}

static ip_type column_type(ip_ddl *ddl, const json_t *type_name)
{
    ip_type type = ip_typename_type(ddl->definitions->arena, type_name);
    size_t length = strcspn(type.name ? type.name : "", "[(");
    for (int i = 0; type.kind == IP_OTHER && i < ddl->types.count; i++)
        if (strlen(ddl->types.items[i].name) == length && strncmp(ddl->types.items[i].name, type.name, length) == 0)
            type.kind = ddl->types.items[i].type.kind;
    return type;
}

/* A constant, perhaps cast; NULL for anything else. */
static const ip_expr *constant(ip_ddl *ddl, const json_t *node, ip_type type, ip_range range)
{
    json_t *cast = ip_node_as(node, "TypeCast");
    if (cast)
        return constant(ddl, ip_field(cast, "arg"), type, range);
    json_t *value = ip_node_as(node, "A_Const");
    if (!value || type.array)
        return NULL;
    ip_arena *arena = ddl->definitions->arena;
    ip_expr *expr = IP_NEW(arena, ip_expr);
    expr->type = type;
    expr->range = range;
    if (ip_field_bool(value, "isnull")) {
        expr->kind = IP_EXPR_NULL;
    } else if (ip_field(value, "ival")) {
        expr->kind = type.kind == IP_NUMERIC ? IP_EXPR_NUMERIC : IP_EXPR_INTEGER;
        expr->text = ip_arena_printf(arena, "%lld", ip_field_int(ip_field(value, "ival"), "ival"));
        if (type.kind != IP_INTEGER && type.kind != IP_NUMERIC)
            return NULL;
    } else if (ip_field(value, "fval")) {
        expr->kind = IP_EXPR_NUMERIC;
        expr->text = ip_arena_strdup(arena, ip_field_text(ip_field(value, "fval"), "fval"));
        if (type.kind != IP_NUMERIC)
            return NULL;
    } else if (ip_field(value, "boolval")) {
        expr->kind = IP_EXPR_BOOLEAN;
        expr->boolean = ip_field_bool(ip_field(value, "boolval"), "boolval");
        if (type.kind != IP_BOOLEAN)
            return NULL;
    } else if (ip_field(value, "sval") && type.kind == IP_TEXT) {
        expr->kind = IP_EXPR_TEXT;
        expr->text = ip_arena_strdup(arena, ip_field_text(ip_field(value, "sval"), "sval"));
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
static bool column_list(ip_ddl *ddl, const ip_table *table, const json_t *names, ip_range range, int **columns,
                        int *count)
{
    *count = (int)json_array_size(names);
    *columns = IP_NEW_ARRAY(ddl->definitions->arena, int, *count);
    for (int i = 0; i < *count; i++) {
        const char *name = ip_string_node(json_array_get(names, (size_t)i));
        (*columns)[i] = ip_table_column(table, name);
        if ((*columns)[i] < 0) {
            ip_report(ddl->diagnostics, IP_ERROR, range, NULL, "table \"%s\" has no column \"%s\"", table->name, name);
            return false;
        }
    }
    return true;
}

static void add_key(ip_ddl *ddl, ip_table *table, const char *name, bool primary, int *columns, int count,
                    ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    if (count == 0)
        return;
    ip_key key = {*name ? ip_arena_strdup(arena, name) : NULL, primary, count, columns, range};
    if (primary) {
        if (table->primary_key >= 0) {
            ip_report(ddl->diagnostics, IP_ERROR, range, NULL, "table \"%s\" already has a primary key", table->name);
            return;
        }
        table->primary_key = table->keys.count;
        for (int i = 0; i < count; i++)
            not_null(table, columns[i]);
    }
    IP_PUSH(arena, &table->keys, key);
}

const ip_kept_tree *ip_keep_tree(ip_arena *arena, const json_t *tree, ip_range statement)
{
    if (!tree)
        return NULL;
    ip_kept_tree *kept = IP_NEW(arena, ip_kept_tree);
    char *json = json_dumps(tree, JSON_ENCODE_ANY | JSON_COMPACT);
    kept->json = ip_arena_strdup(arena, json ? json : "null");
    kept->statement = statement;
    free(json);
    return kept;
}

/* The text between the parentheses after the word CHECK. */
static void add_check(ip_ddl *ddl, ip_table *table, const char *name, ip_range range)
{
    ip_token token = {IP_TOKEN_COMMENT, range.begin, range.begin};
    while (token.kind != IP_TOKEN_END && !ip_token_is(range.source, token, "check"))
        token = ip_lex(range.source, token.end, range.end, false);
    while (token.kind != IP_TOKEN_END && !ip_token_is(range.source, token, "("))
        token = ip_lex(range.source, token.end, range.end, false);
    size_t begin = token.end;
    for (int depth = 0; token.kind != IP_TOKEN_END; token = ip_lex(range.source, token.end, range.end, false)) {
        depth += ip_token_is(range.source, token, "(") ? 1 : ip_token_is(range.source, token, ")") ? -1 : 0;
        if (depth > 0)
            continue;
        ip_check check = {table, {range.source, begin, token.begin}, ip_arena_strdup(ddl->definitions->arena, name)};
        IP_PUSH(ddl->definitions->arena, &ddl->definitions->checks, check);
        return;
    }
}

static void add_foreign_key(ip_ddl *ddl, ip_table *table, const json_t *constraint, int *columns, int count,
                            ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_pending_key key = {.table = table,
                          .range = range,
                          .name = ip_arena_strdup(arena, ip_field_text(constraint, "conname")),
                          .deferred = ip_field_bool(constraint, "initdeferred"),
                          .on_delete = *ip_field_text(constraint, "fk_del_action"),
                          .on_update = *ip_field_text(constraint, "fk_upd_action")};
    key.target = ip_rangevar_name(arena, ip_field(constraint, "pktable"));
    for (int i = 0; i < count; i++)
        IP_PUSH(arena, &key.columns, columns[i]);
    size_t i;
    json_t *name;
    json_array_foreach(ip_field(constraint, "pk_attrs"), i, name)
        IP_PUSH(arena, &key.target_columns, (const char *)ip_arena_strdup(arena, ip_string_node(name)));
    IP_PUSH(arena, &ddl->foreign_keys, key);
}

/* column: the one it is written at, -1 for a table constraint. */
/* Draws a new value at each use: a sequence, or a random UUID, which is taken never to come twice. */
static bool draws(const json_t *expression)
{
    const json_t *names = ip_field(ip_node_as(expression, "FuncCall"), "funcname");
    size_t count = json_array_size(names);
    const char *name = count ? ip_string_node(json_array_get(names, count - 1)) : "";
    return strcmp(name, "nextval") == 0 || strcmp(name, "gen_random_uuid") == 0 ||
           strcmp(name, "uuid_generate_v4") == 0;
}

/* elements: IndexElem nodes, or lists of one and its operator. */
static void add_exclusion(ip_ddl *ddl, ip_table *table, const char *what, const json_t *elements, bool condition,
                          ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_exclusion exclusion = {.what = what, .any = condition, .range = range};
    for (size_t i = 0; i < json_array_size(elements); i++) {
        const json_t *item = json_array_get(elements, i), *pair = ip_field(ip_node_as(item, "List"), "items");
        const json_t *names = ip_field(ip_node_as(json_array_get(pair, 1), "List"), "items");
        const char *name = ip_field_text(ip_node_as(pair ? json_array_get(pair, 0) : item, "IndexElem"), "name");
        const char *operator= names ? ip_string_node(json_array_get(names, json_array_size(names) - 1)) : "=";
        exclusion.any = exclusion.any || !*name;
        if (!*name)
            continue;
        name = ip_arena_strdup(arena, name);
        IP_PUSH(arena, &exclusion.named, name);
        if (strcmp(operator, "=") == 0)
            IP_PUSH(arena, &exclusion.equal, name);
    }
    table->unchecked = what;
    IP_PUSH(arena, &table->exclusions, exclusion);
}

/* The type is a domain with a default. */
static bool default_of_domain(const ip_ddl *ddl, const json_t *type_name)
{
    const json_t *names = ip_field(type_name, "names");
    const char *name = ip_string_node(json_array_get(names, json_array_size(names) - 1));
    for (int i = 0; i < ddl->types.count; i++) {
        const char *dot = strrchr(ddl->types.items[i].name, '.');
        if (ddl->types.items[i].has_default && strcmp(dot ? dot + 1 : ddl->types.items[i].name, name) == 0)
            return true;
    }
    return false;
}

static void add_constraint(ip_ddl *ddl, ip_table *table, const json_t *constraint, int column, ip_range statement)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *type = ip_field_text(constraint, "contype");
    ip_range range = place(statement, constraint);
    int *columns = IP_NEW(arena, int), count = column >= 0;
    *columns = column;
    bool primary = strcmp(type, "CONSTR_PRIMARY") == 0;
    ip_pending_key *last = ddl->foreign_keys.count ? &ddl->foreign_keys.items[ddl->foreign_keys.count - 1] : NULL;
    bool of_reference = last && last->table == table && last->columns.count == 1 && last->columns.items[0] == column;
    /* At a column these follow the constraint that they speak of. */
    if (strcmp(type, "CONSTR_ATTR_DEFERRED") == 0 && of_reference)
        last->deferred = true;
    if (strcmp(type, "CONSTR_ATTR_DEFERRABLE") == 0 && !of_reference)
        table->unchecked = "a deferrable key";
    if (ip_field_bool(constraint, "initdeferred") || strcmp(type, "CONSTR_ATTR_DEFERRED") == 0)
        table->unchecked = "a deferred constraint";
    if (ip_field_bool(constraint, "nulls_not_distinct"))
        table->unchecked = "a key with NULLS NOT DISTINCT";
    if (ip_field_bool(constraint, "deferrable") && !table->unchecked && strcmp(type, "CONSTR_FOREIGN") != 0)
        table->unchecked = "a deferrable key";
    if (strcmp(type, "CONSTR_FOREIGN") == 0 && (*ip_field_text(constraint, "fk_matchtype") == 'f' ||
                                                json_array_size(ip_field(constraint, "fk_del_set_cols")) > 0))
        table->unchecked = "a foreign key with MATCH FULL or a list of columns to set";
    if (primary || strcmp(type, "CONSTR_UNIQUE") == 0) {
        if (column < 0 && !column_list(ddl, table, ip_field(constraint, "keys"), range, &columns, &count))
            return;
        add_key(ddl, table, ip_field_text(constraint, "conname"), primary, columns, count, range);
    } else if (strcmp(type, "CONSTR_FOREIGN") == 0) {
        if (column < 0 && !column_list(ddl, table, ip_field(constraint, "fk_attrs"), range, &columns, &count))
            return;
        add_foreign_key(ddl, table, constraint, columns, count, range);
    } else if (strcmp(type, "CONSTR_CHECK") == 0) {
        add_check(ddl, table, ip_field_text(constraint, "conname"), range);
    } else if (strcmp(type, "CONSTR_EXCLUSION") == 0) {
        ip_report(ddl->diagnostics, IP_APPROXIMATION, range, NULL,
                  "the EXCLUDE constraint of \"%s\": which rows it keeps apart is not followed", table->name);
        add_exclusion(ddl, table, "an EXCLUDE constraint", ip_field(constraint, "exclusions"),
                      ip_field(constraint, "where_clause") != NULL, range);
    } else if (column >= 0 && strcmp(type, "CONSTR_NOTNULL") == 0) {
        not_null(table, column);
    } else if (column >= 0 && strcmp(type, "CONSTR_DEFAULT") == 0) {
        ip_column *c = &table->columns.items[column];
        c->has_default = true;
        c->sequence = draws(ip_field(constraint, "raw_expr"));
        c->default_value = constant(ddl, ip_field(constraint, "raw_expr"), c->type, range);
        c->kept_default = ip_keep_tree(ddl->definitions->arena, ip_field(constraint, "raw_expr"), statement);
    } else if (column >= 0 && (strcmp(type, "CONSTR_IDENTITY") == 0 || strcmp(type, "CONSTR_GENERATED") == 0)) {
        table->columns.items[column].has_default = true;
        table->columns.items[column].sequence = type[7] == 'I';
        table->columns.items[column].generated = type[7] == 'G';
        table->columns.items[column].kept_default = NULL;
        if (type[7] == 'G')
            table->columns.items[column].kept_generated =
                ip_keep_tree(ddl->definitions->arena, ip_field(constraint, "raw_expr"), statement);
        table->columns.items[column].always = type[7] == 'I' && *ip_field_text(constraint, "generated_when") == 'a';
        if (type[7] == 'I')
            not_null(table, column);
    }
}

static void add_column(ip_ddl *ddl, ip_table *table, const json_t *definition, ip_range statement)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_column column = {0};
    column.name = ip_arena_strdup(arena, ip_field_text(definition, "colname"));
    column.range = place(statement, definition);
    column.range.end = column.range.begin + strlen(column.name);
    if (ip_table_column(table, column.name) >= 0) {
        ip_report(ddl->diagnostics, IP_ERROR, column.range, NULL, "column \"%s\" stands twice in table \"%s\"",
                  column.name, table->name);
        return;
    }
    json_t *type_name = ip_field(definition, "typeName");
    column.type = column_type(ddl, type_name);
    column.has_default = default_of_domain(ddl, type_name);
    json_t *names = ip_field(type_name, "names");
    if (strstr(ip_string_node(json_array_get(names, json_array_size(names) - 1)), "serial"))
        column.has_default = column.not_null = column.sequence = true;
    IP_PUSH(arena, &table->columns, column);
    size_t i;
    json_t *constraint;
    json_array_foreach(ip_field(definition, "constraints"), i, constraint)
        add_constraint(ddl, table, ip_node_as(constraint, "Constraint"), table->columns.count - 1, statement);
}

static ip_table *new_table(ip_ddl *ddl, const char *name, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    ip_table *table = IP_NEW(d->arena, ip_table);
    table->id = d->schema->tables.count;
    table->name = name;
    table->primary_key = -1;
    table->range = range;
    IP_PUSH(d->arena, &d->schema->tables, table);
    return table;
}

static void drop_table(ip_ddl *ddl, ip_table *table)
{
    ip_schema *schema = ddl->definitions->schema;
    int kept = 0;
    for (int i = 0; i < schema->tables.count; i++)
        if (schema->tables.items[i] != table) {
            schema->tables.items[i]->id = kept;
            schema->tables.items[kept++] = schema->tables.items[i];
        }
    schema->tables.count = kept;
    kept = 0;
    for (int i = 0; i < ddl->foreign_keys.count; i++)
        if (ddl->foreign_keys.items[i].table != table)
            ddl->foreign_keys.items[kept++] = ddl->foreign_keys.items[i];
    ddl->foreign_keys.count = kept;
    kept = 0;
    for (int i = 0; i < ddl->definitions->checks.count; i++)
        if (ddl->definitions->checks.items[i].table != table)
            ddl->definitions->checks.items[kept++] = ddl->definitions->checks.items[i];
    ddl->definitions->checks.count = kept;
}

/* For whoever writes the table (or reads it, too) it is as a trigger that may replace or leave out any row. */
static void add_rule(ip_ddl *ddl, const char *table, const char *what, bool on_select, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->triggers.count; i++)
        if (d->triggers.items[i].what && strcmp(d->triggers.items[i].what, what) == 0 &&
            strcmp(d->triggers.items[i].table, table) == 0)
            return;
    ip_trigger rule = {.name = what,
                       .table = ip_arena_strdup(d->arena, table),
                       .what = what,
                       .before = true,
                       .row = true,
                       .on_select = on_select,
                       .on_insert = true,
                       .on_update = true,
                       .on_delete = true,
                       .range = range};
    IP_PUSH(d->arena, &d->triggers, rule);
}

static void add_inheritance(ip_ddl *ddl, const char *parent, const char *child, bool partition, ip_range range)
{
    ip_inheritance pair = {parent, child, partition, range};
    IP_PUSH(ddl->definitions->arena, &ddl->definitions->inheritance, pair);
}

static void create_table(ip_ddl *ddl, const json_t *create, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const char *name = ip_rangevar_name(d->arena, ip_field(create, "relation"));
    ip_table *before = ip_schema_table(d->schema, name);
    if (before && ip_field_bool(create, "if_not_exists"))
        return;
    if (before) {
        ip_position at = ip_range_position(before->range);
        ip_report(ddl->diagnostics, IP_REMARK, range, NULL, "table \"%s\" replaces the one at %s:%d", name,
                  before->range.source->path, at.line);
        drop_table(ddl, before);
    }
    ip_table *table = new_table(ddl, name, range);
    size_t i;
    json_t *element;
    json_array_foreach(ip_field(create, "inhRelations"), i, element)
    {
        const char *parent = ip_rangevar_name(d->arena, ip_node_as(element, "RangeVar"));
        add_inheritance(ddl, parent, name, ip_field(create, "partbound") != NULL, range);
        ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL,
                  "\"%s\" is a partition of, or inherits from, \"%s\": not followed", name, parent);
    }
    /* Table constraints may name columns that follow them. */
    json_array_foreach(ip_field(create, "tableElts"), i, element)
    {
        json_t *like = ip_node_as(element, "TableLikeClause");
        if (ip_node_as(element, "ColumnDef"))
            add_column(ddl, table, ip_node_as(element, "ColumnDef"), range);
        else if (like) {
            const ip_table *model = ip_schema_table(d->schema, ip_rangevar_name(d->arena, ip_field(like, "relation")));
            if (!model || ip_field_int(like, "options") != 0)
                table->unchecked = "columns LIKE those of another table";
            for (int c = 0; model && c < model->columns.count; c++) {
                IP_PUSH(d->arena, &table->columns, model->columns.items[c]);
                table->columns.items[table->columns.count - 1].kept_default = NULL;
                table->columns.items[table->columns.count - 1].kept_generated = NULL;
            }
        }
    }
    json_array_foreach(ip_field(create, "tableElts"), i, element)
    {
        if (ip_node_as(element, "Constraint"))
            add_constraint(ddl, table, ip_node_as(element, "Constraint"), -1, range);
    }
}

/* The table a statement changes, or NULL (reported unless it may be missing). */
static ip_table *existing(ip_ddl *ddl, const json_t *rangevar, bool missing_ok, ip_range range)
{
    const char *name = ip_rangevar_name(ddl->definitions->arena, rangevar);
    ip_table *table = ip_schema_table(ddl->definitions->schema, name);
    if (!table && !missing_ok)
        ip_report(ddl->diagnostics, IP_REMARK, range, NULL, "table \"%s\" is not defined in the files", name);
    return table;
}

/* Removes it from the keys and constraints, too: those that name it go with it, as in PostgreSQL. */
static void drop_column(ip_ddl *ddl, ip_table *table, int column)
{
    for (int c = column; c + 1 < table->columns.count; c++)
        table->columns.items[c] = table->columns.items[c + 1];
    table->columns.count--;
    int kept = 0, primary = -1;
    for (int k = 0; k < table->keys.count; k++) {
        ip_key key = table->keys.items[k];
        int *columns = IP_NEW_ARRAY(ddl->definitions->arena, int, key.column_count);
        bool gone = false;
        for (int c = 0; c < key.column_count; c++) {
            gone |= key.columns[c] == column;
            columns[c] = key.columns[c] - (key.columns[c] > column);
        }
        key.columns = columns;
        if (gone)
            continue;
        if (key.primary)
            primary = kept;
        table->keys.items[kept++] = key;
    }
    table->keys.count = kept;
    table->primary_key = primary;
    kept = 0;
    for (int k = 0; k < ddl->foreign_keys.count; k++) {
        ip_pending_key key = ddl->foreign_keys.items[k];
        bool gone = false;
        for (int c = 0; key.table == table && c < key.columns.count; c++) {
            gone |= key.columns.items[c] == column;
            key.columns.items[c] -= key.columns.items[c] > column;
        }
        if (!gone)
            ddl->foreign_keys.items[kept++] = key;
    }
    ddl->foreign_keys.count = kept;
}

/* A constraint without a name has PostgreSQL's: table_column_check, table_column_fkey. Without knowing it, any that
 * may be meant goes, and then the table's rules are not known exactly. */
static void drop_constraint(ip_ddl *ddl, ip_table *table, const char *name)
{
    int kept = 0, primary = -1, before = table->keys.count;
    bool certain = false;
    for (int i = 0; i < ddl->definitions->checks.count; i++) {
        const ip_check *check = &ddl->definitions->checks.items[i];
        bool named = strcmp(check->name, name) == 0, meant = named || (!*check->name && strstr(name, "_check"));
        certain = certain || (named && check->table == table);
        if (check->table != table || !meant)
            ddl->definitions->checks.items[kept++] = *check;
    }
    ddl->definitions->checks.count = kept;
    kept = 0;
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        const ip_pending_key *key = &ddl->foreign_keys.items[i];
        bool named = strcmp(key->name, name) == 0, meant = named || (!*key->name && strstr(name, "_fkey"));
        certain = certain || (named && key->table == table);
        if (key->table != table || !meant)
            ddl->foreign_keys.items[kept++] = *key;
    }
    ddl->foreign_keys.count = kept;
    kept = 0;
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        /* PostgreSQL names them table_pkey, table_column_key; without a name of its own, be safe. */
        bool implicit = !key->name && (key->primary ? strstr(name, "_pkey") : strstr(name, "_key")) != NULL;
        if (implicit || (key->name && strcmp(key->name, name) == 0))
            continue;
        if (key->primary)
            primary = kept;
        table->keys.items[kept++] = *key;
    }
    table->keys.count = kept;
    table->primary_key = primary;
    if (!certain && kept == before)
        table->unchecked = "a constraint that was dropped under a name not given to it";
}

static void alter_column(ip_ddl *ddl, ip_table *table, const json_t *command, int column, ip_range range)
{
    const char *subtype = ip_field_text(command, "subtype");
    ip_column *c = &table->columns.items[column];
    if (strcmp(subtype, "AT_SetNotNull") == 0) {
        c->not_null = true;
    } else if (strcmp(subtype, "AT_DropNotNull") == 0) {
        c->not_null = false;
    } else if (strcmp(subtype, "AT_DropColumn") == 0) {
        drop_column(ddl, table, column);
    } else if (strcmp(subtype, "AT_ColumnDefault") == 0) {
        json_t *value = ip_field(command, "def");
        c->has_default = value != NULL;
        c->sequence = value && draws(value);
        c->default_value = value ? constant(ddl, value, c->type, range) : NULL;
        c->kept_default = ip_keep_tree(ddl->definitions->arena, value, range);
    } else if (strcmp(subtype, "AT_AlterColumnType") == 0) {
        json_t *definition = ip_node_as(ip_field(command, "def"), "ColumnDef");
        c->type = column_type(ddl, ip_field(definition, "typeName"));
    } else if (strcmp(subtype, "AT_DropExpression") == 0) {
        c->has_default = c->generated = false;
        c->kept_generated = NULL;
    } else if (strcmp(subtype, "AT_DropIdentity") == 0) {
        c->has_default = c->sequence = c->always = false;
    } else if (strcmp(subtype, "AT_SetIdentity") == 0) {
        table->unchecked = "an identity column that ALTER TABLE changed";
    } else if (strcmp(subtype, "AT_AddIdentity") == 0) {
        table->unchecked = "an identity column that ALTER TABLE made";
        c->has_default = c->not_null = c->sequence = true;
    }
}

static void alter_table(ip_ddl *ddl, const json_t *alter, ip_range range)
{
    ip_table *table = existing(ddl, ip_field(alter, "relation"), ip_field_bool(alter, "missing_ok"), range);
    size_t i;
    json_t *node;
    json_array_foreach(ip_field(alter, "cmds"), i, node)
    {
        json_t *command = ip_node_as(node, "AlterTableCmd");
        const char *subtype = ip_field_text(command, "subtype"), *name = ip_field_text(command, "name");
        if (!table)
            return;
        if (strcmp(subtype, "AT_AddColumn") == 0) {
            json_t *definition = ip_node_as(ip_field(command, "def"), "ColumnDef");
            if (!ip_field_bool(command, "missing_ok") ||
                ip_table_column(table, ip_field_text(definition, "colname")) < 0)
                add_column(ddl, table, definition, range);
        } else if (strcmp(subtype, "AT_AddConstraint") == 0) {
            add_constraint(ddl, table, ip_node_as(ip_field(command, "def"), "Constraint"), -1, range);
        } else if (strcmp(subtype, "AT_DropConstraint") == 0) {
            drop_constraint(ddl, table, name);
        } else if (strcmp(subtype, "AT_EnableRowSecurity") == 0) {
            ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL,
                      "row security of table \"%s\": its policies' reads are not followed", table->name);
            add_rule(ddl, table->name, "row security", true, range);
        } else if (strcmp(subtype, "AT_AddInherit") == 0) {
            add_inheritance(ddl,
                            ip_rangevar_name(ddl->definitions->arena, ip_node_as(ip_field(command, "def"), "RangeVar")),
                            table->name, false, range);
        } else if (strcmp(subtype, "AT_AttachPartition") == 0) {
            json_t *part = ip_field(ip_node_as(ip_field(command, "def"), "PartitionCmd"), "name");
            add_inheritance(ddl, table->name, ip_rangevar_name(ddl->definitions->arena, part), true, range);
        } else if (*name && ip_table_column(table, name) >= 0) {
            alter_column(ddl, table, command, ip_table_column(table, name), range);
        }
    }
}

static void create_index(ip_ddl *ddl, const json_t *index, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    if (!ip_field_bool(index, "unique"))
        return;
    ip_table *table = existing(ddl, ip_field(index, "relation"), false, range);
    if (table && ip_field(index, "whereClause"))
        add_exclusion(ddl, table, "a partial unique index", ip_field(index, "indexParams"), true, range);
    if (ip_field(index, "whereClause"))
        return;
    if (table && ip_field_bool(index, "nulls_not_distinct"))
        table->unchecked = "a unique index with NULLS NOT DISTINCT";
    json_t *elements = ip_field(index, "indexParams"), *element;
    int *columns = IP_NEW_ARRAY(arena, int, json_array_size(elements));
    size_t i;
    json_array_foreach(elements, i, element)
    {
        const char *name = ip_field_text(ip_node_as(element, "IndexElem"), "name");
        columns[i] = table && *name ? ip_table_column(table, name) : -1;
        if (columns[i] < 0 && table)
            add_exclusion(ddl, table, "a unique index on an expression", elements, true, range);
        if (columns[i] < 0)
            return; /* on an expression: not a key */
    }
    if (table)
        add_key(ddl, table, ip_field_text(index, "idxname"), false, columns, (int)json_array_size(elements), range);
}

/* A unique index is a key of its table until it is dropped. */
static void drop_index(ip_ddl *ddl, const char *name)
{
    for (int t = 0; t < ddl->definitions->schema->tables.count; t++) {
        ip_table *table = ddl->definitions->schema->tables.items[t];
        for (int k = 0; k < table->keys.count; k++)
            if (!table->keys.items[k].primary && table->keys.items[k].name &&
                strcmp(table->keys.items[k].name, name) == 0) {
                for (int i = k; i + 1 < table->keys.count; i++)
                    table->keys.items[i] = table->keys.items[i + 1];
                table->keys.count--;
                table->primary_key -= table->primary_key > k;
                k--;
            }
    }
}

static void drop(ip_ddl *ddl, const json_t *statement)
{
    bool index = strcmp(ip_field_text(statement, "removeType"), "OBJECT_INDEX") == 0;
    if (!index && strcmp(ip_field_text(statement, "removeType"), "OBJECT_TABLE") != 0)
        return;
    size_t i;
    json_t *object;
    json_array_foreach(ip_field(statement, "objects"), i, object)
    {
        json_t *names = ip_field(ip_node_as(object, "List"), "items");
        size_t count = json_array_size(names);
        const char *last = count ? ip_string_node(json_array_get(names, count - 1)) : "";
        const char *name = count > 1 ? ip_arena_printf(ddl->definitions->arena, "%s.%s",
                                                       ip_string_node(json_array_get(names, count - 2)), last)
                                     : last;
        ip_table *table = index ? NULL : ip_schema_table(ddl->definitions->schema, name);
        if (index)
            drop_index(ddl, last);
        if (table)
            drop_table(ddl, table);
    }
}

/* Triggers, rules and inheritance know their tables by name. */
static void rename_in_rules(ip_definitions *d, const char *before, const char *after)
{
    for (int i = 0; i < d->triggers.count; i++)
        if (strcmp(d->triggers.items[i].table, before) == 0)
            d->triggers.items[i].table = after;
    for (int i = 0; i < d->inheritance.count; i++) {
        ip_inheritance *pair = &d->inheritance.items[i];
        if (strcmp(pair->parent, before) == 0)
            pair->parent = after;
        if (strcmp(pair->child, before) == 0)
            pair->child = after;
    }
}

static void rename_object(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *what = ip_field_text(statement, "renameType");
    const char *name = ip_arena_strdup(arena, ip_field_text(statement, "newname"));
    bool column = strcmp(what, "OBJECT_COLUMN") == 0;
    if (!column && strcmp(what, "OBJECT_TABLE") != 0)
        return;
    ip_table *table = existing(ddl, ip_field(statement, "relation"), true, range);
    if (!table)
        return;
    int index = column ? ip_table_column(table, ip_field_text(statement, "subname")) : -1;
    const char *dot = strchr(table->name, '.');
    if (index >= 0)
        table->columns.items[index].name = name;
    else if (!column)
        rename_in_rules(ddl->definitions, table->name,
                        dot ? ip_arena_printf(arena, "%.*s.%s", (int)(dot - table->name), table->name, name) : name);
    if (index < 0 && !column)
        table->name = dot ? ip_arena_printf(arena, "%.*s.%s", (int)(dot - table->name), table->name, name) : name;
}

static const char *joined(ip_arena *arena, const json_t *names)
{
    const char *text = "";
    size_t i;
    json_t *name;
    json_array_foreach(names, i, name)
    {
        const char *part = ip_string_node(name);
        if (i > 0 || json_array_size(names) == 1 || strcmp(part, "public") != 0)
            text = *text ? ip_arena_printf(arena, "%s.%s", text, part) : ip_arena_strdup(arena, part);
    }
    return text;
}

static void create_view(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_view view = {.name = ip_rangevar_name(arena, ip_field(statement, "view")),
                    .query = ip_keep_tree(arena, ip_field(statement, "query"), range)};
    size_t i;
    json_t *name;
    json_array_foreach(ip_field(statement, "aliases"), i, name)
        IP_PUSH(arena, &view.columns, (const char *)ip_arena_strdup(arena, ip_string_node(name)));
    IP_PUSH(arena, &ddl->definitions->view_queries, view);
}

static void create_trigger(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    enum { ROW = 1, BEFORE = 2, INSERT = 4, DELETE = 8, UPDATE = 16, TRUNCATE = 32 }; /* PostgreSQL's pg_trigger.h */
    ip_arena *arena = ddl->definitions->arena;
    long long events = ip_field_int(statement, "events"), timing = ip_field_int(statement, "timing");
    ip_trigger trigger = {
        .name = ip_arena_strdup(arena, ip_field_text(statement, "trigname")),
        .table = ip_rangevar_name(arena, ip_field(statement, "relation")),
        .function = joined(arena, ip_field(statement, "funcname")),
        .before = timing & BEFORE,
        .row = ip_field_bool(statement, "row"),
        .on_insert = events & INSERT,
        .on_update = events & UPDATE,
        .on_delete = events & DELETE,
        .on_truncate = events & TRUNCATE,
        .conditional = ip_field(statement, "whenClause") != NULL,
        .range = range,
    };
    IP_PUSH(arena, &ddl->definitions->triggers, trigger);
    ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL,
              "trigger \"%s\" on table \"%s\": what it does is not followed", trigger.name, trigger.table);
}

static void add_type(ip_ddl *ddl, const json_t *names, ip_type type)
{
    ip_named_type named = {joined(ddl->definitions->arena, names), type, false};
    ip_user_type user = {.name = named.name, .base = type};
    IP_PUSH(ddl->definitions->arena, &ddl->types, named);
    IP_PUSH(ddl->definitions->arena, &ddl->definitions->types, user);
}

/* A label more or renamed; a domain's constraints are not followed. */
static void alter_type(ip_definitions *d, const json_t *statement, const char *name, bool is_enum)
{
    const char *before = ip_field_text(statement, "oldVal");
    const char *after = ip_arena_strdup(d->arena, ip_field_text(statement, "newVal"));
    for (int i = 0; i < d->types.count; i++) {
        ip_user_type *user = &d->types.items[i];
        if (strcmp(user->name, name) != 0)
            continue;
        if (!is_enum)
            user->why_not = "a domain that ALTER DOMAIN changes";
        else if (!*before)
            IP_PUSH(d->arena, &user->labels, after);
        for (int k = 0; is_enum && *before && k < user->labels.count; k++)
            if (strcmp(user->labels.items[k], before) == 0)
                user->labels.items[k] = after;
    }
}

/* Statements on the schema that no transaction's rows depend on. */
static bool is_harmless(const char *kind)
{
    static const char *const endings[] = {"CommentStmt",
                                          "GrantStmt",
                                          "GrantRoleStmt",
                                          "CreateSchemaStmt",
                                          "CreateSeqStmt",
                                          "AlterSeqStmt",
                                          "CreateExtensionStmt",
                                          "AlterOwnerStmt",
                                          "CompositeTypeStmt",
                                          "CreateRoleStmt",
                                          "AlterRoleStmt",
                                          "AlterFunctionStmt",
                                          "CreatedbStmt",
                                          "AlterObjectSchemaStmt",
                                          "DefineStmt",
                                          "AlterEnumStmt",
                                          "AlterDefaultPrivilegesStmt",
                                          "CreateCastStmt",
                                          "AlterExtensionStmt",
                                          "CreateStatsStmt",
                                          "DropRoleStmt",
                                          "DropdbStmt",
                                          "ReindexStmt",
                                          "VacuumStmt",
                                          "ClusterStmt",
                                          "CreateTableSpaceStmt",
                                          "AlterDatabaseSetStmt"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(kind, endings[i]) == 0)
            return true;
    return false;
}

bool ip_ddl_apply(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const char *kind = ip_node_kind(statement);
    const json_t *body = ip_node_body(statement);
    if (strcmp(kind, "CreateStmt") == 0) {
        create_table(ddl, body, range);
    } else if (strcmp(kind, "AlterTableStmt") == 0) {
        alter_table(ddl, body, range);
    } else if (strcmp(kind, "IndexStmt") == 0) {
        create_index(ddl, body, range);
    } else if (strcmp(kind, "DropStmt") == 0) {
        drop(ddl, body);
    } else if (strcmp(kind, "RenameStmt") == 0) {
        rename_object(ddl, body, range);
    } else if (strcmp(kind, "ViewStmt") == 0) {
        IP_PUSH(d->arena, &d->views, ip_rangevar_name(d->arena, ip_field(body, "view")));
        create_view(ddl, body, range);
    } else if (strcmp(kind, "CreateTrigStmt") == 0) {
        create_trigger(ddl, body, range);
    } else if (strcmp(kind, "RuleStmt") == 0) {
        ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL, "rule on table \"%s\": what it does is not followed",
                  ip_rangevar_name(d->arena, ip_field(body, "relation")));
        add_rule(ddl, ip_rangevar_name(d->arena, ip_field(body, "relation")),
                 ip_arena_printf(d->arena, "rule %s", ip_field_text(body, "rulename")),
                 strcmp(ip_field_text(body, "event"), "CMD_SELECT") == 0, range);
    } else if (strcmp(kind, "CreatePolicyStmt") == 0) {
        ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL,
                  "row security policy on table \"%s\": its reads are not followed",
                  ip_rangevar_name(d->arena, ip_field(body, "table")));
        add_rule(ddl, ip_rangevar_name(d->arena, ip_field(body, "table")), "row security", true, range);
    } else if (strcmp(kind, "CreateEnumStmt") == 0) {
        add_type(ddl, ip_field(body, "typeName"), (ip_type){IP_TEXT, false, NULL});
        ip_user_type *user = &d->types.items[d->types.count - 1];
        user->base.name = user->name;
        size_t i;
        json_t *label;
        json_array_foreach(ip_field(body, "vals"), i, label)
            IP_PUSH(d->arena, &user->labels, (const char *)ip_arena_strdup(d->arena, ip_string_node(label)));
    } else if (strcmp(kind, "CreateDomainStmt") == 0) {
        add_type(ddl, ip_field(body, "domainname"), column_type(ddl, ip_field(body, "typeName")));
        size_t i;
        json_t *constraint;
        if (json_array_size(ip_field(body, "constraints")) > 0)
            d->types.items[d->types.count - 1].why_not = "a domain with constraints";
        json_array_foreach(ip_field(body, "constraints"), i,
                           constraint) if (strcmp(ip_field_text(ip_node_as(constraint, "Constraint"), "contype"),
                                                  "CONSTR_DEFAULT") == 0) ddl->types.items[ddl->types.count - 1]
            .has_default = true;
        if (default_of_domain(ddl, ip_field(body, "typeName")))
            ddl->types.items[ddl->types.count - 1].has_default = true;
    } else if (strcmp(kind, "AlterEnumStmt") == 0 || strcmp(kind, "AlterDomainStmt") == 0) {
        alter_type(d, body, joined(d->arena, ip_field(body, "typeName")), strcmp(kind, "AlterEnumStmt") == 0);
        return is_harmless(kind);
    } else if (strcmp(kind, "CreateTableAsStmt") == 0) {
        ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL, "CREATE TABLE AS: the columns of \"%s\" are not known",
                  ip_rangevar_name(d->arena, ip_field(ip_field(body, "into"), "rel")));
    } else {
        return is_harmless(kind);
    }
    return true;
}

void ip_ddl_finish(ip_ddl *ddl)
{
    ip_arena *arena = ddl->definitions->arena;
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        const ip_pending_key *pending = &ddl->foreign_keys.items[i];
        const ip_table *target = ip_schema_table(ddl->definitions->schema, pending->target);
        if (!target) {
            ip_report(ddl->diagnostics, IP_ERROR, pending->range, NULL,
                      "foreign key of \"%s\": table \"%s\" is not defined in the files", pending->table->name,
                      pending->target);
            continue;
        }
        const ip_key *primary = target->primary_key >= 0 ? &target->keys.items[target->primary_key] : NULL;
        int count = pending->columns.count;
        int *columns = IP_NEW_ARRAY(arena, int, count), wanted = pending->target_columns.count;
        if (wanted ? wanted != count : !primary || primary->column_count != count) {
            ip_report(ddl->diagnostics, IP_ERROR, pending->range, NULL,
                      "foreign key of \"%s\" names %d columns, the key of \"%s\" has %d", pending->table->name, count,
                      target->name,
                      wanted    ? wanted
                      : primary ? primary->column_count
                                : 0);
            continue;
        }
        bool known = true;
        for (int c = 0; c < count; c++) {
            columns[c] = wanted ? ip_table_column(target, pending->target_columns.items[c]) : primary->columns[c];
            known &= columns[c] >= 0;
        }
        if (!known) {
            ip_report(ddl->diagnostics, IP_ERROR, pending->range, NULL,
                      "foreign key of \"%s\" names a column that \"%s\" does not have", pending->table->name,
                      target->name);
            continue;
        }
        ip_foreign_key key = {
            count, pending->columns.items, target, columns, pending->range, pending->on_delete, pending->on_update};
        IP_PUSH(arena, &pending->table->foreign_keys, key);
        if (pending->deferred) /* what is deleted there is checked late, too */
            ((ip_table *)target)->unchecked = "a deferred constraint that refers to it";
    }
}
