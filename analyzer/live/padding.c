/* At serializable: pages of indexes as in larger tables. */
#include "live/padding.h"

#include "live/triggers.h"

/* Numbers between and around those in schedules: small ones, and the numbers that sequences return to each instance. */
#define NUMBERS                                                                                                        \
    "SELECT row_number() OVER () AS i, k FROM (SELECT generate_series(-1000000, -1000, 1427) AS k UNION ALL SELECT "   \
    "generate_series(1000, 990000, 1413) UNION ALL SELECT generate_series(1000100, 1990000, 1413) UNION ALL SELECT "   \
    "generate_series(2000100, 2990000, 1413) UNION ALL SELECT generate_series(3000100, 9000000, 8571)) n "

/* The column's value: t: the name of its type, or of its domain's base type; written: the type as declared. */
#define VALUE                                                                                                          \
    "CASE WHEN t IN ('int4', 'int8', 'numeric', 'float4', 'float8') THEN CASE WHEN indexed THEN 'k' ELSE '1' END "     \
    "WHEN t = 'int2' THEN '1' WHEN t IN ('text', 'varchar', 'bpchar') THEN CASE WHEN size BETWEEN 1 AND 32 THEN "      \
    "format('left(chr(97 + (i %% 26)::int) || md5(i::text), %s)', size) ELSE "                                         \
    "'chr(97 + (i % 26)::int) || md5(i::text)' END "                                                                   \
    "WHEN t = 'uuid' THEN 'md5(i::text)::uuid' WHEN t = 'date' THEN '''2024-01-01''::date + (i - 1750)::int' "         \
    "WHEN t IN ('timestamp', 'timestamptz') THEN '''2024-01-01''::timestamp + (i - 1750) * interval ''1 day''' "       \
    "WHEN t = 'bool' THEN 'false' WHEN t IN ('json', 'jsonb') THEN '''{}''' WHEN t LIKE '\\_%' THEN '''{}''' "         \
    "WHEN kind = 'e' THEN format('(enum_range(NULL::%s))[1]', written) ELSE 'NULL' END"

#define COLUMNS                                                                                                        \
    "SELECT string_agg(format('%I', name), ', ' ORDER BY number) AS columns, string_agg(" VALUE                        \
    ", ', ' ORDER BY number) AS values FROM (SELECT a.attname AS name, a.attnum AS number, coalesce(b.typname, "       \
    "p.typname) AS t, p.typtype AS kind, format_type(a.atttypid, NULL) AS written, a.atttypmod - 4 AS size, EXISTS "   \
    "(SELECT "                                                                                                         \
    "FROM pg_index x WHERE x.indrelid = a.attrelid AND a.attnum = ANY (x.indkey)) AS indexed FROM pg_attribute a "     \
    "JOIN "                                                                                                            \
    "pg_type p ON p.oid = a.atttypid LEFT JOIN pg_type b ON b.oid = p.typbasetype WHERE a.attrelid = r.oid AND "       \
    "a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') s"

/* A table that refuses negative keys may accept the others. */
static const char pad[] =
    "DO $isoproof$ DECLARE r record; made record; padded text := ''; bare text := ''; bound int; done boolean; BEGIN "
    "BEGIN PERFORM set_config('session_replication_role', 'replica', true); EXCEPTION WHEN insufficient_privilege THEN "
    "NULL; END; FOR r IN SELECT oid, relname FROM pg_class WHERE relnamespace = '" IP_LIVE_SCHEMA
    "'::regnamespace AND relkind = 'r' AND NOT relispartition AND relhasindex AND NOT EXISTS (SELECT FROM pg_inherits "
    "WHERE inhparent = pg_class.oid OR inhrelid = pg_class.oid) ORDER BY relname LOOP " COLUMNS
    " INTO made; done := false; FOREACH bound IN ARRAY ARRAY[-2000000, 0] LOOP EXIT WHEN done; BEGIN EXECUTE "
    "format('ALTER TABLE %I SET (autovacuum_enabled = false)', r.relname); EXECUTE format('INSERT INTO %I (%s) "
    "OVERRIDING SYSTEM VALUE SELECT %s FROM (" NUMBERS "WHERE k > %s) n', r.relname, made.columns, made.values, "
    "bound); EXECUTE format('DELETE FROM %I', r.relname); done := "
    "true; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; IF done THEN padded := padded || ', ' || r.relname; ELSE "
    "bare := bare || ', ' || r.relname; END IF; END LOOP; PERFORM set_config('isoproof.padded', substr(padded, 3), "
    "false); PERFORM set_config('isoproof.bare', substr(bare, 3), false); END $isoproof$";

static const char *setting(ip_stage *stage, const char *name)
{
    PGresult *result = ip_live_query(stage->context, stage->control, "padding",
                                     ip_arena_printf(stage->context->arena, "SELECT current_setting('%s')", name));
    const char *text = result ? ip_arena_strdup(stage->context->arena, PQgetvalue(result, 0, 0)) : NULL;
    PQclear(result);
    return text;
}

bool ip_live_stage_pad(ip_stage *stage, const char **padded, const char **bare)
{
    ip_live_context *context = stage->context;
    return ip_live_command(context, stage->control, "BEGIN", "BEGIN") &&
           ip_live_command(context, stage->control, "triggers", IP_LIVE_TRIGGERS_OFF) &&
           ip_live_command(context, stage->control, "padding", pad) &&
           ip_live_command(context, stage->control, "triggers", IP_LIVE_TRIGGERS_ON) &&
           ip_live_command(context, stage->control, "COMMIT of the padding", "COMMIT") &&
           (*padded = setting(stage, "isoproof.padded")) != NULL && (*bare = setting(stage, "isoproof.bare")) != NULL;
}

bool ip_live_stage_analyze(ip_stage *stage)
{
    return ip_live_command(stage->context, stage->control, "ANALYZE",
                           "DO $isoproof$ DECLARE r record; BEGIN FOR r IN SELECT relname FROM pg_class WHERE "
                           "relnamespace = '" IP_LIVE_SCHEMA "'::regnamespace AND relkind = 'r' LOOP EXECUTE "
                           "format('ANALYZE %I', r.relname); END LOOP; END $isoproof$");
}
