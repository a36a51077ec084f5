/* Views of the catalog that drivers and ORMs ask beside those of catalog_text.c. Comments on objects, inheritance and
 * extensions are not kept: their views have no row. */
#include "server/catalog/catalog_writing.h"

#include "workload/client_definition.h"

#include <string.h>

#define ROW IP_CATALOG_ROW
#define TEXTS IP_TEXTS

/* ----------------------------------------------------------- without rows -- */

static void empty_views(ip_catalog_writing *w)
{
    ip_served_catalog_empty(w, "pg_catalog.pg_auth_members",
                            "roleid bigint, member bigint, grantor bigint, admin_option boolean");
    ip_served_catalog_empty(w, "pg_catalog.pg_shdescription", "objoid bigint, classoid bigint, description text");
    ip_served_catalog_empty(w, "pg_catalog.pg_inherits",
                            "inhrelid bigint, inhparent bigint, inhseqno integer, inhdetachpending boolean");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_policy",
        "oid bigint, polname name, polrelid bigint, polcmd letter, polpermissive boolean, polroles bigint[], "
        "polqual text, polwithcheck text");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_statistic_ext",
        "oid bigint, stxrelid bigint, stxname name, stxnamespace bigint, stxkind text[], stxstattarget integer");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_publication",
        "oid bigint, pubname name, pubowner bigint, puballtables boolean, pubinsert boolean, pubupdate boolean, "
        "pubdelete boolean, pubtruncate boolean, pubviaroot boolean");
    ip_served_catalog_empty(w, "pg_catalog.pg_publication_namespace", "oid bigint, pnpubid bigint, pnnspid bigint");
    ip_served_catalog_empty(w, "pg_catalog.pg_publication_rel",
                            "oid bigint, prpubid bigint, prrelid bigint, prqual text, prattrs smallint[]");
    ip_served_catalog_empty(w, "pg_catalog.pg_matviews", "schemaname name, matviewname name, definition text");
    ip_served_catalog_empty(w, "pg_catalog.pg_available_extensions",
                            "name text, default_version text, installed_version text, comment text");
}

/* ---------------------------------------------------------------- objects -- */

enum { CLASSES = 1259, DEFAULTS = 2604 }; /* pg_class, pg_attrdef */

static long default_oid(int table, int column)
{
    return 700000 + 1000L * table + column;
}

static void defaults(ip_catalog_writing *w)
{
    static const char columns[] = "oid bigint, adrelid bigint, adnum smallint, adbin text";
    ip_served_catalog_begin(w, "pg_catalog.pg_attrdef", columns);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        for (int c = 0; ip_served_catalog_shows(table) && c < table->columns.count; c++) {
            const char *text = ip_served_catalog_default(w, table, c);
            if (text)
                ROW(w, "nnnt", TEXTS(text), default_oid(i, c), IP_TABLE_OIDS + i, c + 1);
        }
    }
    ip_served_catalog_end(w, columns);
}

static long relation_named(const ip_catalog_writing *w, const char *name)
{
    const char *view;
    for (int i = 0; i < w->schema->tables.count; i++)
        if (strcmp(w->schema->tables.items[i]->name, name) == 0)
            return IP_TABLE_OIDS + i;
    for (int i = 0; (view = ip_workload_listed_view(w->definitions, i)); i++)
        if (strcmp(view, name) == 0)
            return IP_VIEW_OIDS + i;
    return 0;
}

static void triggers(ip_catalog_writing *w)
{
    static const char columns[] = "oid bigint, tgrelid bigint, tgparentid bigint, tgname name, tgenabled letter, "
                                  "tgisinternal boolean, isoproof_text text";
    ip_listed_trigger trigger;
    ip_served_catalog_begin(w, "pg_catalog.pg_trigger", columns);
    ip_served_catalog_same(w, "tableoid", "2620::bigint");
    for (int i = 0; ip_workload_listed_trigger_at(w->arena, w->definitions, i, &trigger); i++)
        ROW(w, "nnnttbt", TEXTS(trigger.name, trigger.enabled ? "O" : "D", trigger.text), 680000 + i,
            relation_named(w, trigger.table), 0, 0);
    ip_served_catalog_end(w, columns);
}

static int sequence_of(const ip_catalog_writing *w, const ip_column *column)
{
    const char *name = column->sequence_name ? column->sequence_name : column->owned_sequence;
    for (int s = 0; name && s < w->schema->sequences.count; s++)
        if (strcmp(w->schema->sequences.items[s]->name, name) == 0)
            return s;
    return -1;
}

/* The sequences that belong to columns, and the defaults that belong to columns and draw from sequences. */
static void dependencies(ip_catalog_writing *w)
{
    static const char columns[] = "classid bigint, objid bigint, objsubid integer, refclassid bigint, refobjid bigint, "
                                  "refobjsubid integer, deptype letter";
    ip_served_catalog_begin(w, "pg_catalog.pg_depend", columns);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        for (int c = 0; ip_served_catalog_shows(table) && c < table->columns.count; c++) {
            const ip_column *column = &table->columns.items[c];
            const char *text = ip_served_catalog_default(w, table, c);
            int sequence = sequence_of(w, column);
            if (sequence >= 0)
                ROW(w, "nnnnnnt", TEXTS(column->own_sequence || !column->sequence_name ? "a" : "i"), CLASSES,
                    IP_SEQUENCE_OIDS + sequence, 0, CLASSES, IP_TABLE_OIDS + i, c + 1);
            if (text)
                ROW(w, "nnnnnnt", TEXTS("a"), DEFAULTS, default_oid(i, c), 0, CLASSES, IP_TABLE_OIDS + i, c + 1);
            if (text && sequence >= 0 && strncmp(text, "nextval(", 8) == 0)
                ROW(w, "nnnnnnt", TEXTS("n"), DEFAULTS, default_oid(i, c), 0, CLASSES, IP_SEQUENCE_OIDS + sequence, 0);
        }
    }
    ip_served_catalog_end(w, columns);
}

static void sequences(ip_catalog_writing *w)
{
    static const char columns[] =
        "seqrelid bigint, seqtypid bigint, seqstart bigint, seqincrement bigint, seqmax bigint, "
        "seqmin bigint, seqcache bigint, seqcycle boolean";
    ip_served_catalog_begin(w, "pg_catalog.pg_sequence", columns);
    for (int i = 0; i < w->schema->sequences.count; i++) {
        const ip_sequence_rule *rule = w->schema->sequences.items[i];
        long type = rule->most == INT32_MAX ? 23 : rule->most == INT16_MAX ? 21 : 20;
        ROW(w, "nnnnnnnb", {NULL}, IP_SEQUENCE_OIDS + i, type, (long)rule->start, (long)rule->increment,
            (long)rule->most, (long)rule->least, (long)rule->cache, rule->cycle);
    }
    ip_served_catalog_end(w, columns);
}

static void databases(ip_catalog_writing *w)
{
    static const char collations[] = "oid bigint, collname name, collnamespace bigint, collprovider letter, "
                                     "collcollate text, collctype text";
    static const char columns[] = "oid bigint, datname name, datistemplate boolean, datallowconn boolean, encoding "
                                  "integer, datcollate text, datctype text, datdba bigint, daticulocale text, "
                                  "datlocprovider letter, datacl text[]";
    static const char roles[] =
        "oid bigint, rolname name, rolsuper boolean, rolinherit boolean, rolcreaterole boolean, "
        "rolcreatedb boolean, rolcanlogin boolean, rolconnlimit integer, rolvaliduntil timestamptz, rolreplication "
        "boolean, "
        "rolbypassrls boolean";
    ip_served_catalog_begin(w, "pg_catalog.pg_collation", collations);
    ip_served_catalog_same(w, "tableoid", "3456::bigint");
    ip_served_catalog_same(w, "collencoding", "-1");
    ip_served_catalog_same(w, "collisdeterministic", "true");
    ip_served_catalog_same(w, "colliculocale", "NULL::text");
    ROW(w, "ntnttt", TEXTS("default", "d", NULL, NULL), 100, 11);
    ROW(w, "ntnttt", TEXTS("C", "c", "C", "C"), 950, 11);
    ROW(w, "ntnttt", TEXTS("POSIX", "c", "POSIX", "POSIX"), 951, 11);
    ip_served_catalog_end(w, collations);
    ip_served_catalog_begin(w, "pg_catalog.pg_database", columns);
    ROW(w, "ntbbnttnttt", TEXTS(w->database, "C", "C", NULL, "c", NULL), 5, 0, 1, 6, 10);
    ip_served_catalog_end(w, columns);
    ip_served_catalog_begin(w, "pg_catalog.pg_roles", roles);
    ROW(w, "ntbbbbbntbb", TEXTS("isoproof", NULL), 10, 1, 1, 1, 1, 1, -1, 1, 1);
    ip_served_catalog_end(w, roles);
}

static void views(ip_catalog_writing *w)
{
    static const char columns[] = "schemaname name, viewname name, viewowner name";
    const char *view;
    ip_served_catalog_begin(w, "pg_catalog.pg_views", columns);
    for (int i = 0; (view = ip_workload_listed_view(w->definitions, i)); i++)
        ROW(w, "ttt", TEXTS(ip_served_catalog_schema_of(w, view), ip_served_catalog_own_name(view), "isoproof"), 0);
    ip_served_catalog_end(w, columns);
    static const char materialized[] =
        "schemaname name, matviewname name, matviewowner name, tablespace name, hasindexes boolean, ispopulated "
        "boolean";
    ip_served_catalog_begin(w, "pg_catalog.pg_matviews", materialized);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        if (ip_workload_is_materialized(w->definitions, table))
            ROW(w, "ttttbb",
                TEXTS(ip_served_catalog_schema_of(w, table->name), ip_served_catalog_own_name(table->name), "isoproof",
                      NULL),
                ip_served_catalog_is_indexed(w, table), ip_workload_is_filled(w->definitions, table));
    }
    ip_served_catalog_end(w, materialized);
}

/* ----------------------------------------------------- information_schema -- */

static const char *rule_of(char action)
{
    return action == 'c'   ? "CASCADE"
           : action == 'n' ? "SET NULL"
           : action == 'd' ? "SET DEFAULT"
           : action == 'r' ? "RESTRICT"
                           : "NO ACTION";
}

static const char *key_of(const ip_foreign_key *key)
{
    for (int k = 0; k < key->target->keys.count; k++) {
        const ip_key *target = &key->target->keys.items[k];
        bool same = target->column_count == key->column_count;
        for (int c = 0; same && c < key->column_count; c++)
            same = target->columns[c] == key->target_columns[c];
        if (same)
            return target->name;
    }
    return NULL;
}

static void references(ip_catalog_writing *w)
{
    static const char columns[] =
        "constraint_catalog name, constraint_schema name, constraint_name name, unique_constraint_catalog name, "
        "unique_constraint_schema name, unique_constraint_name name, match_option varchar, update_rule varchar, "
        "delete_rule varchar";
    ip_served_catalog_begin(w, "information_schema.referential_constraints", columns);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        for (int k = 0; ip_served_catalog_shows(table) && k < table->foreign_keys.count; k++) {
            const ip_foreign_key *key = &table->foreign_keys.items[k];
            ROW(w, "ttttttttt",
                TEXTS(w->database, ip_served_catalog_schema_of(w, table->name), key->name, w->database,
                      ip_served_catalog_schema_of(w, key->target->name), key_of(key), key->full ? "FULL" : "NONE",
                      rule_of(key->on_update), rule_of(key->on_delete)),
                0);
        }
    }
    ip_served_catalog_end(w, columns);
}

static void used_columns(ip_catalog_writing *w)
{
    static const char columns[] = "table_catalog name, table_schema name, table_name name, column_name name, "
                                  "constraint_catalog name, constraint_schema name, constraint_name name";
    ip_served_catalog_begin(w, "information_schema.constraint_column_usage", columns);
    for (int i = 0; i < w->schema->tables.count; i++) {
        const ip_table *table = w->schema->tables.items[i];
        const char *schema = ip_served_catalog_schema_of(w, table->name);
        for (int k = 0; ip_served_catalog_shows(table) && k < table->keys.count + table->foreign_keys.count; k++) {
            const ip_key *key = k < table->keys.count ? &table->keys.items[k] : NULL;
            const ip_foreign_key *refers = key ? NULL : &table->foreign_keys.items[k - table->keys.count];
            const ip_table *of = key ? table : refers->target;
            const int *used = key ? key->columns : refers->target_columns;
            for (int c = 0; c < (key ? key->column_count : refers->column_count); c++)
                ROW(w, "ttttttt",
                    TEXTS(w->database, ip_served_catalog_schema_of(w, of->name), ip_served_catalog_own_name(of->name),
                          of->columns.items[used[c]].name, w->database, schema, key ? key->name : refers->name),
                    0);
        }
    }
    ip_served_catalog_end(w, columns);
}

void ip_served_catalog_more_views(ip_catalog_writing *w)
{
    static const char tables[] =
        " AS SELECT c.oid AS relid, n.nspname AS schemaname, c.relname FROM pg_catalog.pg_class "
        "c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r';\n";
    empty_views(w);
    triggers(w);
    defaults(w);
    dependencies(w);
    sequences(w);
    databases(w);
    views(w);
    references(w);
    used_columns(w);
    fprintf(w->out, "CREATE VIEW pg_catalog.pg_statio_all_tables%s", tables);
    fprintf(w->out, "CREATE VIEW pg_catalog.pg_stat_user_tables%s", tables);
    fputs("CREATE VIEW pg_catalog.pg_sequences AS SELECT n.nspname AS schemaname, c.relname AS sequencename FROM "
          "pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'S';\n"
          "CREATE VIEW pg_catalog.pg_indexes AS SELECT n.nspname AS schemaname, t.relname AS tablename, i.relname AS "
          "indexname, pg_catalog.pg_get_indexdef(i.oid) AS indexdef FROM pg_catalog.pg_index x JOIN "
          "pg_catalog.pg_class i "
          "ON i.oid = x.indexrelid JOIN pg_catalog.pg_class t ON t.oid = x.indrelid JOIN pg_catalog.pg_namespace n ON "
          "n.oid = t.relnamespace;\n"
          "CREATE VIEW information_schema.sequences AS SELECT schemaname AS sequence_schema, sequencename AS "
          "sequence_name "
          "FROM pg_catalog.pg_sequences;\n"
          "CREATE VIEW information_schema.views AS SELECT schemaname AS table_schema, viewname AS table_name FROM "
          "pg_catalog.pg_views;\n",
          w->out);
}
