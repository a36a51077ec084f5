/* Writes views of what every database of a server has (access methods, tablespaces, the extension plpgsql), and of what
 * is never there: foreign tables, event triggers, subscriptions. */
#include "server/catalog/catalog_writing.h"

#include "catalog/builtin.h"
#include "server/types.h"
#include "workload/client_definition.h"

#include <stdio.h>
#include <string.h>

#define ROW IP_CATALOG_ROW
#define TEXTS IP_TEXTS

static void absent(ip_catalog_writing *w)
{
    ip_served_catalog_empty(
        w, "pg_catalog.pg_foreign_data_wrapper",
        "oid bigint, fdwname name, fdwowner bigint, fdwhandler bigint, fdwvalidator bigint, fdwacl text[], "
        "fdwoptions text[]");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_foreign_server",
        "oid bigint, srvname name, srvowner bigint, srvfdw bigint, srvtype text, srvversion text, srvacl text[], "
        "srvoptions text[]");
    ip_served_catalog_empty(w, "pg_catalog.pg_foreign_table", "ftrelid bigint, ftserver bigint, ftoptions text[]");
    ip_served_catalog_empty(w, "pg_catalog.pg_user_mappings",
                            "umid bigint, srvid bigint, srvname name, umuser bigint, usename name, umoptions text[]");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_event_trigger",
        "oid bigint, tableoid bigint, evtname name, evtevent name, evtowner bigint, evtfoid bigint, evtenabled "
        "letter, evttags text[]");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_subscription",
        "oid bigint, subdbid bigint, subname name, subowner bigint, subenabled boolean, subpublications text[]");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_opclass",
        "oid bigint, tableoid bigint, opcmethod bigint, opcname name, opcnamespace bigint, opcowner bigint");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_opfamily",
        "oid bigint, tableoid bigint, opfmethod bigint, opfname name, opfnamespace bigint, opfowner bigint");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_rewrite",
        "oid bigint, tableoid bigint, rulename name, ev_class bigint, ev_type letter, ev_enabled letter");
    ip_served_catalog_empty(w, "pg_catalog.pg_db_role_setting", "setdatabase bigint, setrole bigint, setconfig text[]");
    ip_served_catalog_empty(
        w, "pg_catalog.pg_default_acl",
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

/* Names alone, as of functions in catalog_routines.c: whatever else is asked about operators is refused. */
static void operators(ip_catalog_writing *w)
{
    const char *name, *last = "";
    fputs("CREATE VIEW pg_catalog.pg_operator AS SELECT 1::bigint AS oid, 2617::bigint AS tableoid, split_part(n, ' ', "
          "1)::name AS oprname, CASE WHEN split_part(n, ' ', 2) = '' THEN 11 ELSE 2200 END::bigint AS oprnamespace, "
          "10::bigint AS oprowner, 'b'::" IP_LETTER " AS oprkind, 3::bigint AS oprleft, 3::bigint AS oprright, "
          "3::bigint AS oprresult, 1::bigint AS oprcode FROM unnest(string_to_array('",
          w->out);
    for (int i = 0; (name = ip_catalog_builtin_operator_at(i)); i++) {
        if (strcmp(name, last) != 0)
            fprintf(w->out, "%s%s", *last ? "," : "", name);
        last = name;
    }
    for (int i = 0; (name = ip_workload_listed_operator_at(w->definitions, false, i)); i++)
        fprintf(w->out, ",%s own", ip_served_catalog_own_name(name));
    fputs("', ',')) n;\n", w->out);
}

/* Of conversions, too, the names alone. */
static const char conversion_names[] =
    "big5_to_euc_tw big5_to_mic big5_to_utf8 euc_cn_to_mic euc_cn_to_utf8 "
    "euc_jis_2004_to_shift_jis_2004 euc_jis_2004_to_utf8 euc_jp_to_mic euc_jp_to_sjis euc_jp_to_utf8 "
    "euc_kr_to_mic euc_kr_to_utf8 euc_tw_to_big5 euc_tw_to_mic euc_tw_to_utf8 gb18030_to_utf8 "
    "gbk_to_utf8 iso_8859_10_to_utf8 iso_8859_13_to_utf8 iso_8859_14_to_utf8 iso_8859_15_to_utf8 "
    "iso_8859_16_to_utf8 iso_8859_1_to_mic iso_8859_1_to_utf8 iso_8859_2_to_mic iso_8859_2_to_utf8 "
    "iso_8859_2_to_windows_1250 iso_8859_3_to_mic iso_8859_3_to_utf8 iso_8859_4_to_mic "
    "iso_8859_4_to_utf8 iso_8859_5_to_koi8_r iso_8859_5_to_mic iso_8859_5_to_utf8 "
    "iso_8859_5_to_windows_1251 iso_8859_5_to_windows_866 iso_8859_6_to_utf8 iso_8859_7_to_utf8 "
    "iso_8859_8_to_utf8 iso_8859_9_to_utf8 johab_to_utf8 koi8_r_to_iso_8859_5 koi8_r_to_mic "
    "koi8_r_to_utf8 koi8_r_to_windows_1251 koi8_r_to_windows_866 koi8_u_to_utf8 mic_to_big5 "
    "mic_to_euc_cn mic_to_euc_jp mic_to_euc_kr mic_to_euc_tw mic_to_iso_8859_1 mic_to_iso_8859_2 "
    "mic_to_iso_8859_3 mic_to_iso_8859_4 mic_to_iso_8859_5 mic_to_koi8_r mic_to_sjis "
    "mic_to_windows_1250 mic_to_windows_1251 mic_to_windows_866 shift_jis_2004_to_euc_jis_2004 "
    "shift_jis_2004_to_utf8 sjis_to_euc_jp sjis_to_mic sjis_to_utf8 uhc_to_utf8 utf8_to_big5 "
    "utf8_to_euc_cn utf8_to_euc_jis_2004 utf8_to_euc_jp utf8_to_euc_kr utf8_to_euc_tw utf8_to_gb18030 "
    "utf8_to_gbk utf8_to_iso_8859_1 utf8_to_iso_8859_10 utf8_to_iso_8859_13 utf8_to_iso_8859_14 "
    "utf8_to_iso_8859_15 utf8_to_iso_8859_16 utf8_to_iso_8859_2 utf8_to_iso_8859_3 utf8_to_iso_8859_4 "
    "utf8_to_iso_8859_5 utf8_to_iso_8859_6 utf8_to_iso_8859_7 utf8_to_iso_8859_8 utf8_to_iso_8859_9 "
    "utf8_to_johab utf8_to_koi8_r utf8_to_koi8_u utf8_to_shift_jis_2004 utf8_to_sjis utf8_to_uhc "
    "utf8_to_windows_1250 utf8_to_windows_1251 utf8_to_windows_1252 utf8_to_windows_1253 "
    "utf8_to_windows_1254 utf8_to_windows_1255 utf8_to_windows_1256 utf8_to_windows_1257 "
    "utf8_to_windows_1258 utf8_to_windows_866 utf8_to_windows_874 windows_1250_to_iso_8859_2 "
    "windows_1250_to_mic windows_1250_to_utf8 windows_1251_to_iso_8859_5 windows_1251_to_koi8_r "
    "windows_1251_to_mic windows_1251_to_utf8 windows_1251_to_windows_866 windows_1252_to_utf8 "
    "windows_1253_to_utf8 windows_1254_to_utf8 windows_1255_to_utf8 windows_1256_to_utf8 "
    "windows_1257_to_utf8 windows_1258_to_utf8 windows_866_to_iso_8859_5 windows_866_to_koi8_r "
    "windows_866_to_mic windows_866_to_utf8 windows_866_to_windows_1251 windows_874_to_utf8";

static void conversions(ip_catalog_writing *w)
{
    fprintf(w->out,
            "CREATE VIEW pg_catalog.pg_conversion AS SELECT 1::bigint AS oid, 2607::bigint AS tableoid, n::name AS "
            "conname, 11::bigint AS connamespace, 10::bigint AS conowner, -1 AS conforencoding, -1 AS contoencoding, "
            "true AS condefault FROM unnest(string_to_array('%s', ' ')) n;\n",
            conversion_names);
}

#define VISIBLE(name)                                                                                                  \
    "CREATE FUNCTION pg_catalog." name "(bigint) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT true';\n"
static const char functions[] = VISIBLE("pg_statistics_obj_is_visible") VISIBLE("pg_operator_is_visible")
    VISIBLE("pg_collation_is_visible") VISIBLE("pg_conversion_is_visible") VISIBLE("pg_opclass_is_visible")
        VISIBLE("pg_opfamily_is_visible") "CREATE FUNCTION pg_catalog.pg_tablespace_location(bigint) RETURNS text "
                                          "LANGUAGE sql STABLE AS 'SELECT "
                                          "''''::text';\n"
                                          "CREATE FUNCTION pg_catalog.getdatabaseencoding() RETURNS text LANGUAGE sql "
                                          "STABLE AS 'SELECT ''UTF8''::text';\n"
                                          "CREATE FUNCTION pg_catalog.pg_char_to_encoding(text) RETURNS integer "
                                          "LANGUAGE sql IMMUTABLE AS 'SELECT CASE "
                                          "upper($1) WHEN ''UTF8'' THEN 6 WHEN ''SQL_ASCII'' THEN 0 WHEN ''LATIN1'' "
                                          "THEN 8 ELSE -1 END';\n";

void ip_served_catalog_server(ip_catalog_writing *w)
{
    absent(w);
    methods(w);
    spaces(w);
    extensions(w);
    operators(w);
    conversions(w);
    fputs(functions, w->out);
}
