/* The names that the input's texts create, by their words: statements that run later are known only as texts. */
#include "missing_names/created_names_state.h"

#include "parse/lexer.h"

#include <string.h>

enum { DEEPEST_TEXT = 6 };

static const char *const relations[] = {"table", "view", "sequence", "type", "domain", NULL};
static const char *const functions[] = {"function", "procedure", "aggregate", "routine", NULL};

static bool is_name(ip_token token)
{
    return token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
}

/* The last part of the name that begins at the token. */
static void add_name(ip_created *created, ip_created_names *list, const ip_source *source, ip_token token, size_t at,
                     size_t end)
{
    if (!is_name(token) && list == &created->relations)
        created->computed = true;
    while (is_name(token)) {
        size_t end_of_name = at;
        ip_token dot = ip_parse_next_token(source, &end_of_name, end, false), part = {IP_TOKEN_END, 0, 0};
        if (ip_parse_token_is(source, dot, "."))
            part = ip_parse_next_token(source, &end_of_name, end, false);
        if (!is_name(part)) {
            IP_PUSH(created->arena, list, ip_parse_token_name(created->arena, source, token));
            return;
        }
        token = part;
        at = end_of_name;
    }
}

/* ---------------------------------------------------------------- CREATE -- */

/* LIKE another table, OF a type, AS a query: the schema may not have all columns. */
static bool columns_elsewhere(const ip_source *source, size_t at, size_t end)
{
    int depth = 0;
    ip_token before = {IP_TOKEN_END, 0, 0};
    for (ip_token token = ip_parse_next_token(source, &at, end, false);
         token.kind != IP_TOKEN_END && !ip_parse_token_is(source, token, ";");
         token = ip_parse_next_token(source, &at, end, false)) {
        depth += ip_parse_token_is(source, token, "(") - ip_parse_token_is(source, token, ")");
        bool of = ip_parse_token_is(source, token, "of") && !ip_parse_token_is(source, before, "partition");
        if ((depth == 0 && (of || ip_parse_token_is(source, token, "as"))) ||
            (depth == 1 && ip_parse_token_is(source, token, "like")))
            return true;
        before = token;
    }
    return false;
}

/* The multirange's constructor beside that of the range, which has the type's name (PostgreSQL 15, CREATE TYPE). */
static void add_multirange(ip_created *created, ip_created_names *list, const ip_source *source, size_t at, size_t end)
{
    ip_created_names name = {0};
    ip_token before = ip_parse_next_token(source, &at, end, false), token = before;
    add_name(created, &name, source, token, at, end);
    for (; token.kind != IP_TOKEN_END && !ip_parse_token_is(source, token, ";");
         token = ip_parse_next_token(source, &at, end, false)) {
        if (name.count > 0 && ip_parse_token_is(source, before, "as") && ip_parse_token_is(source, token, "range")) {
            const char *own = name.items[0], *found = strstr(own, "range");
            IP_PUSH(created->arena, list,
                    found ? ip_arena_printf(created->arena, "%.*smulti%s", (int)(found - own), own, found)
                          : ip_arena_printf(created->arena, "%s_multirange", own));
        }
        if (ip_parse_token_is(source, before, "multirange_type_name") && ip_parse_token_is(source, token, "=")) {
            token = ip_parse_next_token(source, &at, end, false);
            add_name(created, list, source, token, at, end);
        }
        before = token;
    }
}

/* IDENTITY (SEQUENCE NAME x) of columns. */
static void add_sequences(ip_created *created, const ip_source *source, size_t at, size_t end)
{
    ip_token before = {IP_TOKEN_END, 0, 0};
    for (ip_token token = ip_parse_next_token(source, &at, end, false);
         token.kind != IP_TOKEN_END && !ip_parse_token_is(source, token, ";");
         token = ip_parse_next_token(source, &at, end, false)) {
        if (ip_parse_token_is(source, before, "sequence") && ip_parse_token_is(source, token, "name")) {
            token = ip_parse_next_token(source, &at, end, false);
            add_name(created, &created->relations, source, token, at, end);
        }
        before = token;
    }
}

/* After CREATE: what top-level statements create is in the schema, except for temporary tables. */
static void read_create(ip_created *created, const ip_source *source, size_t at, size_t end, bool later)
{
    static const char *const before[] = {"or",       "replace", "global",       "local",     "temp", "temporary",
                                         "unlogged", "foreign", "materialized", "recursive", NULL};
    ip_token token = ip_parse_next_token(source, &at, end, false);
    for (; ip_parse_token_is_any(source, token, before); token = ip_parse_next_token(source, &at, end, false))
        later = later || ip_parse_token_is(source, token, "temp") || ip_parse_token_is(source, token, "temporary");
    bool function = ip_parse_token_is_any(source, token, functions), type = ip_parse_token_is(source, token, "type");
    if (later && token.kind == IP_TOKEN_END)
        created->computed = true;
    if (!function && !ip_parse_token_is_any(source, token, relations))
        return;
    if (type)
        add_multirange(created, later ? &created->functions : &created->stated_functions, source, at, end);
    if (ip_parse_token_is(source, token, "table"))
        add_sequences(created, source, at, end);
    token = ip_parse_next_token(source, &at, end, false);
    if (ip_parse_token_is(source, token, "if"))
        for (int i = 0; i < 3; i++) /* NOT EXISTS name */
            token = ip_parse_next_token(source, &at, end, false);
    add_name(created,
             later ? (function ? &created->functions : &created->relations)
                   : (function ? &created->stated_functions : &created->stated),
             source, token, at, end);
    if (!function && columns_elsewhere(source, at, end))
        add_name(created, &created->altered, source, token, at, end);
}

/* ------------------------------------------------------------------ DROP -- */

/* One object of each name: there may be others in other schemas, or with other arguments. */
static void take_away(ip_created_names *from, ip_created_names *names)
{
    for (int k = 0; k < names->count; k++)
        for (int i = 0; i < from->count; i++)
            if (strcmp(from->items[i], names->items[k]) == 0) {
                from->items[i] = from->items[--from->count];
                break;
            }
    names->count = 0;
}

static void drop_now(ip_created *created)
{
    if (created->ever)
        created->dropped.count = created->dropped_functions.count = 0;
    take_away(&created->stated, &created->dropped);
    take_away(&created->stated_functions, &created->dropped_functions);
}

/* After DROP or ALTER: the kind of the object; false: a kind that does not matter here. */
static bool read_object_kind(const ip_source *source, size_t *at, size_t end, bool *function)
{
    static const char *const before[] = {"foreign", "materialized", NULL};
    ip_token token = ip_parse_next_token(source, at, end, false);
    while (ip_parse_token_is_any(source, token, before))
        token = ip_parse_next_token(source, at, end, false);
    *function = ip_parse_token_is_any(source, token, functions);
    return *function || ip_parse_token_is_any(source, token, relations);
}

/* After DROP, in a top-level statement. */
static void read_drop(ip_created *created, const ip_source *source, size_t at, size_t end)
{
    bool function;
    int depth = 0;
    ip_token token;
    if (!read_object_kind(source, &at, end, &function))
        return;
    for (token = ip_parse_next_token(source, &at, end, false);
         token.kind != IP_TOKEN_END && !ip_parse_token_is(source, token, ";");
         token = ip_parse_next_token(source, &at, end, false)) {
        depth += ip_parse_token_is(source, token, "(") - ip_parse_token_is(source, token, ")");
        if (is_name(token) && depth == 0)
            IP_PUSH(created->arena, function ? &created->dropped_functions : &created->dropped,
                    ip_parse_token_name(created->arena, source, token));
    }
    if (!created->in_transaction)
        drop_now(created);
}

/* Objects that a transaction drops do not exist after its commit. With ROLLBACK TO, perhaps they still do. */
static void read_transaction(ip_created *created, const ip_source *source, ip_token before, ip_token token, size_t at,
                             size_t end)
{
    bool ends = ip_parse_token_is(source, token, "end") &&
                (before.kind == IP_TOKEN_END || ip_parse_token_is(source, before, ";"));
    if (ip_parse_token_is(source, token, "begin") || ip_parse_token_is(source, token, "start")) {
        ip_token next = ip_parse_next_token(source, &at, end, false);
        if (ip_parse_token_is(source, token, "begin") ? !ip_parse_token_is(source, next, "atomic")
                                                      : ip_parse_token_is(source, next, "transaction"))
            created->in_transaction = true;
    } else if (ends || (ip_parse_token_is(source, token, "commit") && !ip_parse_token_is(source, before, "on"))) {
        created->in_transaction = false;
        drop_now(created);
    } else if (ip_parse_token_is(source, token, "rollback") || ip_parse_token_is(source, token, "abort")) {
        ip_token next = ip_parse_next_token(source, &at, end, false);
        if (!ip_parse_token_is(source, next, "to") && !ip_parse_token_is(source, next, "work") &&
            !ip_parse_token_is(source, next, "transaction"))
            created->in_transaction = false;
        created->dropped.count = created->dropped_functions.count = 0;
    }
}

/* ----------------------------------------------------------------- ALTER -- */

/* After ALTER: a table that a text run later adds something to; objects that are renamed. */
static void read_alter(ip_created *created, const ip_source *source, size_t at, size_t end, bool later)
{
    static const char *const skipped[] = {"if", "exists", "only", NULL};
    bool function;
    ip_token token;
    if (!read_object_kind(source, &at, end, &function))
        return;
    do
        token = ip_parse_next_token(source, &at, end, false);
    while (ip_parse_token_is_any(source, token, skipped));
    if (later)
        add_name(created, &created->altered, source, token, at, end);
    for (bool renames = false; token.kind != IP_TOKEN_END && !ip_parse_token_is(source, token, ";");) {
        bool to = ip_parse_token_is(source, token, "to");
        renames = renames || ip_parse_token_is(source, token, "rename");
        token = ip_parse_next_token(source, &at, end, false);
        if (renames && to)
            add_name(created,
                     later ? (function ? &created->functions : &created->relations)
                           : (function ? &created->stated_functions : &created->stated),
                     source, token, at, end);
    }
}

/* ADD COLUMN a, RENAME a TO b: the table may be named in another text. */
static void read_column(ip_created *created, const ip_source *source, ip_token token, size_t at, size_t end)
{
    static const char *const skipped[] = {"column", "attribute", "if", "not", "exists", NULL};
    bool adds = ip_parse_token_is(source, token, "add");
    if (!adds && !ip_parse_token_is(source, token, "rename"))
        return;
    token = ip_parse_next_token(source, &at, end, false);
    for (int i = 0; !adds && i < 4 && token.kind != IP_TOKEN_END; i++) {
        adds = ip_parse_token_is(source, token, "to");
        token = ip_parse_next_token(source, &at, end, false);
    }
    while (ip_parse_token_is_any(source, token, skipped))
        token = ip_parse_next_token(source, &at, end, false);
    if (adds)
        add_name(created, &created->columns, source, token, at, end);
}

/* A text may continue the previous text, which is then prepended: TABLE a …, TO b. */
static void read_continued(ip_created *created, const ip_source *source, size_t begin, size_t end)
{
    read_create(created, source, begin, end, true);
    ip_token token = ip_parse_next_token(source, &begin, end, false);
    if (!ip_parse_token_is(source, token, "to"))
        return;
    token = ip_parse_next_token(source, &begin, end, false);
    add_name(created, &created->relations, source, token, begin, end);
    add_name(created, &created->functions, source, token, begin, end);
    add_name(created, &created->columns, source, token, begin, end);
}

/* ------------------------------------------------------------------ text -- */

/* INTO a new table: with TEMP or TABLE, or not in a body itself, where it is PL/pgSQL's. */
static void read_into(ip_created *created, const ip_source *source, ip_token before, size_t at, size_t end, int depth)
{
    static const char *const table[] = {"temp", "temporary", "unlogged", "table", NULL};
    ip_token token = ip_parse_next_token(source, &at, end, false);
    bool makes =
        depth != 1 && !ip_parse_token_is(source, before, "insert") && !ip_parse_token_is(source, before, "merge");
    for (; ip_parse_token_is_any(source, token, table); token = ip_parse_next_token(source, &at, end, false))
        makes = true;
    if (makes)
        add_name(created, &created->relations, source, token, at, end);
}

static void read_text(ip_created *created, const ip_source *source, size_t begin, size_t end, int depth);

/* E'…': its line ends and tabs part words. */
static void read_escaped(ip_created *created, const ip_source *source, size_t begin, size_t end, int depth)
{
    size_t length = end - begin, *offsets = IP_NEW_ARRAY(created->arena, size_t, length + 1);
    char *text = IP_NEW_ARRAY(created->arena, char, length + 1);
    memcpy(text, source->text + begin, length);
    for (size_t i = 0; i <= length; i++)
        offsets[i] = begin + i;
    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] == '\\') {
            text[i] = ' ';
            if (strchr("nrtbf", text[i + 1]))
                text[i + 1] = ' ';
            i++;
        }
    read_text(created, ip_source_derive(created->arena, source, text, length, offsets), 0, length, depth);
}

static void read_string(ip_created *created, const ip_source *source, ip_token token, int depth)
{
    size_t inner = token.begin, inner_end = token.end;
    bool escaped = source->text[inner] == 'E' || source->text[inner] == 'e';
    if (!ip_parse_token_dollar(source, token, &inner, &inner_end)) {
        while (inner < inner_end && source->text[inner] != '\'')
            inner++;
        inner++;
        inner_end--;
    }
    if (depth >= DEEPEST_TEXT || inner >= inner_end)
        return;
    if (escaped)
        read_escaped(created, source, inner, inner_end, depth + 1);
    else
        read_text(created, source, inner, inner_end, depth + 1);
}

/* depth: of quotes around. */
static void read_text(ip_created *created, const ip_source *source, size_t begin, size_t end, int depth)
{
    ip_token before = {IP_TOKEN_END, 0, 0};
    if (depth > 0)
        read_continued(created, source, begin, end);
    for (size_t at = begin; at < end;) {
        ip_token token = ip_parse_next_token(source, &at, end, false);
        if (token.kind == IP_TOKEN_END)
            break;
        if (depth == 0)
            read_transaction(created, source, before, token, at, end);
        else
            read_column(created, source, token, at, end);
        if (token.kind == IP_TOKEN_STRING)
            read_string(created, source, token, depth);
        else if (ip_parse_token_is(source, token, "create"))
            read_create(created, source, at, end, depth > 0);
        else if (ip_parse_token_is(source, token, "alter"))
            read_alter(created, source, at, end, depth > 0);
        else if (depth == 0 && ip_parse_token_is(source, token, "drop") && !ip_parse_token_is(source, before, "alter"))
            read_drop(created, source, at, end);
        else if (depth == 0 && ip_parse_token_is(source, token, "import")) /* FOREIGN SCHEMA */
            created->unknown_extension = true;
        else if (ip_parse_token_is(source, token, "into"))
            read_into(created, source, before, at, end, depth);
        before = token;
    }
}

void ip_missing_created_read_text(ip_created *created, const ip_source *source)
{
    created->in_transaction = false;
    created->dropped.count = created->dropped_functions.count = 0;
    read_text(created, source, 0, source->length, 0);
}
