/* Names and types as parse trees spell them: pg_parse.h's ip_parse_rangevar_name, ip_parse_names_relation,
 * ip_parse_typename_text, ip_parse_typename_type, ip_parse_type_from_text and what collations make of them. */
#include "parse/pg_parse.h"
#include "parse/sql_type.h"
#include "parse/statement.h"

#include <ctype.h>
#include <string.h>

const char *ip_parse_rangevar_name(ip_arena *arena, const PgQuery__RangeVar *rangevar)
{
    const char *schema = IP_TEXT(rangevar, schemaname), *name = IP_TEXT(rangevar, relname);
    if (!*schema || strcmp(schema, "public") == 0)
        return ip_arena_strdup(arena, name);
    return ip_arena_printf(arena, "%s.%s", schema, name);
}

bool ip_parse_names_relation(const ip_tree *node, const char *name)
{
    if (ip_parse_tree_is_list(node)) {
        for (size_t i = 0; i < ip_parse_list_size(node); i++)
            if (ip_parse_names_relation(ip_parse_list_item(node, i), name))
                return true;
        return false;
    }
    if (!ip_parse_tree_is_message(node))
        return false;
    const PgQuery__RangeVar *rangevar = ip_range_var_message(node);
    if (rangevar && strcmp(rangevar->relname, name) == 0 && !*rangevar->schemaname)
        return true;
    const ip_tree *value;
    IP_TREE_EACH(node, key, value) if (ip_parse_names_relation(value, name)) return true;
    return false;
}

/* The parser's name of a built-in type, PostgreSQL's spelling, what it is to us. */
static const struct known_type {
    const char *internal, *spelled;
    ip_type_kind kind;
} known_types[] = {
    {"int2", "smallint", IP_INTEGER},
    {"int4", "integer", IP_INTEGER},
    {"int8", "bigint", IP_INTEGER},
    {"int", "integer", IP_INTEGER},
    {"smallserial", "smallint", IP_INTEGER},
    {"serial", "integer", IP_INTEGER},
    {"bigserial", "bigint", IP_INTEGER},
    {"serial2", "smallint", IP_INTEGER},
    {"serial4", "integer", IP_INTEGER},
    {"serial8", "bigint", IP_INTEGER},
    {"oid", "oid", IP_OTHER}, /* -1 is 4294967295 */
    {"numeric", "numeric", IP_NUMERIC},
    {"decimal", "numeric", IP_NUMERIC},
    {"float4", "real", IP_NUMERIC},
    {"float8", "double precision", IP_NUMERIC},
    {"money", "money", IP_NUMERIC},
    {"text", "text", IP_TEXT},
    {"varchar", "character varying", IP_TEXT},
    {"bpchar", "character", IP_TEXT},
    {"char", "\"char\"", IP_OTHER}, /* literals are cut */
    {"name", "name", IP_OTHER},
    {"citext", "citext", IP_OTHER},
    {"uuid", "uuid", IP_TEXT},
    {"bool", "boolean", IP_BOOLEAN},
    {"date", "date", IP_TIME},
    {"time", "time without time zone", IP_TIME},
    {"timetz", "time with time zone", IP_TIME},
    {"timestamp", "timestamp without time zone", IP_TIME},
    {"timestamptz", "timestamp with time zone", IP_TIME},
    {"interval", "interval", IP_TIME},
};

static const struct known_type *known_type(const char *internal)
{
    for (size_t i = 0; i < sizeof known_types / sizeof known_types[0]; i++)
        if (strcmp(known_types[i].internal, internal) == 0)
            return &known_types[i];
    return NULL;
}

/* The last name, and whether only pg_catalog (or nothing) stands before it. */
static const char *unqualified(const PgQuery__TypeName *type_name, bool *built_in)
{
    const ip_tree *names = IP_ITEMS(type_name, names);
    size_t count = ip_parse_list_size(names);
    *built_in =
        count == 1 || (count == 2 && strcmp(ip_parse_string_node(ip_parse_list_item(names, 0)), "pg_catalog") == 0);
    return count ? ip_parse_string_node(ip_parse_list_item(names, count - 1)) : "";
}

const char *ip_parse_typename_text(ip_arena *arena, const PgQuery__TypeName *type_name)
{
    bool built_in;
    const char *last = unqualified(type_name, &built_in);
    const struct known_type *known = built_in ? known_type(last) : NULL;
    const char *text = known ? known->spelled : "";
    if (!known) {
        size_t i;
        const ip_tree *part;
        IP_LIST_EACH(IP_ITEMS(type_name, names), i, part)
        {
            const char *name = ip_parse_string_node(part);
            if (strcmp(name, "public") != 0 && strcmp(name, "pg_catalog") != 0)
                text = *text ? ip_arena_printf(arena, "%s.%s", text, name) : name;
        }
        text = ip_arena_strdup(arena, text);
    }
    const ip_tree *modifiers = IP_ITEMS(type_name, typmods);
    /* An interval's modifier is a mask of fields, not something written. */
    if (ip_parse_list_size(modifiers) > 0 && (!known || strcmp(known->internal, "interval") != 0)) {
        const char *inside = "";
        size_t i;
        const ip_tree *modifier;
        IP_LIST_EACH(modifiers, i, modifier)
        {
            const PgQuery__Integer *value = ip_const_ival(ip_as_a_const(modifier));
            inside = ip_arena_printf(arena, "%s%s%d", inside, i ? "," : "", IP_GET(value, ival));
        }
        text = ip_arena_printf(arena, "%s(%s)", text, inside);
    }
    if (IP_GET(type_name, pct_type))
        text = ip_arena_printf(arena, "%s%%TYPE", text);
    for (size_t i = 0; i < ip_parse_list_size(IP_ITEMS(type_name, array_bounds)); i++)
        text = ip_arena_printf(arena, "%s[]", text);
    return text;
}

ip_type ip_parse_typename_type(ip_arena *arena, const PgQuery__TypeName *type_name)
{
    bool built_in;
    const char *last = unqualified(type_name, &built_in);
    const struct known_type *known = built_in && !IP_GET(type_name, pct_type) ? known_type(last) : NULL;
    ip_type type = {known ? known->kind : IP_OTHER, ip_parse_list_size(IP_ITEMS(type_name, array_bounds)) > 0,
                    ip_parse_typename_text(arena, type_name)};
    return type;
}

/* Those that come with the server are deterministic; of others the files may say anything (section 24.2.2.4). */
bool ip_parse_collation_may_equate_texts(const char *collation)
{
    static const char *const plain[] = {"", "C", "POSIX", "default", "ucs_basic", "unicode"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(collation, plain[i]) == 0)
            return false;
    size_t length = strlen(collation);
    bool icu = length > 6 && strcmp(collation + length - 6, "-x-icu") == 0;
    bool locale = length > 4 && islower((unsigned char)collation[0]) && islower((unsigned char)collation[1]) &&
                  collation[2] == '_' && isupper((unsigned char)collation[3]);
    return !icu && !locale;
}

ip_type ip_parse_type_collated(ip_arena *arena, ip_type type, const PgQuery__CollateClause *clause)
{
    const ip_tree *names = IP_ITEMS(clause, collname);
    const char *name = ip_parse_last_string(names);
    if (type.kind != IP_TEXT || !ip_parse_collation_may_equate_texts(name))
        return type;
    const char *of = type.name ? type.name : "text";
    size_t length = strcspn(of, "[");
    return (ip_type){IP_OTHER, type.array,
                     ip_arena_printf(arena, "%.*s collate %s%s", (int)length, of, name, type.array ? "[]" : "")};
}

ip_type ip_parse_type_spelled(ip_arena *arena, const char *name)
{
    size_t length = strlen(name);
    bool array = length > 2 && strcmp(name + length - 2, "[]") == 0;
    ip_type type = {IP_OTHER, array, ip_arena_strdup(arena, name)};
    for (size_t i = 0; i < sizeof known_types / sizeof known_types[0]; i++)
        if (strlen(known_types[i].spelled) == length - 2 * array &&
            strncmp(known_types[i].spelled, name, length - 2 * array) == 0) {
            type.kind = known_types[i].kind;
            return type;
        }
    return type;
}

ip_type ip_parse_type_from_text(ip_arena *arena, const char *text)
{
    ip_type type = {IP_OTHER, false, ip_arena_strdup(arena, text)};
    ip_parse_error error;
    const ip_tree *cast = ip_parse_pg_parse_expr(arena, ip_arena_printf(arena, "CAST(NULL AS %s)", text), &error);
    if (cast)
        type = ip_parse_typename_type(arena, IP_GET(ip_as_type_cast(cast), type_name));
    return type;
}

const char *ip_parse_type_kind_name(ip_type_kind kind)
{
    static const char *const names[] = {
        [IP_INTEGER] = "integer", [IP_NUMERIC] = "numeric", [IP_TEXT] = "text",
        [IP_BOOLEAN] = "boolean", [IP_TIME] = "time",       [IP_OTHER] = "other",
    };
    return names[kind];
}
