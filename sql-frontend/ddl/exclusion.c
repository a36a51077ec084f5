/* Constraints that forbid some pairs of rows and are not keys: EXCLUDE, unique indexes on expressions or on part of the
 * rows, deferrable keys, NULLS NOT DISTINCT. */
#include "ddl/pieces.h"

#include <string.h>

/* The server's name for the column of an index on an expression: its FigureIndexColname. NULL: not known here. */
static const char *column_name(const ip_ddl *ddl, const PgQuery__IndexElem *element)
{
    const char *name = IP_TEXT(element, name);
    const PgQuery__FuncCall *call = ip_as_func_call(IP_GET(element, expr));
    const ip_tree *names = IP_ITEMS(call, funcname);
    size_t count = ip_parse_list_size(names);
    if (*name)
        return ip_arena_strdup(ddl->definitions->arena, name);
    return count ? ip_arena_strdup(ddl->definitions->arena, ip_parse_string_node(ip_parse_list_item(names, count - 1)))
                 : NULL;
}

/* Ranges, and the type that columns must have to be their bounds without a cast. */
static const struct range_type {
    const char *name, *bound;
} range_types[] = {
    {"int4range", "integer"},
    {"int8range", "bigint"},
    {"numrange", "numeric"},
    {"tsrange", "timestamp without time zone"},
    {"tstzrange", "timestamp with time zone"},
    {"daterange", "date"},
};

/* NULL: another one. */
static const char *bound_type(const PgQuery__FuncCall *call)
{
    const ip_tree *names = IP_ITEMS(call, funcname);
    size_t count = ip_parse_list_size(names);
    if (count == 0 || (count > 1 && strcmp(ip_parse_string_node(ip_parse_list_item(names, 0)), "pg_catalog") != 0))
        return NULL;
    for (size_t i = 0; i < sizeof range_types / sizeof range_types[0]; i++)
        if (strcmp(ip_parse_string_node(ip_parse_list_item(names, count - 1)), range_types[i].name) == 0)
            return range_types[i].bound;
    return NULL;
}

/* The column's name; NULL: the expression is not a column of the table. */
static const char *column_of(ip_arena *arena, const ip_table *table, const ip_tree *expression)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(expression), fields);
    const char *name = ip_parse_list_size(fields) == 1 ? ip_parse_string_node(ip_parse_list_item(fields, 0)) : "";
    return ip_catalog_table_column(table, name) >= 0 ? ip_arena_strdup(arena, name) : NULL;
}

static bool has_type(const ip_table *table, const char *column, const char *type)
{
    const ip_type *has = &table->columns.items[ip_catalog_table_column(table, column)].type;
    size_t length = strcspn(has->name ? has->name : "", "(");
    return !has->array && strlen(type) == length && strncmp(has->name, type, length) == 0;
}

static void read_range(ip_arena *arena, const ip_table *table, const PgQuery__FuncCall *call, ip_exclusion_part *part)
{
    const ip_tree *args = IP_ITEMS(call, args);
    const char *type = bound_type(call);
    const char *bounds = IP_TEXT(ip_const_sval(ip_as_a_const(ip_parse_list_item(args, 2))), sval);
    size_t count = ip_parse_list_size(args);
    bool closed = strcmp(bounds, "[]") == 0;
    if (!type || strcmp(part->operator, "&&") != 0 || count < 2 || count > 3 ||
        (count == 3 && !closed && strcmp(bounds, "[)") != 0))
        return;
    const char *lower = column_of(arena, table, ip_parse_list_item(args, 0));
    const char *upper = column_of(arena, table, ip_parse_list_item(args, 1));
    if (!lower || !upper || !has_type(table, lower, type) || !has_type(table, upper, type))
        return;
    part->lower = lower;
    part->upper = upper;
    part->closed = part->filled = closed;
}

/* Columns that an expression names; another name may refer to the whole row. */
static void name_columns(ip_arena *arena, const ip_table *table, ip_exclusion *exclusion, const ip_tree *node)
{
    const ip_tree *value;
    size_t i;
    const PgQuery__ColumnRef *ref = ip_as_column_ref(node);
    const ip_tree *fields = IP_ITEMS(ref, fields);
    size_t count = ip_parse_list_size(fields);
    if (ref) {
        const char *name = count ? ip_parse_string_node(ip_parse_list_item(fields, count - 1)) : "";
        if (ip_catalog_table_column(table, name) >= 0)
            IP_PUSH(arena, &exclusion->named, ip_arena_strdup(arena, name));
        else
            exclusion->any = true;
    } else if (ip_parse_tree_is_list(node)) {
        IP_LIST_EACH(node, i, value) name_columns(arena, table, exclusion, value);
    } else if (ip_parse_tree_is_message(node)) {
        IP_TREE_EACH(node, key, value) name_columns(arena, table, exclusion, value);
    }
}

static void add_part(ip_ddl *ddl, const ip_table *table, ip_exclusion *exclusion, const PgQuery__IndexElem *element,
                     const char *operator)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *name = ip_arena_strdup(arena, IP_TEXT(element, name));
    const ip_tree *expression = IP_GET(element, expr);
    ip_exclusion_part part = {.column = *name ? name : NULL,
                              .expr = ip_ddl_keep_tree(arena, expression, exclusion->range),
                              .operator= ip_arena_strdup(arena, operator)};
    part.equal = strcmp(operator, "=") == 0 && !IP_ITEMS(element, collation) && !IP_ITEMS(element, opclass);
    read_range(arena, table, ip_as_func_call(expression), &part);
    exclusion->computed = exclusion->computed || (!*name && !part.lower);
    if (!*name && !part.lower)
        name_columns(arena, table, exclusion, expression);
    IP_PUSH(arena, &exclusion->parts, part);
    if (part.lower) {
        IP_PUSH(arena, &exclusion->named, part.lower);
        IP_PUSH(arena, &exclusion->named, part.upper);
    }
    if (!*name)
        return;
    IP_PUSH(arena, &exclusion->named, name);
    if (part.equal)
        IP_PUSH(arena, &exclusion->equal, name);
}

/* elements: IndexElem nodes, or lists of one and its operator. */
void ip_ddl_add_exclusion(ip_ddl *ddl, ip_table *table, const char *what, const char *name, const ip_tree *elements,
                          const ip_tree *condition, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_exclusion exclusion = {
        .what = what, .computed = condition != NULL, .range = range, .unique = true, .made = ++ddl->definitions->made};
    IP_VEC(const char *) columns = {0};
    bool known = true;
    exclusion.where = ip_ddl_keep_tree(arena, condition, range);
    name_columns(arena, table, &exclusion, condition);
    for (size_t i = 0; i < ip_parse_list_size(elements); i++) {
        const ip_tree *item = ip_parse_list_item(elements, i), *pair = IP_ITEMS(ip_as_list(item), items);
        const PgQuery__IndexElem *element = ip_as_index_elem(pair ? ip_parse_list_item(pair, 0) : item);
        const ip_tree *names = IP_ITEMS(ip_as_list(ip_parse_list_item(pair, 1)), items);
        size_t count = ip_parse_list_size(names);
        const char *column = column_name(ddl, element);
        exclusion.unique = exclusion.unique && !pair;
        known = known && column;
        IP_PUSH(arena, &columns, column);
        add_part(ddl, table, &exclusion, element,
                 count ? ip_parse_string_node(ip_parse_list_item(names, count - 1)) : "=");
    }
    exclusion.followed = !exclusion.computed && !exclusion.unique;
    const char *label = exclusion.unique ? "idx" : "excl";
    exclusion.name = *name   ? ip_arena_strdup(arena, name)
                     : known ? ip_ddl_name_of_columns(ddl, table, columns.items, columns.count, label)
                             : "";
    IP_PUSH(arena, &table->exclusions, exclusion);
    ip_ddl_note_index(table, elements, condition);
}

void ip_ddl_defer_exclusion(ip_table *table, bool deferrable, bool deferred)
{
    ip_exclusion *last = &table->exclusions.items[table->exclusions.count - 1];
    last->deferrable = last->late = deferrable || deferred;
    last->deferred = deferred;
}

static ip_exclusion of_columns(ip_ddl *ddl, const ip_table *table, const int *columns, int count, bool equal)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_exclusion exclusion = {.name = "", .unique = true};
    for (int c = 0; c < count; c++) {
        ip_exclusion_part part = {.column = table->columns.items[columns[c]].name, .operator= "=" };
        IP_PUSH(arena, &exclusion.named, part.column);
        IP_PUSH(arena, &exclusion.parts, part);
        if (equal)
            IP_PUSH(arena, &exclusion.equal, part.column);
    }
    return exclusion;
}

/* Until the end of the transaction two rows may have the same key: before that, nothing follows from the key. */
void ip_ddl_defer_key(ip_ddl *ddl, ip_table *table, const int *columns, int count, bool deferred)
{
    int last = table->keys.count - 1;
    if (last < 0 || table->keys.items[last].column_count != count ||
        memcmp(table->keys.items[last].columns, columns, (size_t)count * sizeof *columns) != 0)
        return;
    ip_exclusion exclusion = of_columns(ddl, table, columns, count, true);
    exclusion.what = "a deferrable key";
    exclusion.name = table->keys.items[last].name;
    exclusion.range = table->keys.items[last].range;
    exclusion.made = table->keys.items[last].made;
    exclusion.primary = table->keys.items[last].primary;
    exclusion.deferrable = exclusion.late = true;
    exclusion.deferred = deferred;
    table->keys.count = last;
    if (table->primary_key == last)
        table->primary_key = -1;
    IP_PUSH(ddl->definitions->arena, &table->exclusions, exclusion);
}

/* NULLS NOT DISTINCT: rows may also conflict by NULLs, which no equality finds. */
void ip_ddl_nulls_are_equal(ip_ddl *ddl, ip_table *table, const int *columns, int count, ip_range range)
{
    ip_exclusion exclusion = of_columns(ddl, table, columns, count, false);
    exclusion.what = "a key with NULLS NOT DISTINCT";
    exclusion.range = range;
    exclusion.nulls_equal = true;
    exclusion.name = table->keys.count ? table->keys.items[table->keys.count - 1].name : "";
    exclusion.made = table->keys.count ? table->keys.items[table->keys.count - 1].made : 0;
    IP_PUSH(ddl->definitions->arena, &table->exclusions, exclusion);
}

static const char doubted[] = "a constraint that was perhaps dropped or changed";

/* The constraint may have been dropped, or may compare other values now: any row may conflict, and none certainly
 * does. */
static void doubt(ip_table *table, ip_exclusion *exclusion)
{
    exclusion->followed = false;
    exclusion->any = true;
    table->unchecked = doubted;
}

bool ip_ddl_drop_exclusion(ip_table *table, const char *name)
{
    int kept = 0, before = table->exclusions.count;
    for (int i = 0; i < before; i++) {
        ip_exclusion *exclusion = &table->exclusions.items[i];
        if (strcmp(exclusion->name, name) == 0)
            continue;
        if (!*exclusion->name)
            doubt(table, exclusion);
        table->exclusions.items[kept++] = *exclusion;
    }
    table->exclusions.count = kept;
    return kept < before;
}

void ip_ddl_rename_exclusion(ip_table *table, const char *before, const char *after)
{
    for (int i = 0; i < table->exclusions.count; i++)
        if (strcmp(table->exclusions.items[i].name, before) == 0)
            table->exclusions.items[i].name = after;
}

void ip_ddl_exclusions_after_column(ip_table *table, const char *column)
{
    for (int i = 0; i < table->exclusions.count; i++) {
        ip_exclusion *exclusion = &table->exclusions.items[i];
        bool concerned = exclusion->any;
        for (int k = 0; k < exclusion->named.count; k++)
            concerned = concerned || strcmp(exclusion->named.items[k], column) == 0;
        if (concerned)
            doubt(table, exclusion);
    }
}

static void rename_in(const char **names, int count, const char *before, const char *after)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], before) == 0)
            names[i] = after;
}

void ip_ddl_exclusions_rename_column(ip_table *table, const char *before, const char *after)
{
    for (int i = 0; i < table->exclusions.count; i++) {
        ip_exclusion *exclusion = &table->exclusions.items[i];
        rename_in(exclusion->named.items, exclusion->named.count, before, after);
        rename_in(exclusion->equal.items, exclusion->equal.count, before, after);
        for (int k = 0; k < exclusion->parts.count; k++) {
            ip_exclusion_part *part = &exclusion->parts.items[k];
            const char **const columns[] = {&part->column, &part->lower, &part->upper};
            for (int c = 0; c < 3; c++)
                if (*columns[c])
                    rename_in(columns[c], 1, before, after);
        }
    }
}

/* ---- bounds in CHECK ---- */

static void read_order(ip_arena *arena, ip_table *table, const ip_tree *expression)
{
    const PgQuery__BoolExpr *both = ip_as_bool_expr(expression);
    const PgQuery__AExpr *compared = ip_as_a_expr(expression);
    const ip_tree *names = IP_ITEMS(compared, name);
    const char *op = ip_parse_list_size(names) == 1 ? ip_parse_string_node(ip_parse_list_item(names, 0)) : "";
    size_t i;
    const ip_tree *arg;
    if (IP_GET(both, boolop) == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR)
        IP_LIST_EACH(IP_ITEMS(both, args), i, arg) read_order(arena, table, arg);
    if (IP_GET(compared, kind) != PG_QUERY__A__EXPR__KIND__AEXPR_OP || (op[0] != '<' && op[0] != '>') ||
        (op[1] && strcmp(op + 1, "=") != 0))
        return;
    bool less = op[0] == '<';
    ip_ordered ordered = {column_of(arena, table, less ? IP_GET(compared, lexpr) : IP_GET(compared, rexpr)),
                          column_of(arena, table, less ? IP_GET(compared, rexpr) : IP_GET(compared, lexpr)),
                          op[1] == '='};
    if (ordered.lower && ordered.upper)
        IP_PUSH(arena, &table->ordered, ordered);
}

static bool is_filled(const ip_table *table, const ip_exclusion_part *part)
{
    bool filled = part->closed;
    for (int i = 0; i < table->ordered.count; i++) {
        const ip_ordered *o = &table->ordered.items[i];
        filled = filled || (!o->or_equal && strcmp(o->lower, part->lower) == 0 && strcmp(o->upper, part->upper) == 0);
    }
    return filled;
}

void ip_ddl_finish_exclusions(ip_ddl *ddl)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->checks.count; i++) {
        ip_table *table = ip_catalog_schema_table(d->schema, d->checks.items[i].table->name);
        ip_parse_error error;
        const ip_tree *tree =
            ip_parse_pg_parse_expr(d->arena, ip_range_text(d->arena, d->checks.items[i].expr), &error);
        if (table && tree)
            read_order(d->arena, table, tree);
    }
    for (int t = 0; t < d->schema->tables.count; t++) {
        const ip_table *table = d->schema->tables.items[t];
        for (int x = 0; x < table->exclusions.count; x++)
            for (int k = 0; k < table->exclusions.items[x].parts.count; k++) {
                ip_exclusion_part *part = &table->exclusions.items[x].parts.items[k];
                part->filled = part->lower && is_filled(table, part);
            }
    }
}
