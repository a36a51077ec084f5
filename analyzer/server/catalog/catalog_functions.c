/* The catalog's functions (PostgreSQL 15, section 9.26) in SQL and PL/pgSQL, over the views. */
#include "server/catalog/catalog_writing.h"

/* Numbers of types by name, and the names that SQL has for them, as format_type() gives them. */
static const char format_type[] =
    "CREATE FUNCTION pg_catalog.format_type(bigint, integer) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"
    "SELECT CASE WHEN t.typelem <> 0 THEN pg_catalog.isoproof_type_name(e.typname, $2) || '[]'\n"
    "  ELSE pg_catalog.isoproof_type_name(t.typname, $2) END\n"
    "FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem WHERE t.oid = $1 $isoproof$;\n";
static const char type_name[] =
    "CREATE FUNCTION pg_catalog.isoproof_type_name(text, integer) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"
    "SELECT CASE $1 WHEN 'int2' THEN 'smallint' WHEN 'int4' THEN 'integer' WHEN 'int8' THEN 'bigint'\n"
    "  WHEN 'float4' THEN 'real' WHEN 'float8' THEN 'double precision' WHEN 'bool' THEN 'boolean'\n"
    "  WHEN 'timestamptz' THEN 'timestamp with time zone' WHEN 'timestamp' THEN 'timestamp without time zone'\n"
    "  WHEN 'timetz' THEN 'time with time zone' WHEN 'time' THEN 'time without time zone'\n"
    "  WHEN 'varchar' THEN 'character varying' || CASE WHEN $2 > 4 THEN '(' || ($2 - 4)::text || ')' ELSE '' END\n"
    "  WHEN 'bpchar' THEN 'character' || CASE WHEN $2 > 4 THEN '(' || ($2 - 4)::text || ')' ELSE '' END\n"
    "  WHEN 'numeric' THEN 'numeric' || CASE WHEN $2 > 4 THEN '(' || (($2 - 4) / 65536)::text || ',' ||\n"
    "    (($2 - 4) % 65536)::text || ')' ELSE '' END ELSE $1 END $isoproof$;\n";

static const char regclass[] =
    "CREATE FUNCTION pg_catalog.isoproof_regclass(text) RETURNS bigint LANGUAGE plpgsql STABLE STRICT AS $isoproof$\n"
    "DECLARE plain text := CASE WHEN strpos($1, '\"') > 0 THEN replace($1, '\"', '') ELSE lower($1) END; number "
    "bigint;\n"
    "BEGIN\n"
    "  IF starts_with(plain, current_database() || '.') THEN\n"
    "    plain := substr(plain, length(current_database()) + 2); END IF;\n"
    "  number := CASE replace(plain, 'pg_catalog.', '') WHEN 'pg_class' THEN 1259 WHEN 'pg_constraint' THEN 2606\n"
    "    WHEN 'pg_type' THEN 1247 WHEN 'pg_proc' THEN 1255 WHEN 'pg_namespace' THEN 2615\n"
    "    WHEN 'pg_attrdef' THEN 2604 END;\n"
    "  IF number IS NULL THEN\n"
    "    SELECT c.oid INTO number FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace\n"
    "    WHERE n.nspname || '.' || c.relname = plain OR (c.relname = plain AND n.nspname IN ('public', "
    "'pg_catalog'));\n"
    "  END IF;\n"
    "  IF number IS NULL THEN RAISE EXCEPTION 'relation \"%\" does not exist', $1 USING ERRCODE = '42P01'; END IF;\n"
    "  RETURN number;\n"
    "END $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.isoproof_regclass_name(bigint) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"
    "SELECT CASE WHEN n.nspname = 'public' THEN '' ELSE quote_ident(n.nspname) || '.' END || quote_ident(c.relname)\n"
    "FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = $1 $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.isoproof_regclass(bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT $1';\n"
    "CREATE FUNCTION pg_catalog.isoproof_regclass_name(text) RETURNS text LANGUAGE sql STABLE AS\n"
    "  'SELECT pg_catalog.isoproof_regclass_name(pg_catalog.isoproof_regclass($1))';\n"
    "CREATE FUNCTION pg_catalog.to_regclass(text) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"
    "SELECT quote_ident(c.relname) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = "
    "c.relnamespace\n"
    "WHERE n.nspname || '.' || c.relname = replace($1, '\"', '')\n"
    "  OR (c.relname = replace($1, '\"', '') AND n.nspname = 'public') $isoproof$;\n";

static const char other_names[] =
    "CREATE FUNCTION pg_catalog.isoproof_regtype(text) RETURNS bigint LANGUAGE plpgsql STABLE STRICT AS $isoproof$\n"
    "DECLARE number bigint;\n"
    "BEGIN\n"
    "  SELECT max(t.oid) INTO number FROM pg_catalog.pg_type t WHERE t.typname = \n"
    "      reverse(split_part(reverse(replace($1, '\"', '')), '.', 1))\n"
    "    OR (t.typnamespace = 11 AND lower($1) = pg_catalog.isoproof_type_name(t.typname, NULL));\n"
    "  IF number IS NULL THEN RAISE EXCEPTION 'type \"%\" does not exist', $1 USING ERRCODE = '42704'; END IF;\n"
    "  RETURN number;\n"
    "END $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.isoproof_regtype_name(bigint) RETURNS text LANGUAGE sql STABLE AS\n"
    "  'SELECT pg_catalog.format_type($1, NULL)';\n"
    "CREATE FUNCTION pg_catalog.isoproof_regtype_name(text) RETURNS text LANGUAGE sql STABLE AS\n"
    "  'SELECT pg_catalog.format_type(pg_catalog.isoproof_regtype($1), NULL)';\n"
    "CREATE FUNCTION pg_catalog.isoproof_regtype(bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT $1';\n"
    "CREATE FUNCTION pg_catalog.isoproof_regnamespace(text) RETURNS bigint LANGUAGE sql STABLE AS\n"
    "  'SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = replace($1, ''\"'', '''')';\n"
    "CREATE FUNCTION pg_catalog.isoproof_regnamespace_name(bigint) RETURNS text LANGUAGE sql STABLE AS\n"
    "  'SELECT nspname FROM pg_catalog.pg_namespace WHERE oid = $1';\n"
    "CREATE FUNCTION pg_catalog.isoproof_regprocedure(text) RETURNS text LANGUAGE sql IMMUTABLE AS\n"
    "  'SELECT split_part($1, ''('', 1)';\n";

/* Definitions of constraints and indexes as SQL. */
static const char written_definitions[] =
    "CREATE FUNCTION pg_catalog.isoproof_columns(bigint, smallint[]) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"
    "SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY u.place)\n"
    "FROM unnest($2) WITH ORDINALITY AS u(number, place)\n"
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = $1 AND a.attnum = u.number $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.isoproof_action(text) RETURNS text LANGUAGE sql IMMUTABLE AS $isoproof$\n"
    "SELECT CASE $1 WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' WHEN 'r' THEN\n"
    "  'RESTRICT' END $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.pg_get_constraintdef(bigint) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"
    "SELECT CASE c.contype WHEN 'p' THEN 'PRIMARY KEY (' || pg_catalog.isoproof_columns(c.conrelid, c.conkey) || ')'\n"
    "  WHEN 'u' THEN 'UNIQUE (' || pg_catalog.isoproof_columns(c.conrelid, c.conkey) || ')'\n"
    "  WHEN 'f' THEN 'FOREIGN KEY (' || pg_catalog.isoproof_columns(c.conrelid, c.conkey) || ') REFERENCES ' ||\n"
    "    pg_catalog.isoproof_regclass_name(c.confrelid) || '(' ||\n"
    "    pg_catalog.isoproof_columns(c.confrelid, c.confkey) || ')' ||\n"
    "    coalesce(' ON UPDATE ' || pg_catalog.isoproof_action(c.confupdtype::text), '') ||\n"
    "    coalesce(' ON DELETE ' || pg_catalog.isoproof_action(c.confdeltype::text), '')\n"
    "  WHEN 'c' THEN 'CHECK (' || c.conbin || ')' END ||\n"
    "  CASE WHEN c.condeferrable THEN ' DEFERRABLE' ELSE '' END ||\n"
    "  CASE WHEN c.condeferred THEN ' INITIALLY DEFERRED' ELSE '' END ||\n"
    "  CASE WHEN c.convalidated THEN '' ELSE ' NOT VALID' END\n"
    "FROM pg_catalog.pg_constraint c WHERE c.oid = $1 $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.pg_get_constraintdef(bigint, boolean) RETURNS text LANGUAGE sql STABLE AS\n"
    "  'SELECT pg_catalog.pg_get_constraintdef($1)';\n"
    "CREATE FUNCTION pg_catalog.pg_get_indexdef(bigint) RETURNS text LANGUAGE plpgsql STABLE AS $isoproof$\n"
    "BEGIN\n"
    "  IF EXISTS (SELECT FROM pg_catalog.pg_index WHERE indexrelid = $1 AND (indexprs IS NOT NULL OR indpred IS NOT "
    "NULL))\n"
    "  THEN RAISE EXCEPTION 'isoproof does not run this: definitions of indexes with expressions, of the catalog'\n"
    "    USING ERRCODE = '0A000'; END IF;\n"
    "  RETURN (SELECT 'CREATE ' || CASE WHEN x.indisunique THEN 'UNIQUE ' ELSE '' END || 'INDEX ' ||\n"
    "    quote_ident(i.relname) || ' ON ' || quote_ident(n.nspname) || '.' || quote_ident(t.relname) || ' USING ' ||\n"
    "    coalesce(m.amname::text, 'btree') || ' (' ||\n"
    "    (SELECT string_agg(quote_ident(a.attname) || CASE WHEN u.option % 2 = 1 THEN ' DESC' ELSE '' END, ', '\n"
    "      ORDER BY u.place) FROM unnest(x.indkey, x.indoption) WITH ORDINALITY AS u(number, option, place)\n"
    "      JOIN pg_catalog.pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = u.number) || ')'\n"
    "    FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid\n"
    "    JOIN pg_catalog.pg_class t ON t.oid = x.indrelid JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace\n"
    "    LEFT JOIN pg_catalog.pg_am m ON m.oid = i.relam WHERE x.indexrelid = $1);\n"
    "END $isoproof$;\n";

static const char small_functions[] =
    "CREATE FUNCTION pg_catalog.pg_get_indexdef(bigint, integer, boolean) RETURNS text LANGUAGE sql STABLE AS "
    "$isoproof$\n"
    "SELECT CASE WHEN $2 = 0 THEN pg_catalog.pg_get_indexdef($1) ELSE (SELECT quote_ident(a.attname)\n"
    "  FROM pg_catalog.pg_index x JOIN pg_catalog.pg_attribute a ON a.attrelid = x.indrelid\n"
    "  AND a.attnum = x.indkey[$2] WHERE x.indexrelid = $1) END $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.pg_table_is_visible(bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS "
    "'SELECT EXISTS (SELECT FROM pg_catalog.pg_class WHERE oid = $1 AND relnamespace IN (11, 2200))';\n"
    "CREATE FUNCTION pg_catalog.isoproof_is_visible(text, bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS "
    "$isoproof$\n"
    "SELECT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace\n"
    "  WHERE c.oid = $2 AND (n.nspname = 'pg_catalog' OR n.nspname::text IN\n"
    "  (SELECT btrim(s, ' \"') FROM unnest(string_to_array($1, ',')) s))) $isoproof$;\n"
    "CREATE FUNCTION pg_catalog.pg_type_is_visible(bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS "
    "'SELECT EXISTS (SELECT FROM pg_catalog.pg_type WHERE oid = $1 AND typnamespace IN (11, 2200))';\n"
    "CREATE FUNCTION pg_catalog.current_schema() RETURNS name LANGUAGE sql IMMUTABLE AS 'SELECT ''public''::name';\n"
    "CREATE FUNCTION pg_catalog.current_schemas(boolean) RETURNS name[] LANGUAGE sql IMMUTABLE AS\n"
    "  'SELECT CASE WHEN $1 THEN ARRAY[''pg_catalog'', ''public'']::name[] ELSE ARRAY[''public'']::name[] END';\n"
    "CREATE FUNCTION pg_catalog.pg_get_expr(text, bigint) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1';\n"
    "CREATE FUNCTION pg_catalog.pg_get_expr(text, bigint, boolean) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT "
    "$1';\n"
    "CREATE FUNCTION pg_catalog.col_description(bigint, integer) RETURNS text LANGUAGE sql IMMUTABLE AS\n"
    "  'SELECT NULL::text';\n"
    "CREATE FUNCTION pg_catalog.obj_description(bigint, text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT "
    "NULL::text';\n"
    "CREATE FUNCTION pg_catalog.obj_description(bigint) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT NULL::text';\n"
    "CREATE FUNCTION pg_catalog.pg_get_userbyid(bigint) RETURNS text LANGUAGE sql IMMUTABLE AS\n"
    "  'SELECT ''isoproof''::text';\n"
    "CREATE FUNCTION pg_catalog.pg_encoding_to_char(integer) RETURNS text LANGUAGE sql IMMUTABLE AS\n"
    "  'SELECT ''UTF8''::text';\n"
    "CREATE FUNCTION pg_catalog.pg_get_serial_sequence(text, text) RETURNS text LANGUAGE sql STABLE AS $isoproof$\n"
    "SELECT n.nspname || '.' || s.relname FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class s ON s.oid = d.objid\n"
    "JOIN pg_catalog.pg_namespace n ON n.oid = s.relnamespace\n"
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid\n"
    "WHERE d.refobjid = pg_catalog.isoproof_regclass($1) AND a.attname = $2 AND s.relkind = 'S' $isoproof$;\n";

void ip_served_catalog_functions(ip_catalog_writing *w)
{
    const char *const all[] = {type_name, format_type, regclass, other_names, written_definitions, small_functions};
    fputs("CREATE FUNCTION pg_catalog.current_database() RETURNS name LANGUAGE sql IMMUTABLE AS $isoproof$SELECT '",
          w->out);
    for (const char *at = w->database; *at; at++)
        fprintf(w->out, *at == '\'' ? "''" : "%c", *at);
    fputs("'::name$isoproof$;\n", w->out);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        fputs(all[i], w->out);
}
