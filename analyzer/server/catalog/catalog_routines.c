/* Writes pg_proc, pg_language and the functions that describe routines. Of the server's own functions pg_proc has the
 * names alone, under one number: whatever else is asked about them is refused, instead of not listing them. */
#include "server/catalog/catalog_writing.h"
#include "server/types.h"

#include "base/words.h"
#include "catalog/builtin.h"
#include "workload/client_definition.h"

#include <string.h>

#define ROW IP_CATALOG_ROW
#define TEXTS IP_TEXTS

enum { LANGUAGE_PLPGSQL = 13560, HANDLERS = 13557, OWN = 1 }; /* OWN: functions of the server */

/* The number of a type by its name, as format_type() has it. */
static long type_named(const ip_catalog_writing *w, const char *name)
{
    static const char *const spelled[][2] = {{"smallint", "int2"},
                                             {"integer", "int4"},
                                             {"bigint", "int8"},
                                             {"real", "float4"},
                                             {"boolean", "bool"},
                                             {"double precision", "float8"},
                                             {"character", "bpchar"},
                                             {"bit varying", "varbit"},
                                             {"character varying", "varchar"},
                                             {"\"char\"", "char"},
                                             {"timestamp with time zone", "timestamptz"},
                                             {"timestamp without time zone", "timestamp"},
                                             {"time with time zone", "timetz"},
                                             {"time without time zone", "time"}};
    static const struct {
        const char *name;
        long oid;
    } pseudo[] = {{"trigger", 2279},     {"event_trigger", 3838}, {"language_handler", 2280}, {"internal", 2281},
                  {"void", IP_OID_VOID}, {"record", 2249},        {"anyelement", 2283},       {"anyarray", 2277}};
    if (!name)
        return IP_UNKNOWN_TYPE;
    const char *brackets = strchr(name, '[');
    const char *plain = brackets ? ip_arena_strndup(w->arena, name, (size_t)(brackets - name)) : name;
    for (size_t i = 0; !brackets && i < sizeof pseudo / sizeof *pseudo; i++)
        if (strcmp(pseudo[i].name, plain) == 0)
            return pseudo[i].oid;
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++)
        if (strcmp(spelled[i][0], plain) == 0)
            plain = spelled[i][1];
    for (int i = 0; i < w->types.count; i++)
        if (strcmp(w->types.items[i].name, plain) == 0)
            return brackets ? w->types.items[i].array : w->types.items[i].oid;
    return IP_UNKNOWN_TYPE;
}

/* Of parameters whose modes are among these: a value of each, as an array. */
static const char *types_of(const ip_catalog_writing *w, const ip_listed_routine *r, const char *modes)
{
    const char *text = "";
    for (int i = 0; i < r->count; i++)
        if (strchr(modes, r->parameters[i].mode))
            text = ip_arena_printf(w->arena, "%s%s%ld", text, *text ? "," : "", type_named(w, r->parameters[i].type));
    return ip_arena_printf(w->arena, "'{%s}'::bigint[]", text);
}

static const char *names_of(const ip_catalog_writing *w, const ip_listed_routine *r, bool modes)
{
    const char *text = "";
    bool any = false;
    for (int i = 0; i < r->count; i++) {
        const ip_listed_parameter *p = &r->parameters[i];
        any = any || (modes ? p->mode != 'i' : *p->name != '\0');
        const char *one = modes ? ip_arena_printf(w->arena, "%c", p->mode) : p->name;
        text = ip_arena_printf(w->arena, "%s%s%s", text, i ? ", " : "", ip_quoted(w->arena, one, '\''));
    }
    return any ? ip_arena_printf(w->arena, "ARRAY[%s]::text[]", text) : "NULL::text[]";
}

static long language_named(const char *name)
{
    return strcmp(name, "internal") == 0 ? 12
           : strcmp(name, "c") == 0      ? 13
           : strcmp(name, "sql") == 0    ? 14
                                         : LANGUAGE_PLPGSQL;
}

static const char columns_of_routines[] =
    "oid bigint, tableoid bigint, proname name, pronamespace bigint, proowner bigint, prolang bigint, procost real, "
    "prorows real, prokind letter, prosecdef boolean, proleakproof boolean, proisstrict boolean, proretset boolean, "
    "provolatile letter, proparallel letter, pronargs smallint, pronargdefaults smallint, prorettype bigint, "
    "proargtypes bigint[], proallargtypes bigint[], proargmodes text[], proargnames text[], prosrc text, probin text, "
    "proacl text[]";
static const char row_of_routines[] = "nntnnnaatbbbbttnnnaaaattt";

/* The functions by which the server runs PL/pgSQL. */
static void handlers(ip_catalog_writing *w)
{
    static const char *const names[] = {"plpgsql_call_handler", "plpgsql_inline_handler", "plpgsql_validator"};
    for (int i = 0; i < 3; i++)
        ROW(w, row_of_routines,
            TEXTS(names[i], "1", "0", "f", "v", "u",
                  i == 0   ? "'{}'::bigint[]"
                  : i == 1 ? "'{2281}'::bigint[]"
                           : "'{26}'::bigint[]",
                  "NULL::bigint[]", "NULL::text[]", "NULL::text[]", names[i], "$libdir/plpgsql", NULL),
            HANDLERS + i, 1255, 11, 10, 13, 0, 0, i > 0, 0, i > 0, 0, i ? IP_OID_VOID : 2280);
}

static void routines(ip_catalog_writing *w)
{
    static const char described[] = "oid bigint, result text, arguments text, identity text, definition text, "
                                    "standard boolean";
    ip_listed_routine r;
    ip_served_catalog_begin(w, "pg_catalog.isoproof_own_routine", columns_of_routines);
    handlers(w);
    for (int i = 0; ip_workload_listed_routine_at(w->arena, w->definitions, i, &r); i++) {
        const char *in = types_of(w, &r, "ibv"), *modes = names_of(w, &r, true);
        int count = 0;
        for (int p = 0; p < r.count; p++)
            count += strchr("ibv", r.parameters[p].mode) != NULL;
        ROW(w, row_of_routines,
            TEXTS(ip_served_catalog_own_name(r.name), ip_arena_printf(w->arena, "%g", r.cost),
                  ip_arena_printf(w->arena, "%g", r.rows), ip_arena_printf(w->arena, "%c", r.kind),
                  ip_arena_printf(w->arena, "%c", r.volatility), ip_arena_printf(w->arena, "%c", r.parallel), in,
                  *modes == 'N' ? "NULL::bigint[]" : types_of(w, &r, "ibvot"), modes, names_of(w, &r, false), r.source,
                  NULL, NULL),
            IP_ROUTINE_OIDS + i, 1255, ip_served_catalog_namespace_of(w, r.name), 10, language_named(r.language),
            r.definer, r.leakproof, r.strict, r.set, count, r.defaults, type_named(w, r.type));
    }
    ip_served_catalog_end(w, columns_of_routines);
    ip_served_catalog_begin(w, "pg_catalog.isoproof_routine", described);
    ROW(w, "nttttb", TEXTS("language_handler", "", "", NULL), HANDLERS, 0);
    ROW(w, "nttttb", TEXTS("void", "internal", "internal", NULL), HANDLERS + 1, 0);
    ROW(w, "nttttb", TEXTS("void", "oid", "oid", NULL), HANDLERS + 2, 0);
    for (int i = 0; ip_workload_listed_routine_at(w->arena, w->definitions, i, &r); i++)
        ROW(w, "nttttb", TEXTS(r.result, r.arguments, r.identity, r.definition), IP_ROUTINE_OIDS + i, r.standard);
    ip_served_catalog_end(w, described);
}

/* Writes pg_proc: the routines that have been created, and the names of those that are not described. */
static void all_routines(ip_catalog_writing *w)
{
    const ip_builtin *builtin;
    const char *name, *last = "";
    char kind = 0;
    fputs("CREATE VIEW pg_catalog.pg_proc AS SELECT * FROM pg_catalog.isoproof_own_routine UNION ALL SELECT 1::bigint, "
          "1255::bigint, split_part(n, ' ', 2)::name, CASE WHEN split_part(n, ' ', 3) = '' THEN 11 ELSE 2200 "
          "END::bigint, 10::bigint, 12::bigint, 1::real, 0::real, split_part(n, ' ', 1)::" IP_LETTER
          ", false, false, true, false, 'i'::" IP_LETTER ", 's'::" IP_LETTER
          ", 1::smallint, 0::smallint, 3::bigint, '{3}'::bigint[], NULL::bigint[], NULL::text[], NULL::text[], "
          "split_part(n, ' ', 2), NULL::text, NULL::text[] FROM unnest(string_to_array('",
          w->out);
    for (int i = 0; (builtin = ip_catalog_builtin_at(i)); i++) {
        bool again = strcmp(builtin->name, last) == 0 && builtin->kind == kind;
        if (builtin->extension || builtin->since || again)
            continue;
        fprintf(w->out, "%s%c %s", *last ? "," : "", builtin->kind, builtin->name);
        last = builtin->name;
        kind = builtin->kind;
    }
    for (int i = 0; (name = ip_workload_listed_operator_at(w->definitions, true, i)); i++)
        fprintf(w->out, ",a %s own", ip_served_catalog_own_name(name));
    fputs("', ',')) n;\n", w->out);
}

static void languages(ip_catalog_writing *w)
{
    static const char columns[] = "oid bigint, tableoid bigint, lanname name, lanowner bigint, lanispl boolean, "
                                  "lanpltrusted boolean, lanplcallfoid bigint, laninline bigint, lanvalidator bigint, "
                                  "lanacl text[]";
    ip_served_catalog_begin(w, "pg_catalog.pg_language", columns);
    ROW(w, "nntnbbnnnt", TEXTS("internal", NULL), 12, 2612, 10, 0, 0, 0, 0, 2246);
    ROW(w, "nntnbbnnnt", TEXTS("c", NULL), 13, 2612, 10, 0, 0, 0, 0, 2247);
    ROW(w, "nntnbbnnnt", TEXTS("sql", NULL), 14, 2612, 10, 0, 1, 0, 0, 2248);
    ROW(w, "nntnbbnnnt", TEXTS("plpgsql", NULL), LANGUAGE_PLPGSQL, 2612, 10, 1, 1, HANDLERS, HANDLERS + 1,
        HANDLERS + 2);
    ip_served_catalog_end(w, columns);
}

#define OWN_REFUSED "pg_catalog.isoproof_unknown('the server''s own functions')"
#define DESCRIBED(name, column, what)                                                                                  \
    "CREATE FUNCTION pg_catalog." name "(bigint) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"                     \
    "SELECT CASE WHEN $1 = 1 THEN " OWN_REFUSED " WHEN $1 IS NOT NULL THEN (SELECT coalesce(r." column ", CASE WHEN "  \
    "p.prokind::text = 'p' AND '" column "' = 'result' THEN NULL ELSE pg_catalog.isoproof_unknown('" what              \
    " of ' || p.proname) END)\n"                                                                                       \
    "FROM pg_catalog.isoproof_routine r JOIN pg_catalog.isoproof_own_routine p ON p.oid = r.oid WHERE r.oid = $1) "    \
    "END $isoproof$;\n"

static const char functions[] = DESCRIBED("pg_get_function_result", "result", "the result type")
    DESCRIBED("pg_get_function_arguments", "arguments", "the arguments") DESCRIBED("pg_get_function_identity_arguments",
                                                                                   "identity", "the arguments")
        DESCRIBED("pg_get_functiondef", "definition",
                  "the definition") "CREATE FUNCTION pg_catalog.pg_get_function_sqlbody(bigint) RETURNS text LANGUAGE "
                                    "sql STABLE AS $isoproof$\n"
                                    "SELECT CASE WHEN $1 = 1 THEN " OWN_REFUSED " WHEN r.standard THEN\n"
                                    "  pg_catalog.isoproof_unknown('the body of a function that is no string') END\n"
                                    "FROM pg_catalog.isoproof_routine r WHERE r.oid = $1 $isoproof$;\n"
                                    "CREATE FUNCTION pg_catalog.pg_function_is_visible(bigint) RETURNS boolean "
                                    "LANGUAGE sql STABLE AS $isoproof$\n"
                                    "SELECT $1 = 1 OR EXISTS (SELECT FROM pg_catalog.isoproof_own_routine\n"
                                    "  WHERE oid = $1 AND pronamespace IN (11, 2200)) $isoproof$;\n"
                                    "CREATE FUNCTION pg_catalog.isoproof_function_is_visible(text, bigint) RETURNS "
                                    "boolean LANGUAGE sql STABLE AS "
                                    "$isoproof$\n"
                                    "SELECT $2 = 1 OR EXISTS (SELECT FROM pg_catalog.isoproof_own_routine p\n"
                                    "  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE p.oid = $2 AND "
                                    "(n.nspname = 'pg_catalog'\n"
                                    "  OR n.nspname::text IN (SELECT btrim(s, ' \"') FROM unnest(string_to_array($1, "
                                    "',')) s))) $isoproof$;\n";

static const char numbers[] =
    "CREATE FUNCTION pg_catalog.isoproof_regproc(bigint) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"
    "SELECT CASE WHEN $1 = 0 THEN '-' ELSE (SELECT CASE WHEN n.nspname IN ('pg_catalog', 'public') THEN '' ELSE\n"
    "  quote_ident(n.nspname) || '.' END || quote_ident(p.proname) FROM pg_catalog.isoproof_own_routine p\n"
    "  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE p.oid = $1) END $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.isoproof_regprocedure(bigint) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"
    "SELECT CASE WHEN $1 = 0 THEN '-' ELSE pg_catalog.isoproof_regproc($1) || '(' || (SELECT coalesce(string_agg(\n"
    "  pg_catalog.format_type(t.number, NULL), ',' ORDER BY t.place), '') FROM pg_catalog.isoproof_own_routine p,\n"
    "  unnest(p.proargtypes) WITH ORDINALITY AS t(number, place) WHERE p.oid = $1) || ')' END $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.isoproof_plain_name(text) RETURNS text LANGUAGE sql IMMUTABLE AS $isoproof$\n"
    "SELECT CASE WHEN strpos($1, '\"') > 0 THEN replace($1, '\"', '') ELSE lower($1) END $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.isoproof_regproc_number(text) RETURNS bigint LANGUAGE plpgsql STABLE STRICT AS "
    "$isoproof$\n"
    "DECLARE plain text := pg_catalog.isoproof_plain_name($1); found bigint[];\n"
    "BEGIN\n"
    "  IF $1 ~ '^[0-9]+$' THEN RETURN $1::bigint; END IF;\n"
    "  found := ARRAY(SELECT p.oid FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n\n"
    "    ON n.oid = p.pronamespace WHERE n.nspname || '.' || p.proname = plain\n"
    "    OR (p.proname = plain AND n.nspname IN ('public', 'pg_catalog')));\n"
    "  IF cardinality(found) = 0 THEN RAISE EXCEPTION 'function \"%\" does not exist', $1 USING ERRCODE = '42883'; "
    "END IF;\n"
    "  IF cardinality(found) > 1 THEN RAISE EXCEPTION 'more than one function named \"%\"', $1 USING ERRCODE = "
    "'42725'; END IF;\n"
    "  RETURN found[1];\n"
    "END $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.isoproof_regprocedure_number(text) RETURNS bigint LANGUAGE plpgsql STABLE STRICT AS "
    "$isoproof$\n"
    "DECLARE plain text := pg_catalog.isoproof_plain_name(btrim(split_part($1, '(', 1)));\n"
    "  inside text := btrim(rtrim(btrim(substr($1, strpos($1, '(') + 1)), ')')); given bigint[]; number bigint;\n"
    "BEGIN\n"
    "  IF $1 ~ '^[0-9]+$' THEN RETURN $1::bigint; END IF;\n"
    "  given := ARRAY(SELECT pg_catalog.isoproof_regtype(btrim(u.s)) FROM unnest(string_to_array(inside, ',')) WITH "
    "ORDINALITY AS u(s, place)\n"
    "    WHERE inside <> '' ORDER BY u.place);\n"
    "  SELECT max(p.oid) INTO number FROM pg_catalog.isoproof_own_routine p JOIN pg_catalog.pg_namespace n\n"
    "    ON n.oid = p.pronamespace WHERE p.proargtypes = given AND (n.nspname || '.' || p.proname = plain\n"
    "    OR (p.proname = plain AND n.nspname IN ('public', 'pg_catalog')));\n"
    "  IF number IS NULL AND EXISTS (SELECT FROM pg_catalog.pg_proc p WHERE p.oid = 1 AND p.proname = plain)\n"
    "  THEN RETURN 1; END IF;\n"
    "  IF number IS NULL THEN RAISE EXCEPTION 'function \"%\" does not exist', $1 USING ERRCODE = '42883'; END IF;\n"
    "  RETURN number;\n"
    "END $isoproof$;\n";

void ip_served_catalog_routines(ip_catalog_writing *w)
{
    routines(w);
    all_routines(w);
    languages(w);
    fputs(functions, w->out);
    fputs(numbers, w->out);
}
