/* Writes the catalog (PostgreSQL 15, chapters 53 and 37) as SQL views over constant rows, which are read together with
 * the schema. Columns that a view lacks are unknown: a query that names one is refused instead of answered wrongly. */
#include "server/catalog/catalog_text.h"
#include "server/catalog/catalog_writing.h"
#include "server/types.h"

#include "base/words.h"
#include "catalog/schema.h"
#include "interpreter/value/sqltype.h"
#include "workload/client_definition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLES = IP_TABLE_OIDS,
    VIEWS = IP_VIEW_OIDS,
    INDEXES = 300000,
    CONSTRAINTS = 400000,
    SEQUENCES = IP_SEQUENCE_OIDS
};

typedef ip_catalog_writing writing;

#define ROW IP_CATALOG_ROW
#define TEXTS IP_TEXTS

/* ------------------------------------------------------------------ names -- */

bool ip_served_catalog_shows(const ip_table *table)
{
    return !table->locks_only && !table->own && !table->others;
}

const char *ip_served_catalog_own_name(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? dot + 1 : name;
}

const char *ip_served_catalog_schema_of(const writing *w, const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? ip_arena_strndup(w->arena, name, (size_t)(dot - name)) : "public";
}

/* Schemas other than public are numbered in the order in which they are listed. */
long ip_served_catalog_namespace_of(const writing *w, const char *name)
{
    const char *schema = ip_served_catalog_schema_of(w, name), *listed;
    if (strcmp(schema, "public") == 0)
        return 2200;
    for (int i = 0; (listed = ip_workload_listed_schema(w->arena, w->definitions, i)) != NULL; i++)
        if (strcmp(listed, schema) == 0)
            return 16384 + i;
    return 16383;
}

static long enum_of(const writing *w, const char *name)
{
    const char *known;
    for (int i = 0; name && (known = ip_workload_listed_enum(w->definitions, i, -1)); i++)
        if (strcmp(known, name) == 0)
            return ip_served_wire_user_number(name, false);
    return 0;
}

typedef struct column_type {
    ip_sqltype type;
    long oid;
    const char *name, *udt; /* of information_schema.columns */
    long modifier;
} column_type;

static column_type type_of(const writing *w, const ip_column *column)
{
    column_type created = {.type = ip_value_sqltype_of_field(w->arena, column)};
    bool user = enum_of(w, column->type.name) || (column->row && created.type.shape);
    uint32_t base = ip_served_wire_type_of(created.type).oid;
    created.oid = column->domain ? ip_served_wire_user_number(column->domain, created.type.array) : base;
    created.name = created.type.array ? "ARRAY" : user ? "USER-DEFINED" : ip_value_sqltype_name(w->arena, created.type);
    created.udt = created.name;
    for (int i = 0; i < w->types.count; i++) {
        const ip_described_type *type = &w->types.items[i];
        const char *own = type->own ? type->name : ip_served_catalog_own_name(type->name);
        if (type->oid == base || type->array == base)
            created.udt = type->oid == base ? own : ip_arena_printf(w->arena, "_%s", own);
    }
    created.modifier = ip_served_wire_modifier(created.type);
    if (column->type.kind == IP_OTHER && !column->type.name && !column->row)
        created.oid = IP_UNKNOWN_TYPE;
    return created;
}

/* Returns the columns, counted from 1, as SQL: ARRAY[1, 2]::smallint[]. */
static const char *numbers_of(const writing *w, const int *columns, int count)
{
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = ip_arena_printf(w->arena, "%s%s%d", text, i ? ", " : "", columns[i] + 1);
    return ip_arena_printf(w->arena, "ARRAY[%s]::smallint[]", text);
}

/* ---------------------------------------------------------------- objects -- */

static void namespaces(writing *w)
{
    static const char columns[] = "oid bigint, nspname name, nspowner bigint, nspacl text[]";
    const char *schema;
    ip_served_catalog_begin(w, "pg_catalog.pg_namespace", columns);
    ip_served_catalog_same(w, "tableoid", "2615::bigint");
    static const char own[] = "ARRAY['pg_database_owner=UC/pg_database_owner', '=U/pg_database_owner']";
    ROW(w, "ntna", TEXTS("pg_catalog", "ARRAY['isoproof=UC/isoproof', '=U/isoproof']"), 11, 10);
    ROW(w, "ntna", TEXTS("information_schema", "ARRAY['isoproof=UC/isoproof', '=U/isoproof']"), 13000, 10);
    for (int i = 0; (schema = ip_workload_listed_schema(w->arena, w->definitions, i)) != NULL; i++)
        if (strcmp(schema, "public") == 0)
            ROW(w, "ntna", TEXTS(schema, own), 2200, 6171);
        else
            ROW(w, "ntna", TEXTS(schema, "NULL"), 16384 + i, 10);
    ip_served_catalog_end(w, columns);
}

static long key_index(const ip_table *table, int key)
{
    return INDEXES + 1000L * table->id + key;
}

bool ip_served_catalog_is_indexed(const writing *w, const ip_table *table)
{
    ip_listed_index index;
    for (int i = 0; ip_workload_listed_index_at(w->arena, w->definitions, i, &index); i++)
        if (index.table == table)
            return true;
    return table->keys.count > 0;
}

/* Of a table. */
typedef struct constrained {
    bool has_triggers; /* by which a server checks foreign keys, of both tables */
    int checks;
} constrained;

/* [table] in one pass, since there may be thousands. */
static constrained *constrained_tables(const writing *w)
{
    int count = w->schema->tables.count;
    constrained *of = IP_NEW_ARRAY(w->arena, constrained, count);
    for (int i = 0; i < count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        for (int k = 0; k < table->foreign_keys.count; k++)
            of[table->id].has_triggers = of[table->foreign_keys.items[k].target->id].has_triggers = true;
    }
    ip_listed_check check;
    for (int i = 0; ip_workload_listed_check_at(w->arena, w->definitions, i, &check); i++)
        of[check.table->id].checks++;
    return of;
}

static void relations(writing *w)
{
    static const char columns[] =
        "oid bigint, relname name, relnamespace bigint, relkind letter, relpersistence letter, relam "
        "bigint, relispartition boolean, reloptions text[], relnatts integer, relowner bigint, reltuples real, "
        "relrowsecurity boolean, relhasindex boolean, reltablespace bigint, relreplident letter, relispopulated "
        "boolean, relhasrules boolean, relhastriggers boolean, relforcerowsecurity boolean, reloftype bigint, "
        "reltoastrelid bigint, relchecks smallint, relpartbound text, reltype bigint";
    static const char row[] = "ntnttnbannnbbntbbbbnnntn";
    ip_listed_index index;
    ip_listed_type type;
    const char *view;
    const constrained *of = constrained_tables(w);
    ip_served_catalog_begin(w, "pg_catalog.pg_class", columns);
    ip_served_catalog_same(w, "tableoid", "1259::bigint");
    ip_served_catalog_same(w, "relacl", "NULL::text[]");
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        long schema = ip_served_catalog_namespace_of(w, table->name);
        if (!ip_served_catalog_shows(table))
            continue;
        const char *persistence = ip_catalog_name_is_temporary(table->name) ? "t" : "p";
        bool materialized = ip_workload_is_materialized(w->definitions, table);
        ROW(w, row,
            TEXTS(ip_served_catalog_own_name(table->name), materialized ? "m" : "r", persistence, "NULL", "d", NULL),
            TABLES + i, schema, 2, 0, table->columns.count, 10, -1, 0, ip_served_catalog_is_indexed(w, table), 0,
            !materialized || ip_workload_is_filled(w->definitions, table), 0, of[table->id].has_triggers, 0, 0, 0,
            of[table->id].checks, ip_served_wire_user_number(table->name, false));
        for (int k = 0; k < table->keys.count; k++)
            ROW(w, row, TEXTS(table->keys.items[k].name, "i", "p", "NULL", "d", NULL), key_index(table, k), schema, 403,
                0, table->keys.items[k].column_count, 10, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    }
    for (int i = 0; (view = ip_workload_listed_view(w->definitions, i)); i++)
        ROW(w, row, TEXTS(ip_served_catalog_own_name(view), "v", "p", "NULL", "d", NULL), VIEWS + i,
            ip_served_catalog_namespace_of(w, view), 0, 0, 0, 10, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0,
            ip_served_wire_user_number(view, false));
    for (int i = 0; ip_workload_listed_type_at(w->definitions, i, &type); i++)
        if (type.kind == 'c')
            ROW(w, row, TEXTS(ip_served_catalog_own_name(type.name), "c", "p", "NULL", "n", NULL),
                IP_COMPOSITE_OIDS + i, ip_served_catalog_namespace_of(w, type.name), 0, 0, type.row->columns.count, 10,
                0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ip_served_wire_user_number(type.name, false));
    for (int i = 0; ip_workload_listed_index_at(w->arena, w->definitions, i, &index); i++)
        ROW(w, row, TEXTS(index.name, "i", "p", "NULL", "d", NULL), VIEWS + 50000 + i,
            ip_served_catalog_namespace_of(w, index.table->name), strcmp(index.method, "btree") == 0 ? 403 : 2742, 0,
            index.count, 10, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    for (int i = 0; i < w->schema->sequences.count; i++) {
        const char *name = w->schema->sequences.items[i]->name;
        ROW(w, row, TEXTS(ip_served_catalog_own_name(name), "S", "p", "NULL", "d", NULL), SEQUENCES + i,
            ip_served_catalog_namespace_of(w, name), 0, 0, 3, 10, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    }
    ip_served_catalog_end(w, columns);
}

static bool is_identity(const ip_column *column)
{
    return column->sequence && !column->kept_default && !column->own_sequence;
}

/* pg_type.typstorage. */
static const char *storage_of(column_type type)
{
    bool array = type.type.array;
    return !array && (ip_served_wire_type_of(type.type).size > 0 || strcmp(type.udt, "tsquery") == 0) ? "p"
           : !array && ip_is_among("numeric inet cidr", type.udt)                                     ? "m"
                                                                                                      : "x";
}

static void attributes_of(writing *w, const ip_table *table, long oid)
{
    for (int c = 0; c < table->columns.count; c++) {
        const ip_column *column = &table->columns.items[c];
        column_type type = type_of(w, column);
        bool identity = is_identity(column);
        ROW(w, "ntnnnbbttbnnbnt",
            TEXTS(column->name,
                  !identity        ? ""
                  : column->always ? "a"
                                   : "d",
                  column->generated ? "s" : "", storage_of(type)),
            oid, type.oid, type.modifier, c + 1, column->not_null, column->has_default && !identity, 0,
            ip_served_catalog_category(type.udt) == 'S' ? 100 : 0, type.type.array, 1,
            ip_served_wire_type_of(type.type).size);
    }
}

static void attribute_of_index(writing *w, const ip_table *table, int column, long oid, int number)
{
    const ip_column *of = column < 0 ? NULL : &table->columns.items[column];
    column_type type = of ? type_of(w, of) : (column_type){.oid = IP_UNKNOWN_TYPE, .modifier = -1};
    ROW(w, "ntnnnbbttbnnbnt", TEXTS(of ? of->name : "expr", "", "", of ? storage_of(type) : "x"), oid, type.oid,
        type.modifier, number, 0, 0, 0, 0, 0, 1, of ? ip_served_wire_type_of(type.type).size : -1);
}

static void attributes_of_indexes(writing *w)
{
    ip_listed_index index;
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        for (int k = 0; ip_served_catalog_shows(table) && k < table->keys.count; k++)
            for (int c = 0; c < table->keys.items[k].column_count; c++)
                attribute_of_index(w, table, table->keys.items[k].columns[c], key_index(table, k), c + 1);
    }
    for (int i = 0; ip_workload_listed_index_at(w->arena, w->definitions, i, &index); i++)
        for (int c = 0; c < index.count; c++)
            attribute_of_index(w, index.table,
                               *index.columns[c] ? ip_catalog_table_column(index.table, index.columns[c]) : -1,
                               VIEWS + 50000 + i, c + 1);
}

static void attributes(writing *w)
{
    static const char columns[] =
        "attrelid bigint, attname name, atttypid bigint, atttypmod integer, attnum smallint, attnotnull boolean, "
        "atthasdef boolean, attidentity letter, attgenerated letter, attisdropped boolean, attcollation bigint, "
        "attndims "
        "integer, attislocal boolean, attlen smallint, attstorage letter";
    ip_listed_type type;
    ip_served_catalog_begin(w, "pg_catalog.pg_attribute", columns);
    ip_served_catalog_same(w, "attcompression", "''::" IP_LETTER "");
    ip_served_catalog_same(w, "attstattarget", "-1");
    ip_served_catalog_same(w, "attacl", "NULL::text[]");
    ip_served_catalog_same(w, "attinhcount", "0");
    for (int i = 0; i < w->schema->tables.count; i++)
        if (ip_served_catalog_shows(w->schema->tables.items[i]))
            attributes_of(w, w->schema->tables.items[i], TABLES + i);
    for (int i = 0; ip_workload_listed_type_at(w->definitions, i, &type); i++)
        if (type.kind == 'c')
            attributes_of(w, type.row, IP_COMPOSITE_OIDS + i);
    for (int i = 0; ip_workload_listed_view(w->definitions, i); i++)
        if (ip_workload_listed_view_row(w->definitions, i))
            attributes_of(w, ip_workload_listed_view_row(w->definitions, i), VIEWS + i);
    attributes_of_indexes(w);
    ip_served_catalog_end(w, columns);
}

static void indexes(writing *w)
{
    static const char columns[] =
        "indexrelid bigint, indrelid bigint, indnatts smallint, indisunique boolean, indisprimary "
        "boolean, indisvalid boolean, indkey vector, indoption vector, indexprs text, indpred text, indnkeyatts "
        "smallint, indisexclusion boolean, indimmediate boolean, indisready boolean, indislive boolean, "
        "indnullsnotdistinct boolean, indisclustered boolean, indisreplident boolean";
    ip_listed_index index;
    ip_served_catalog_begin(w, "pg_catalog.pg_index", columns);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        for (int k = 0; ip_served_catalog_shows(table) && k < table->keys.count; k++) {
            const ip_key *key = &table->keys.items[k];
            const char *options = "0";
            for (int c = 1; c < key->column_count; c++)
                options = ip_arena_printf(w->arena, "%s, 0", options);
            ROW(w, "nnnbbbaattnbbbbbbb",
                TEXTS(numbers_of(w, key->columns, key->column_count),
                      ip_arena_printf(w->arena, "ARRAY[%s]::smallint[]", options), NULL, NULL),
                key_index(table, k), TABLES + i, key->column_count, 1, key->primary, 1, key->column_count, 0, 1, 1, 1,
                0, 0, 0);
        }
    }
    for (int i = 0; ip_workload_listed_index_at(w->arena, w->definitions, i, &index); i++) {
        const char *places = "", *options = "";
        bool computed = false;
        for (int c = 0; c < index.count; c++) {
            int at = *index.columns[c] ? ip_catalog_table_column(index.table, index.columns[c]) : -1;
            computed = computed || at < 0;
            places = ip_arena_printf(w->arena, "%s%s%d", places, c ? ", " : "", at + 1);
            options = ip_arena_printf(w->arena, "%s%s%d", options, c ? ", " : "", index.options[c]);
        }
        ROW(w, "nnnbbbaattnbbbbbbb",
            TEXTS(ip_arena_printf(w->arena, "ARRAY[%s]::smallint[]", places),
                  ip_arena_printf(w->arena, "ARRAY[%s]::smallint[]", options), computed ? "(…)" : NULL,
                  index.partial ? "(…)" : NULL),
            VIEWS + 50000 + i, TABLES + index.table->id, index.count, index.unique, 0, 1, index.count, 0, 1, 1, 1, 0, 0,
            0);
    }
    ip_served_catalog_end(w, columns);
}

/* What pg_get_indexdef() gives for indexes that are no keys: from the columns on. */
static void index_definitions(writing *w)
{
    static const char columns[] = "indexrelid bigint, written text";
    ip_listed_index index;
    ip_served_catalog_begin(w, "pg_catalog.isoproof_index", columns);
    for (int i = 0; ip_workload_listed_index_at(w->arena, w->definitions, i, &index); i++)
        ROW(w, "nt",
            TEXTS(!index.elements
                      ? NULL
                      : ip_arena_printf(w->arena, "%s (%s)%s%s", index.method, index.elements,
                                        index.condition ? " WHERE " : "", index.condition ? index.condition : "")),
            VIEWS + 50000 + i);
    ip_served_catalog_end(w, columns);
}

/* ------------------------------------------------------------ constraints -- */

/* Finds the columns that a CHECK condition names. *name becomes the server's default name if the constraint has none.
 */
static const char *check_columns(const writing *w, const ip_listed_check *check, const char **name)
{
    int found[64], count = 0;
    for (int c = 0; c < check->table->columns.count && count < 64; c++) {
        const char *column = check->table->columns.items[c].name;
        size_t length = strlen(column);
        for (const char *at = strstr(check->text, column); at; at = strstr(at + 1, column)) {
            bool starts = at == check->text || !strchr("abcdefghijklmnopqrstuvwxyz0123456789_", at[-1]);
            if (starts && !(at[length] && strchr("abcdefghijklmnopqrstuvwxyz0123456789_", at[length]))) {
                found[count++] = c;
                break;
            }
        }
    }
    const char *own = ip_served_catalog_own_name(check->table->name);
    *name = *check->name ? check->name
            : count == 1 ? ip_arena_printf(w->arena, "%s_%s_check", own, check->table->columns.items[found[0]].name)
                         : ip_arena_printf(w->arena, "%s_check", own);
    return numbers_of(w, found, count);
}

static const char *letter(ip_arena *arena, char action)
{
    return ip_arena_printf(arena, "%c", action && strchr("cndr", action) ? action : 'a');
}

static void constraints(writing *w)
{
    static const char columns[] =
        "oid bigint, conname name, connamespace bigint, contype letter, condeferrable boolean, "
        "condeferred boolean, convalidated boolean, conrelid bigint, conindid bigint, confrelid "
        "bigint, confupdtype letter, confdeltype letter, conkey smallint[], confkey smallint[], conbin "
        "text, confmatchtype letter, contypid bigint, conparentid bigint, conislocal boolean, coninhcount integer, "
        "connoinherit boolean";
    static const char letters[] = "ntntbbbnnnttaattnnbnb";
    ip_listed_check check;
    long oid = CONSTRAINTS;
    ip_served_catalog_begin(w, "pg_catalog.pg_constraint", columns);
    ip_served_catalog_same(w, "tableoid", "2606::bigint");
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        long schema = ip_served_catalog_namespace_of(w, table->name);
        for (int k = 0; ip_served_catalog_shows(table) && k < table->keys.count; k++) {
            const ip_key *key = &table->keys.items[k];
            if (key->index)
                continue;
            ROW(w, letters,
                TEXTS(key->name, key->primary ? "p" : "u", " ", " ", numbers_of(w, key->columns, key->column_count),
                      "NULL", NULL, " "),
                oid++, schema, 0, 0, 1, TABLES + i, key_index(table, k), 0, 0, 0, 1, 0, 1);
        }
        for (int k = 0; ip_served_catalog_shows(table) && k < table->foreign_keys.count; k++) {
            const ip_foreign_key *key = &table->foreign_keys.items[k];
            ROW(w, letters,
                TEXTS(key->name, "f", letter(w->arena, key->on_update), letter(w->arena, key->on_delete),
                      numbers_of(w, key->columns, key->column_count),
                      numbers_of(w, key->target_columns, key->column_count), NULL, key->full ? "f" : "s"),
                oid++, schema, key->deferrable || key->deferred, key->deferred, !key->unproved, TABLES + i, 0,
                TABLES + key->target->id, 0, 0, 1, 0, 1);
        }
    }
    for (int i = 0; ip_workload_listed_check_at(w->arena, w->definitions, i, &check); i++) {
        const char *name, *places = check_columns(w, &check, &name);
        if (ip_served_catalog_shows(check.table))
            ROW(w, letters, TEXTS(name, "c", " ", " ", places, "NULL", check.text, " "), oid++,
                ip_served_catalog_namespace_of(w, check.table->name), 0, 0, check.proved, TABLES + check.table->id, 0,
                0, 0, 0, 1, 0, 0);
    }
    ip_listed_domain_check of;
    for (int i = 0; ip_workload_listed_domain_check_at(w->arena, w->definitions, i, &of); i++)
        ROW(w, letters, TEXTS(of.name, "c", " ", " ", "NULL", "NULL", of.text, " "), oid++,
            ip_served_catalog_namespace_of(w, of.domain), 0, 0, 1, 0, 0, 0,
            ip_served_wire_user_number(of.domain, false), 0, 1, 0, 0);
    ip_served_catalog_end(w, columns);
}

/* ----------------------------------------------------- information_schema -- */

static void tables(writing *w)
{
    static const char columns[] = "table_catalog name, table_schema name, table_name name, table_type varchar";
    static const char plain[] = "schemaname name, tablename name";
    const char *view;
    ip_served_catalog_begin(w, "information_schema.tables", columns);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const char *name = w->schema->tables.items[i]->name;
        if (ip_served_catalog_shows(w->schema->tables.items[i]) &&
            !ip_workload_is_materialized(w->definitions, w->schema->tables.items[i]))
            ROW(w, "tttt",
                TEXTS(w->database, ip_served_catalog_schema_of(w, name), ip_served_catalog_own_name(name),
                      "BASE TABLE"),
                0);
    }
    for (int i = 0; (view = ip_workload_listed_view(w->definitions, i)); i++)
        ROW(w, "tttt",
            TEXTS(w->database, ip_served_catalog_schema_of(w, view), ip_served_catalog_own_name(view), "VIEW"), 0);
    ip_served_catalog_end(w, columns);
    ip_served_catalog_begin(w, "pg_catalog.pg_tables", plain);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const char *name = w->schema->tables.items[i]->name;
        if (ip_served_catalog_shows(w->schema->tables.items[i]) &&
            !ip_workload_is_materialized(w->definitions, w->schema->tables.items[i]))
            ROW(w, "tt", TEXTS(ip_served_catalog_schema_of(w, name), ip_served_catalog_own_name(name)), 0);
    }
    ip_served_catalog_end(w, plain);
    fputs("CREATE VIEW information_schema.schemata AS SELECT nspname AS schema_name FROM pg_catalog.pg_namespace;\n",
          w->out);
}

static const char *number(const writing *w, bool is, int value)
{
    return is ? ip_arena_printf(w->arena, "%d", value) : "NULL";
}

static const char *precision_of(const writing *w, ip_sqltype type)
{
    const char *name = ip_value_sqltype_name(w->arena, type);
    return strcmp(name, "smallint") == 0             ? "16"
           : strcmp(name, "integer") == 0            ? "32"
           : strcmp(name, "bigint") == 0             ? "64"
           : !type.array && type.tag == IP_T_NUMERIC ? number(w, type.precision > 0, type.precision)
                                                     : "NULL";
}

static const char *scale_of(const writing *w, ip_sqltype type)
{
    const char *precision = precision_of(w, type);
    if (strcmp(precision, "NULL") == 0)
        return precision;
    return number(w, true, type.tag == IP_T_NUMERIC && type.scale > 0 ? type.scale : 0);
}

static void columns_of_tables(writing *w)
{
    static const char columns[] =
        "table_catalog name, table_schema name, table_name name, column_name name, ordinal_position integer, "
        "is_nullable varchar, data_type varchar, character_maximum_length integer, udt_name name, is_identity "
        "varchar, "
        "identity_generation varchar, is_generated varchar, column_default varchar, numeric_precision integer, "
        "numeric_scale "
        "integer, datetime_precision integer, udt_schema name, collation_name name, domain_name name, "
        "generation_expression varchar, is_updatable varchar";
    ip_served_catalog_begin(w, "information_schema.columns", columns);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        bool shown = ip_served_catalog_shows(table) && !ip_workload_is_materialized(w->definitions, table);
        for (int c = 0; shown && c < table->columns.count; c++) {
            const ip_column *column = &table->columns.items[c];
            column_type type = type_of(w, column);
            bool identity = is_identity(column);
            bool measured = (type.type.tag == IP_T_VARCHAR || type.type.tag == IP_T_CHAR) && type.type.precision > 0;
            ROW(w,
                "ttttnttattttta"
                "aattttt",
                TEXTS(w->database, ip_served_catalog_schema_of(w, table->name), ip_served_catalog_own_name(table->name),
                      column->name, column->not_null ? "NO" : "YES", type.name,
                      number(w, measured, type.type.precision), type.udt, identity ? "YES" : "NO",
                      !identity        ? NULL
                      : column->always ? "ALWAYS"
                                       : "BY DEFAULT",
                      column->generated ? "ALWAYS" : "NEVER", ip_served_catalog_default(w, table, c),
                      precision_of(w, type.type), scale_of(w, type.type),
                      ip_served_catalog_category(type.udt) == 'D' ? "6" : "NULL",
                      enum_of(w, column->type.name) ? ip_served_catalog_schema_of(w, column->type.name) : "pg_catalog",
                      NULL, column->domain, NULL, "YES"),
                c + 1);
        }
    }
    ip_served_catalog_end(w, columns);
}

static void key_columns(writing *w)
{
    static const char columns[] =
        "constraint_schema name, constraint_name name, table_schema name, table_name name, "
        "column_name name, ordinal_position integer, constraint_catalog name, table_catalog name, "
        "position_in_unique_constraint integer";
    static const char kinds[] =
        "constraint_schema name, constraint_name name, table_schema name, table_name name, constraint_type varchar, "
        "constraint_catalog name, table_catalog name, is_deferrable varchar, initially_deferred varchar";
    ip_served_catalog_begin(w, "information_schema.key_column_usage", columns);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        const char *schema = ip_served_catalog_schema_of(w, table->name),
                   *own = ip_served_catalog_own_name(table->name);
        for (int k = 0; ip_served_catalog_shows(table) && k < table->keys.count + table->foreign_keys.count; k++) {
            const ip_foreign_key *refers =
                k >= table->keys.count ? &table->foreign_keys.items[k - table->keys.count] : NULL;
            const int *of = refers ? refers->columns : table->keys.items[k].columns;
            int count = refers ? refers->column_count : table->keys.items[k].column_count;
            for (int c = 0; c < count; c++)
                ROW(w, "tttttntta",
                    TEXTS(schema, refers ? refers->name : table->keys.items[k].name, schema, own,
                          table->columns.items[of[c]].name, w->database, w->database, number(w, refers != NULL, c + 1)),
                    c + 1);
        }
    }
    ip_served_catalog_end(w, columns);
    ip_served_catalog_begin(w, "information_schema.table_constraints", kinds);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        const char *schema = ip_served_catalog_schema_of(w, table->name),
                   *own = ip_served_catalog_own_name(table->name);
        for (int k = 0; ip_served_catalog_shows(table) && k < table->keys.count; k++)
            ROW(w, "ttttttttt",
                TEXTS(schema, table->keys.items[k].name, schema, own,
                      table->keys.items[k].primary ? "PRIMARY KEY" : "UNIQUE", w->database, w->database, "NO", "NO"),
                0);
        for (int k = 0; ip_served_catalog_shows(table) && k < table->foreign_keys.count; k++) {
            const ip_foreign_key *key = &table->foreign_keys.items[k];
            ROW(w, "ttttttttt",
                TEXTS(schema, key->name, schema, own, "FOREIGN KEY", w->database, w->database,
                      key->deferrable || key->deferred ? "YES" : "NO", key->deferred ? "YES" : "NO"),
                0);
        }
    }
    ip_served_catalog_end(w, kinds);
}

const char *ip_served_catalog_text(ip_arena *arena, const struct ip_definitions *definitions, const ip_schema *schema,
                                   const char *database)
{
    char *text = NULL;
    size_t length = 0;
    writing w = {.out = open_memstream(&text, &length),
                 .arena = arena,
                 .definitions = definitions,
                 .schema = schema,
                 .database = database,
                 .types = ip_served_types(arena, definitions, schema)};
    if (!w.out)
        return "";
    fputs("CREATE DOMAIN " IP_LETTER " AS text CHECK (length(VALUE) < 2);\n"
          "CREATE DOMAIN " IP_VECTOR " AS smallint[] CHECK (cardinality(VALUE) >= 0);\n",
          w.out);
    namespaces(&w);
    relations(&w);
    attributes(&w);
    indexes(&w);
    index_definitions(&w);
    constraints(&w);
    ip_served_catalog_types(&w);
    tables(&w);
    columns_of_tables(&w);
    key_columns(&w);
    ip_served_catalog_functions(&w);
    ip_served_catalog_more_views(&w);
    ip_served_catalog_routines(&w);
    ip_served_catalog_server(&w);
    fclose(w.out);
    const char *created = ip_arena_strdup(arena, text);
    free(text);
    return created;
}
