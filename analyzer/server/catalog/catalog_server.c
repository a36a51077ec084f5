/* Writes views of what every database of a server has (access methods, tablespaces, the extension plpgsql), and of what
 * is never there: foreign tables, event triggers, subscriptions. */
#include "server/catalog/catalog_writing.h"

#include "workload/client_definition.h"

#include <stdio.h>

#define ROW IP_CATALOG_ROW
#define TEXTS IP_TEXTS

static void empty(ip_catalog_writing *w, const char *name, const char *columns)
{
    ip_served_catalog_begin(w, name, columns);
    ip_served_catalog_end(w, columns);
}

static void absent(ip_catalog_writing *w)
{
    empty(w, "pg_catalog.pg_foreign_data_wrapper",
          "oid bigint, fdwname name, fdwowner bigint, fdwhandler bigint, fdwvalidator bigint, fdwacl text[], "
          "fdwoptions text[]");
    empty(w, "pg_catalog.pg_foreign_server",
          "oid bigint, srvname name, srvowner bigint, srvfdw bigint, srvtype text, srvversion text, srvacl text[], "
          "srvoptions text[]");
    empty(w, "pg_catalog.pg_foreign_table", "ftrelid bigint, ftserver bigint, ftoptions text[]");
    empty(w, "pg_catalog.pg_user_mappings",
          "umid bigint, srvid bigint, srvname name, umuser bigint, usename name, umoptions text[]");
    empty(w, "pg_catalog.pg_event_trigger",
          "oid bigint, tableoid bigint, evtname name, evtevent name, evtowner bigint, evtfoid bigint, evtenabled "
          "letter, evttags text[]");
    empty(w, "pg_catalog.pg_subscription",
          "oid bigint, subdbid bigint, subname name, subowner bigint, subenabled boolean, subpublications text[]");
    empty(w, "pg_catalog.pg_db_role_setting", "setdatabase bigint, setrole bigint, setconfig text[]");
    empty(w, "pg_catalog.pg_default_acl",
          "oid bigint, defaclrole bigint, defaclnamespace bigint, defaclobjtype letter, defaclacl text[]");
}

static void methods(ip_catalog_writing *w)
{
    static const char columns[] = "oid bigint, amname name, amhandler text, amtype letter";
    static const struct {
        const char *name, *handler;
        long oid;
    } all[] = {{"heap", "heap_tableam_handler", 2}, {"btree", "bthandler", 403}, {"hash", "hashhandler", 405},
               {"gist", "gisthandler", 783},        {"gin", "ginhandler", 2742}, {"spgist", "spghandler", 4000},
               {"brin", "brinhandler", 3580}};
    ip_served_catalog_begin(w, "pg_catalog.pg_am", columns);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ROW(w, "nttt", TEXTS(all[i].name, all[i].handler, i ? "i" : "t"), all[i].oid);
    ip_served_catalog_end(w, columns);
}

static void spaces(ip_catalog_writing *w)
{
    static const char columns[] = "oid bigint, spcname name, spcowner bigint, spcacl text[], spcoptions text[]";
    ip_served_catalog_begin(w, "pg_catalog.pg_tablespace", columns);
    ROW(w, "ntntt", TEXTS("pg_default", NULL, NULL), 1663, 10);
    ROW(w, "ntntt", TEXTS("pg_global", NULL, NULL), 1664, 10);
    ip_served_catalog_end(w, columns);
}

static void extensions(ip_catalog_writing *w)
{
    static const char columns[] = "oid bigint, tableoid bigint, extname name, extowner bigint, extversion text, "
                                  "extnamespace bigint, extrelocatable boolean, extconfig bigint[], extcondition "
                                  "text[]";
    static const char comments[] = "objoid bigint, classoid bigint, objsubid integer, description text";
    ip_served_catalog_begin(w, "pg_catalog.pg_extension", columns);
    ROW(w, "nntntnbtt", TEXTS("plpgsql", "1.0", NULL, NULL), 13556, 3079, 10, 11, 0);
    ip_served_catalog_end(w, columns);
    ip_served_catalog_begin(w, "pg_catalog.pg_description", comments);
    ROW(w, "nnnt", TEXTS("PL/pgSQL procedural language"), 13556, 3079, 0);
    ROW(w, "nnnt", TEXTS("PL/pgSQL procedural language"), 13560, 2612, 0);
    ROW(w, "nnnt", TEXTS("standard public schema"), 2200, 2615, 0);
    ROW(w, "nnnt", TEXTS("system catalog schema"), 11, 2615, 0);
    ip_served_catalog_end(w, comments);
}

static const char functions[] =
    "CREATE FUNCTION pg_catalog.pg_tablespace_location(bigint) RETURNS text LANGUAGE sql STABLE AS 'SELECT "
    "''''::text';\n"
    "CREATE FUNCTION pg_catalog.getdatabaseencoding() RETURNS text LANGUAGE sql STABLE AS 'SELECT ''UTF8''::text';\n"
    "CREATE FUNCTION pg_catalog.pg_char_to_encoding(text) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT CASE "
    "upper($1) WHEN ''UTF8'' THEN 6 WHEN ''SQL_ASCII'' THEN 0 WHEN ''LATIN1'' THEN 8 ELSE -1 END';\n"
    "CREATE FUNCTION pg_catalog.pg_statistics_obj_is_visible(bigint) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT "
    "true';\n";

void ip_served_catalog_server(ip_catalog_writing *w)
{
    absent(w);
    methods(w);
    spaces(w);
    extensions(w);
    fputs(functions, w->out);
}
