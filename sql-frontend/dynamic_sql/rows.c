/* Rows of queries whose result is known before anything runs: VALUES, unnest, generate_series, catalogs. */
#include "dynamic_sql/value.h"
#include "base/words.h"
#include "parse/statement.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 2000 };

static void add_column(ip_folding *f, ip_known_columns *to, const char *table, const char *name, const char *value)
{
    IP_PUSH(f->arena, to, ((ip_known_column){table, name, value}));
}

/* ------------------------------------------------------------ catalogs -- */

/* One relation, or one column of it, in the words of all the catalogs that lists them. The oid of a relation is its
 * name here, and that of a schema its own: what joins compare is the same, and a cast to regclass gives the name. */
typedef struct listed {
    const char *schema, *name, *full;
    const char *kind; /* as pg_class.relkind */
    const ip_column *column;
    int number; /* of it */
} listed;

typedef struct catalog {
    const char *name;
    bool columns; /* a row for each column, and not for each relation */
    bool schemas; /* a row for each schema */
    const char *kinds;
    void (*fill)(ip_folding *f, const listed *l, const char *alias, ip_known_columns *to);
} catalog;

static void fill_tables(ip_folding *f, const listed *l, const char *alias, ip_known_columns *to)
{
    add_column(f, to, alias, "table_schema", l->schema);
    add_column(f, to, alias, "table_name", l->name);
    add_column(f, to, alias, "table_type", *l->kind == 'v' ? "VIEW" : "BASE TABLE");
}

static void fill_columns(ip_folding *f, const listed *l, const char *alias, ip_known_columns *to)
{
    add_column(f, to, alias, "table_schema", l->schema);
    add_column(f, to, alias, "table_name", l->name);
    add_column(f, to, alias, "column_name", l->column->name);
    add_column(f, to, alias, "is_nullable", l->column->not_null ? "NO" : "YES");
    add_column(f, to, alias, "data_type", NULL);
}

static void fill_pg_tables(ip_folding *f, const listed *l, const char *alias, ip_known_columns *to)
{
    add_column(f, to, alias, "schemaname", l->schema);
    add_column(f, to, alias, "tablename", l->name);
}

static void fill_class(ip_folding *f, const listed *l, const char *alias, ip_known_columns *to)
{
    add_column(f, to, alias, "oid", l->full);
    add_column(f, to, alias, "relname", l->name);
    add_column(f, to, alias, "relnamespace", l->schema);
    add_column(f, to, alias, "relkind", l->kind);
}

static void fill_namespace(ip_folding *f, const listed *l, const char *alias, ip_known_columns *to)
{
    add_column(f, to, alias, "oid", l->schema);
    add_column(f, to, alias, "nspname", l->schema);
}

static void fill_attribute(ip_folding *f, const listed *l, const char *alias, ip_known_columns *to)
{
    add_column(f, to, alias, "attrelid", l->full);
    add_column(f, to, alias, "attname", l->column->name);
    add_column(f, to, alias, "attnum", ip_arena_printf(f->arena, "%d", l->number));
    add_column(f, to, alias, "attisdropped", "false");
    add_column(f, to, alias, "attnotnull", l->column->not_null ? "true" : "false");
}

static const catalog catalogs[] = {
    {"information_schema.tables", false, false, "rpv", fill_tables},
    {"information_schema.columns", true, false, "rpv", fill_columns},
    {"pg_tables", false, false, "rp", fill_pg_tables},
    {"pg_class", false, false, "rpv", fill_class},
    {"pg_namespace", false, true, "rpv", fill_namespace},
    {"pg_attribute", true, false, "rpv", fill_attribute},
};

static void list(ip_folding *f, const catalog *c, listed l, const ip_table *table, const char *alias,
                 ip_fold_rows *rows)
{
    const char *dot = strrchr(l.full, '.');
    l.schema = dot ? ip_arena_strndup(f->arena, l.full, (size_t)(dot - l.full)) : "public";
    l.name = ip_last_part(l.full);
    if (!strchr(c->kinds, *l.kind))
        return;
    for (int i = 0; c->schemas && i < rows->count; i++) /* once each */
        if (strcmp(rows->items[i].columns.items[0].value, l.schema) == 0)
            return;
    for (int i = 0; i < (c->columns ? table->columns.count : 1); i++) {
        ip_fold_row row = {.sure = true};
        l.column = c->columns ? &table->columns.items[i] : NULL;
        l.number = i + 1;
        c->fill(f, &l, alias, &row.columns);
        IP_PUSH(f->arena, rows, row);
    }
}

static bool is_partitioned(const ip_definitions *d, const ip_table *table)
{
    for (int i = 0; i < d->partitioned.count; i++)
        if (d->partitioned.items[i].table == table)
            return true;
    return false;
}

/* The relations that exist so far. */
static bool of_catalog(ip_folding *f, const char *name, const char *alias, ip_fold_rows *rows)
{
    const ip_definitions *d = f->definitions;
    const catalog *c = NULL;
    if (strncmp(name, "pg_catalog.", strlen("pg_catalog.")) == 0)
        name += strlen("pg_catalog.");
    for (size_t i = 0; i < sizeof catalogs / sizeof catalogs[0]; i++)
        c = strcmp(catalogs[i].name, name) == 0 ? &catalogs[i] : c;
    for (int i = 0; c && i < d->schema->tables.count; i++) {
        const ip_table *table = d->schema->tables.items[i];
        if (!table->locks_only && !table->others && !table->own && !table->temporary)
            list(f, c, (listed){.full = table->name, .kind = is_partitioned(d, table) ? "p" : "r"}, table, alias, rows);
    }
    for (int i = 0; c && i < d->views.count; i++)
        if (!c->columns || d->views.items[i].row)
            list(f, c, (listed){.full = d->views.items[i].name, .kind = "v"}, d->views.items[i].row, alias, rows);
    return c != NULL;
}

/* ---------------------------------------------------------------- sets -- */

/* unnest(array), generate_series(1, 4): a row each, of one column. */
static bool of_set(ip_folding *f, const PgQuery__FuncCall *call, const char *alias, const char *column,
                   ip_fold_rows *rows)
{
    const char *name = ip_parse_call_name(f->arena, call);
    const ip_tree *args = IP_ITEMS(call, args);
    ip_known_elements elements = {0};
    bool known = false;
    if (strcmp(name, "unnest") == 0 && ip_parse_list_size(args) == 1) {
        known = ip_dynamic_fold_elements(f, ip_parse_list_item(args, 0), &elements);
    } else if (strcmp(name, "generate_series") == 0 && ip_parse_list_size(args) == 2) {
        const char *low = ip_dynamic_fold_value(f, ip_parse_list_item(args, 0)),
                   *high = ip_dynamic_fold_value(f, ip_parse_list_item(args, 1));
        known = low && high && strspn(low, "-0123456789") == strlen(low) && strspn(high, "-0123456789") == strlen(high);
        long long from = known ? strtoll(low, NULL, 10) : 0, to = known ? strtoll(high, NULL, 10) : 0;
        known &= to - from < MOST_ROWS;
        for (long long i = from; known && i <= to; i++)
            IP_PUSH(f->arena, &elements, (const char *)ip_arena_printf(f->arena, "%lld", i));
    }
    for (int i = 0; known && i < elements.count; i++) {
        ip_fold_row row = {.sure = true};
        add_column(f, &row.columns, alias, column, elements.items[i]);
        IP_PUSH(f->arena, rows, row);
    }
    return known;
}

static bool is_set(const void *context, const PgQuery__FuncCall *call)
{
    const ip_tree *names = IP_ITEMS(call, funcname);
    const char *name = ip_parse_last_string(names);
    (void)context;
    return strcmp(name, "unnest") == 0 || strcmp(name, "generate_series") == 0;
}

/* ---------------------------------------------------------------- FROM -- */

static bool crossed(ip_folding *f, ip_fold_rows *rows, const ip_fold_rows *others)
{
    ip_fold_rows all = {0};
    if ((long long)rows->count * others->count > 100 * MOST_ROWS)
        return false;
    for (int i = 0; i < rows->count; i++)
        for (int k = 0; k < others->count; k++) {
            ip_fold_row row = {.sure = rows->items[i].sure && others->items[k].sure};
            for (int c = 0; c < rows->items[i].columns.count; c++)
                IP_PUSH(f->arena, &row.columns, rows->items[i].columns.items[c]);
            for (int c = 0; c < others->items[k].columns.count; c++)
                IP_PUSH(f->arena, &row.columns, others->items[k].columns.items[c]);
            IP_PUSH(f->arena, &all, row);
        }
    *rows = all;
    return true;
}

/* The rows for which the condition is not known to be false. */
static void filtered(ip_folding *f, const ip_tree *condition, ip_fold_rows *rows)
{
    const ip_known_columns *before = f->row;
    int count = 0;
    for (int i = 0; condition && i < rows->count; i++) {
        f->row = &rows->items[i].columns;
        const char *value = ip_dynamic_fold_value(f, condition);
        if (value && strcmp(value, "false") == 0)
            continue;
        rows->items[i].sure &= value != NULL;
        rows->items[count++] = rows->items[i];
    }
    if (condition)
        rows->count = count;
    f->row = before;
}

/* A subquery's outputs under its alias: by their own names, or those in the alias. */
static void renamed(ip_folding *f, const PgQuery__SelectStmt *select, const char *alias, const ip_tree *names,
                    ip_fold_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        ip_known_columns columns = {0};
        ip_dynamic_fold_outputs(f, select, &rows->items[i], &columns);
        for (int c = 0; c < columns.count; c++) {
            const char *name = ip_parse_string_node(ip_parse_list_item(names, (size_t)c));
            columns.items[c].table = alias;
            if (*name)
                columns.items[c].name = ip_arena_strdup(f->arena, name);
        }
        rows->items[i].columns = columns;
    }
}

static bool of_item(ip_folding *f, const ip_tree *item, ip_fold_rows *rows)
{
    const PgQuery__RangeVar *table = ip_as_range_var(item);
    const PgQuery__RangeFunction *function = ip_as_range_function(item);
    const PgQuery__RangeSubselect *subquery = ip_as_range_subselect(item);
    const PgQuery__JoinExpr *join = ip_as_join_expr(item);
    const PgQuery__Alias *alias = table      ? table->alias
                                  : function ? function->alias
                                  : subquery ? subquery->alias
                                             : IP_GET(join, alias);
    const ip_tree *names = IP_ITEMS(alias, colnames);
    const char *called = ip_arena_strdup(f->arena, IP_TEXT(alias, aliasname));
    if (table)
        return ip_parse_list_size(names) == 0 &&
               of_catalog(f, ip_parse_rangevar_name(f->arena, table),
                          *called ? called : ip_arena_strdup(f->arena, IP_TEXT(table, relname)), rows);
    if (function) {
        const ip_tree *functions = IP_ITEMS(function, functions);
        const ip_tree *one = IP_ITEMS(ip_as_list(ip_parse_list_item(functions, 0)), items);
        const PgQuery__FuncCall *call = ip_as_func_call(ip_parse_list_item(one, 0));
        const char *column = ip_parse_string_node(ip_parse_list_item(names, 0));
        column = *column ? ip_arena_strdup(f->arena, column) : *called ? called : ip_parse_call_name(f->arena, call);
        return ip_parse_list_size(functions) == 1 && !IP_GET(function, ordinality) && call &&
               of_set(f, call, called, column, rows);
    }
    if (subquery) {
        const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(subquery, subquery));
        if (IP_GET(subquery, lateral) || !ip_dynamic_fold_rows_of(f, select, rows))
            return false;
        renamed(f, select, called, names, rows);
        return true;
    }
    ip_fold_rows right = {0};
    if (!join || IP_GET(join, jointype) != PG_QUERY__JOIN_TYPE__JOIN_INNER || *called || IP_ITEMS(join, using_clause) ||
        IP_GET(join, is_natural) || !of_item(f, IP_GET(join, larg), rows) || !of_item(f, IP_GET(join, rarg), &right) ||
        !crossed(f, rows, &right))
        return false;
    filtered(f, IP_GET(join, quals), rows);
    return true;
}

static void of_values(ip_folding *f, const ip_tree *lists, ip_fold_rows *rows)
{
    for (size_t i = 0; i < ip_parse_list_size(lists); i++) {
        const ip_tree *items = IP_ITEMS(ip_as_list(ip_parse_list_item(lists, i)), items);
        ip_fold_row row = {.sure = true};
        for (size_t k = 0; k < ip_parse_list_size(items); k++)
            add_column(f, &row.columns, "", ip_arena_printf(f->arena, "column%zu", k + 1),
                       ip_dynamic_fold_value(f, ip_parse_list_item(items, k)));
        IP_PUSH(f->arena, rows, row);
    }
}

bool ip_dynamic_fold_rows_of(ip_folding *f, const PgQuery__SelectStmt *select, ip_fold_rows *rows)
{
    if (!select || ip_parse_is_set_operation(select) || IP_GET(select, with_clause))
        return false;
    const ip_tree *from = IP_ITEMS(select, from_clause), *targets = IP_ITEMS(select, target_list);
    ip_fold_row none = {.sure = true};
    if (IP_ITEMS(select, values_lists))
        of_values(f, IP_ITEMS(select, values_lists), rows);
    else
        IP_PUSH(f->arena, rows, none);
    for (size_t i = 0; i < ip_parse_list_size(from); i++) {
        ip_fold_rows next = {0};
        if (!of_item(f, ip_parse_list_item(from, i), &next) || !crossed(f, rows, &next))
            return false;
    }
    filtered(f, IP_GET(select, where_clause), rows);
    for (size_t i = 0; i < ip_parse_list_size(targets); i++) {
        const PgQuery__FuncCall *set = ip_parse_own_call(ip_parse_list_item(targets, i), is_set, NULL);
        ip_fold_rows next = {0};
        if (set && (!of_set(f, set, "", ip_parse_call_name(f->arena, set), &next) || !crossed(f, rows, &next)))
            return false;
    }
    const void *const others[] = {IP_GET(select, limit_count), IP_GET(select, limit_offset),
                                  IP_ITEMS(select, group_clause), IP_GET(select, having_clause)};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        for (int k = 0; others[i] && k < rows->count; k++)
            rows->items[k].sure = false;
    return rows->count <= MOST_ROWS;
}

void ip_dynamic_fold_outputs(ip_folding *f, const PgQuery__SelectStmt *select, const ip_fold_row *row,
                             ip_known_columns *outputs)
{
    const ip_known_columns *before = f->row;
    const ip_tree *targets = IP_ITEMS(select, target_list);
    if (IP_ITEMS(select, values_lists))
        *outputs = row->columns;
    f->row = &row->columns;
    for (size_t i = 0; i < ip_parse_list_size(targets); i++) {
        const PgQuery__ResTarget *target = ip_as_res_target(ip_parse_list_item(targets, i));
        const ip_tree *value = IP_GET(target, val);
        const PgQuery__ColumnRef *column = ip_as_column_ref(value);
        const PgQuery__FuncCall *call = ip_as_func_call(value);
        while (ip_as_type_cast(value) && !column && !call) { /* a cast has the name of its operand */
            value = IP_GET(ip_as_type_cast(value), arg);
            column = ip_as_column_ref(value);
            call = ip_as_func_call(value);
        }
        const ip_tree *names = column ? IP_ITEMS(column, fields) : IP_ITEMS(call, funcname);
        const ip_tree *last = ip_parse_list_item(names, ip_parse_list_size(names) - 1);
        const char *name = IP_TEXT(target, name);
        if (ip_as_a_star(last)) {
            for (int k = 0; k < row->columns.count; k++)
                IP_PUSH(f->arena, outputs, row->columns.items[k]);
            continue;
        }
        add_column(f, outputs, "", ip_arena_strdup(f->arena, *name ? name : ip_parse_string_node(last)),
                   ip_dynamic_fold_value(f, IP_GET(target, val)));
    }
    f->row = before;
}
