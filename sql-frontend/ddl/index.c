/* Unique indexes, which are keys. */
#include "ddl/pieces.h"

#include <string.h>

/* Until partitions' own indexes are attached to it, an index on ONLY a partitioned table holds for none of the
 * partitions that are there (PostgreSQL 15, CREATE INDEX). pg_dump writes them so. */
void ip_ddl_key_on_only(const ip_definitions *d, ip_table *table, int keys_before)
{
    for (int i = 0; i < d->partitioned.count; i++)
        if (d->partitioned.items[i].table == table && table->keys.count > keys_before)
            table->keys.items[table->keys.count - 1].waits = true;
}

void ip_ddl_attach_index(ip_ddl *ddl, const char *name)
{
    for (int t = 0; t < ddl->definitions->schema->tables.count; t++) {
        ip_table *table = ddl->definitions->schema->tables.items[t];
        for (int k = 0; k < table->keys.count; k++)
            if (strcmp(table->keys.items[k].name, name) == 0)
                table->keys.items[k].waits = false;
    }
}

static void remove_key(ip_table *table, int k)
{
    for (int i = k; i + 1 < table->keys.count; i++)
        table->keys.items[i] = table->keys.items[i + 1];
    table->keys.count--;
    if (table->primary_key == k)
        table->primary_key = -1;
    table->primary_key -= table->primary_key > k;
}

void ip_ddl_finish_indexes(ip_ddl *ddl)
{
    for (int t = 0; t < ddl->definitions->schema->tables.count; t++) {
        ip_table *table = ddl->definitions->schema->tables.items[t];
        for (int k = table->keys.count - 1; k >= 0; k--)
            if (table->keys.items[k].waits) {
                table->unchecked = "a key on ONLY a partitioned table";
                remove_key(table, k);
            }
    }
}

void ip_ddl_imply(ip_ddl *ddl, const ip_table *table, const char *domain, const ip_tree *expression, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_implied implied = {table, domain, ip_ddl_keep_tree(arena, expression, range)};
    if (expression)
        IP_PUSH(arena, &ddl->definitions->implied, implied);
}

static void note_expressions(ip_ddl *ddl, const PgQuery__IndexStmt *index, ip_range range)
{
    const ip_table *table = ip_catalog_relation_of(ddl->definitions, ddl->path, IP_GET(index, relation)).table;
    size_t i;
    const ip_tree *element;
    if (!table)
        return;
    IP_LIST_EACH(IP_ITEMS(index, index_params), i, element)
    ip_ddl_imply(ddl, table, NULL, IP_GET(ip_as_index_elem(element), expr), range);
    ip_ddl_imply(ddl, table, NULL, IP_GET(index, where_clause), range);
}

/* Rows may also conflict by NULLs, which neither an equality nor the interpreter finds. */
static void nulls_are_equal(ip_table *table, const char *what)
{
    ip_exclusion *last = &table->exclusions.items[table->exclusions.count - 1];
    table->unchecked = what;
    last->nulls_equal = true;
}

static size_t schema_length(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? (size_t)(dot - name) : 0;
}

static bool has_index(const ip_table *table, const char *name)
{
    for (int k = 0; k < table->keys.count; k++)
        if (strcmp(table->keys.items[k].name, name) == 0)
            return true;
    for (int i = 0; i < table->exclusions.count; i++)
        if (strcmp(table->exclusions.items[i].name, name) == 0)
            return true;
    return false;
}

/* Indexes belong to the schema of their table, and share one name space with its tables and views. */
static bool is_taken(const ip_ddl *ddl, const ip_table *table, const char *name)
{
    const ip_definitions *d = ddl->definitions;
    size_t length = schema_length(table->name);
    const char *full = length ? ip_arena_printf(d->arena, "%.*s.%s", (int)length, table->name, name) : name;
    if (ip_catalog_schema_table(d->schema, full) || ip_catalog_definitions_view(d, full))
        return true;
    for (int t = 0; t < d->schema->tables.count; t++) {
        const ip_table *other = d->schema->tables.items[t];
        if (schema_length(other->name) == length && strncmp(other->name, table->name, length) == 0 &&
            has_index(other, name))
            return true;
    }
    for (int i = 0; i < ddl->indexes.count; i++) {
        const char *own = ddl->indexes.items[i].table->name;
        if (strcmp(ddl->indexes.items[i].name, name) == 0 && schema_length(own) == length &&
            strncmp(own, table->name, length) == 0)
            return true;
    }
    return false;
}

/* parse_utilcmd.c, ChooseIndexColumnNames: a call's is that of its function. */
static const char *name_of_expression(const ip_tree *tree)
{
    const ip_tree *names = IP_ITEMS(ip_as_func_call(tree), funcname);
    size_t count = ip_parse_list_size(names);
    return count ? ip_parse_string_node(ip_parse_list_item(names, count - 1)) : "expr";
}

static bool is_special(const PgQuery__IndexStmt *index)
{
    size_t i;
    const ip_tree *element;
    bool special =
        IP_ITEMS(index, index_including_params) || IP_ITEMS(index, options) || IP_GET(index, nulls_not_distinct);
    IP_LIST_EACH(IP_ITEMS(index, index_params), i, element)
    special = special || IP_ITEMS(ip_as_index_elem(element), opclass) || IP_ITEMS(ip_as_index_elem(element), collation);
    return special;
}

static bool is_computed(const PgQuery__IndexStmt *index)
{
    size_t i;
    const ip_tree *element;
    bool computed = false;
    IP_LIST_EACH(IP_ITEMS(index, index_params), i, element)
    computed = computed || !*IP_TEXT(ip_as_index_elem(element), name);
    return computed;
}

/* Of an index that is no key. */
static void note_name(ip_ddl *ddl, const ip_table *table, const PgQuery__IndexStmt *index, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_index created = {.name = ip_arena_strdup(arena, IP_TEXT(index, idxname)),
                        .table = table,
                        .method = ip_arena_strdup(arena, IP_TEXT(index, access_method)),
                        .condition = ip_ddl_keep_tree(arena, IP_GET(index, where_clause), range),
                        .partial = IP_GET(index, where_clause) != NULL,
                        .unique = IP_GET(index, unique),
                        .special = is_special(index)};
    size_t i;
    const ip_tree *element;
    IP_LIST_EACH(IP_ITEMS(index, index_params), i, element)
    {
        const PgQuery__IndexElem *part = ip_as_index_elem(element);
        bool down = IP_GET(part, ordering) == PG_QUERY__SORT_BY_DIR__SORTBY_DESC;
        PgQuery__SortByNulls nulls = IP_GET(part, nulls_ordering);
        bool first = nulls == PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_FIRST ||
                     (down && nulls != PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_LAST);
        IP_PUSH(arena, &created.columns, (const char *)ip_arena_strdup(arena, IP_TEXT(part, name)));
        IP_PUSH(arena, &created.options, (down ? 1 : 0) | (first ? 2 : 0));
        IP_PUSH(arena, &created.expressions, ip_ddl_keep_tree(arena, IP_GET(part, expr), range));
    }
    if (!*created.name) {
        const char **names = IP_NEW_ARRAY(arena, const char *, created.columns.count + 1);
        for (int c = 0; c < created.columns.count; c++)
            names[c] = *created.columns.items[c] ? created.columns.items[c]
                                                 : name_of_expression(created.expressions.items[c]->tree);
        created.name = ip_ddl_name_of_columns(ddl, table, names, created.columns.count, "idx");
    }
    if (*created.name)
        IP_PUSH(arena, &ddl->indexes, created);
}

static bool covers(const ip_index *index, const char *column)
{
    for (int c = 0; c < index->columns.count; c++)
        if (strcmp(index->columns.items[c], column) == 0 ||
            (index->expressions.items[c] && ip_parse_tree_has_text(index->expressions.items[c]->tree, column)))
            return true;
    return index->condition && ip_parse_tree_has_text(index->condition->tree, column);
}

void ip_ddl_forget_indexes(ip_ddl *ddl, const ip_table *table, const char *column)
{
    int kept = 0;
    for (int i = 0; i < ddl->indexes.count; i++)
        if (ddl->indexes.items[i].table != table || (column && !covers(&ddl->indexes.items[i], column)))
            ddl->indexes.items[kept++] = ddl->indexes.items[i];
    ddl->indexes.count = kept;
}

void ip_ddl_indexes_rename_column(ip_ddl *ddl, const ip_table *table, const char *before, const char *after)
{
    for (int i = 0; i < ddl->indexes.count; i++)
        if (ddl->indexes.items[i].table == table && covers(&ddl->indexes.items[i], before))
            ddl->indexes.items[i].special = ddl->indexes.items[i].special || ddl->indexes.items[i].partial ||
                                            ddl->indexes.items[i].table->computes_index;
    for (int i = 0; i < ddl->indexes.count; i++)
        for (int c = 0; ddl->indexes.items[i].table == table && c < ddl->indexes.items[i].columns.count; c++)
            if (strcmp(ddl->indexes.items[i].columns.items[c], before) == 0)
                ddl->indexes.items[i].columns.items[c] = after;
}

void ip_ddl_rename_index(ip_ddl *ddl, const char *before, const char *after)
{
    for (int i = 0; i < ddl->indexes.count; i++)
        if (strcmp(ddl->indexes.items[i].name, before) == 0)
            ddl->indexes.items[i].name = after;
}

/* A collation by which other values are equal than by the column's collation. */
static bool has_collation(const PgQuery__IndexElem *element, const ip_column *column)
{
    const ip_tree *names = IP_ITEMS(element, collation);
    size_t count = ip_parse_list_size(names);
    bool plain = column->type.kind == IP_TEXT;
    return count > 0 &&
           (!plain || ip_parse_collation_may_equate_texts(ip_parse_string_node(ip_parse_list_item(names, count - 1))));
}

void ip_ddl_note_index(ip_table *table, const ip_tree *elements, const ip_tree *condition)
{
    table->computes_index = table->computes_index || condition;
    for (size_t i = 0; i < ip_parse_list_size(elements); i++) {
        const ip_tree *item = ip_parse_list_item(elements, i), *pair = IP_ITEMS(ip_as_list(item), items);
        const char *name = IP_TEXT(ip_as_index_elem(pair ? ip_parse_list_item(pair, 0) : item), name);
        int column = *name ? ip_catalog_table_column(table, name) : -1;
        if (column >= 0)
            table->columns.items[column].indexed = true;
        else
            table->computes_index = true;
    }
}

void ip_ddl_create_index(ip_ddl *ddl, const PgQuery__IndexStmt *index, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_table *table = ip_catalog_relation_of(ddl->definitions, ddl->path, IP_GET(index, relation)).table;
    if (table)
        ip_ddl_note_index(table, IP_ITEMS(index, index_params), IP_GET(index, where_clause));
    if (table && IP_GET(index, if_not_exists) && is_taken(ddl, table, IP_TEXT(index, idxname)))
        return;
    note_expressions(ddl, index, range);
    if (table && (!IP_GET(index, unique) || IP_GET(index, where_clause) || is_computed(index)))
        note_name(ddl, table, index, range);
    if (!IP_GET(index, unique))
        return;
    table = ip_ddl_existing(ddl, IP_GET(index, relation), false, range);
    if (table && IP_GET(index, where_clause))
        ip_ddl_add_exclusion(ddl, table, "a partial unique index", IP_TEXT(index, idxname),
                             IP_ITEMS(index, index_params), IP_GET(index, where_clause), range);
    if (table && IP_GET(index, where_clause) && IP_GET(index, nulls_not_distinct))
        nulls_are_equal(table, "a partial unique index with NULLS NOT DISTINCT");
    if (IP_GET(index, where_clause))
        return;
    const ip_tree *elements = IP_ITEMS(index, index_params), *element;
    int *columns = IP_NEW_ARRAY(arena, int, ip_parse_list_size(elements));
    size_t i;
    IP_LIST_EACH(elements, i, element)
    {
        const char *name = IP_TEXT(ip_as_index_elem(element), name);
        columns[i] = table && *name ? ip_catalog_table_column(table, name) : -1;
        if (columns[i] >= 0 && has_collation(ip_as_index_elem(element), &table->columns.items[columns[i]])) {
            ip_ddl_add_exclusion(ddl, table, "a unique index with a collation", IP_TEXT(index, idxname), elements, NULL,
                                 range);
            table->unchecked = "a unique index with a collation";
            return;
        }
        if (columns[i] < 0 && table)
            ip_ddl_add_exclusion(ddl, table, "a unique index on an expression", IP_TEXT(index, idxname), elements, NULL,
                                 range);
        if (columns[i] < 0 && table && IP_GET(index, nulls_not_distinct))
            nulls_are_equal(table, "a unique index on an expression with NULLS NOT DISTINCT");
        if (columns[i] < 0)
            return; /* on an expression: not a key */
    }
    int count = (int)ip_parse_list_size(elements), before = table ? table->keys.count : 0;
    const char *name = IP_TEXT(index, idxname);
    if (table)
        ip_ddl_add_key(ddl, table, *name ? name : ip_ddl_constraint_name(ddl, table, columns, count, "idx"), false,
                       columns, count, range);
    for (int k = before; table && k < table->keys.count; k++)
        table->keys.items[k].index = true;
    if (table && !IP_GET(IP_GET(index, relation), inh))
        ip_ddl_key_on_only(ddl->definitions, table, before);
    if (table && IP_GET(index, nulls_not_distinct))
        ip_ddl_nulls_are_equal(ddl, table, columns, count, range);
}

/* A unique index is a key of its table until it is dropped. */
void ip_ddl_drop_index(ip_ddl *ddl, const char *name, bool cascade)
{
    for (int t = 0; t < ddl->definitions->schema->tables.count; t++) {
        ip_table *table = ddl->definitions->schema->tables.items[t];
        for (int k = 0; k < table->keys.count; k++)
            if (!table->keys.items[k].primary && strcmp(table->keys.items[k].name, name) == 0) {
                if (cascade)
                    ip_ddl_references_drop_key(ddl, table, &table->keys.items[k]);
                remove_key(table, k--);
            }
        ip_ddl_drop_exclusion(table, name);
    }
    int kept = 0;
    for (int i = 0; i < ddl->indexes.count; i++)
        if (strcmp(ddl->indexes.items[i].name, name) != 0)
            ddl->indexes.items[kept++] = ddl->indexes.items[i];
    ddl->indexes.count = kept;
}

bool ip_ddl_key_of_index(ip_table *table, const char *index, bool primary, const char *name)
{
    for (int k = 0; k < table->keys.count; k++) {
        ip_key *key = &table->keys.items[k];
        if (strcmp(key->name, index) != 0)
            continue;
        key->name = *name ? name : key->name; /* the index takes the constraint's name */
        key->primary = primary;
        key->index = false;
        table->primary_key = primary ? k : table->primary_key;
        for (int c = 0; primary && c < key->column_count; c++)
            table->columns.items[key->columns[c]].not_null = true;
        return true;
    }
    return false;
}
