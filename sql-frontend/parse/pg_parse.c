/* The one file that calls libpg_query: parsing, with limits on depth, and recently parsed trees kept. */
#include "parse/pg_parse.h"

#include "parse/sql_type.h"

#include <pg_query.h>
#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* pg_query's printer of parse trees recurses once per nested node without looking at the stack, and
 * a chain of operators nests to the left; jansson refuses more than 2048 levels anyway. */
enum { DEEPEST_NESTING = 400 };

/* Length of the valid UTF-8 sequence at text (RFC 3629), 0 if there is none. */
static size_t utf8_length(const unsigned char *text, size_t left)
{
    unsigned char first = text[0];
    size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((first == 0xe0 && text[1] < 0xa0) || (first == 0xed && text[1] > 0x9f) || (first == 0xf0 && text[1] < 0x90) ||
        (first == 0xf4 && text[1] > 0x8f))
        return 0;
    return length;
}

/* Bytes that are not UTF-8 (a file in Latin-1, binary garbage) would make the tree's JSON unreadable;
 * they only occur inside names and literals, where any letter stands for them as well. */
static char *only_utf8(ip_arena *arena, const char *sql)
{
    size_t length = strlen(sql);
    char *copy = ip_arena_strndup(arena, sql, length);
    for (size_t i = 0; i < length;) {
        size_t step = utf8_length((const unsigned char *)copy + i, length - i);
        if (step == 0) {
            copy[i] = '_';
            step = 1;
        }
        i += step;
    }
    return copy;
}

/* pg_query counts characters from 1. */
static size_t byte_offset(const char *utf8, int cursor)
{
    size_t offset = 0;
    for (int character = 1; character < cursor && utf8[offset]; character++) {
        offset++;
        while (((unsigned char)utf8[offset] & 0xc0) == 0x80)
            offset++;
    }
    return offset;
}

/* An upper bound of how deep the tree can nest: open parentheses plus the operators and words since
 * the last comma or semicolon. */
static bool nests_too_deeply(const char *sql, size_t *where)
{
    int depth = 0, chain = 0;
    char quote = 0;
    for (size_t i = 0; sql[i]; i++) {
        char c = sql[i];
        if (quote) {
            if (c == quote)
                quote = 0;
            continue;
        }
        switch (c) {
        case '\'':
        case '"':
            quote = c;
            break;
        case '(':
        case '[':
            depth++;
            break;
        case ')':
        case ']':
            depth--;
            break;
        case ',':
        case ';':
            chain = 0;
            break;
        case '+':
        case '*':
        case '/':
        case '%':
        case '<':
        case '>':
        case '=':
        case '|':
        case '&':
        case '^':
        case '#':
        case '~':
        case '!':
        case '@':
        case ':':
        case '-':
            chain++;
            break;
        default:
            break;
        }
        if (depth > DEEPEST_NESTING || chain > 4 * DEEPEST_NESTING) {
            *where = i;
            return true;
        }
    }
    return false;
}

/* The number after the minus sign there, negative. */
static json_t *negative_at(const char *text, size_t at)
{
    long long number = 0;
    for (at++; text[at] && !isdigit((unsigned char)text[at]); at++)
        ;
    for (; isdigit((unsigned char)text[at]) && number < INT_MAX; at++)
        number = 10 * number + (text[at] - '0');
    return json_integer(-number);
}

/* Where an option's value begins that is a negative number: START WITH -5; length: it is none. */
static size_t sign_of_option(const char *text, size_t at, size_t length)
{
    while (at < length && (isalpha((unsigned char)text[at]) || isspace((unsigned char)text[at]) || text[at] == '_'))
        at++;
    return at < length && text[at] == '-' && text[at + 1] != '-' ? at : length;
}

/* libpg_query 15-4.0.0 prints an integer that is negative as if it were 0. Of a constant it tells the place of its
 * sign, of an option the place of its name: the text has to say what it was. */
static void restore_negatives(json_t *node, const char *text, size_t length)
{
    if (json_is_array(node)) {
        size_t i;
        json_t *item;
        json_array_foreach(node, i, item) restore_negatives(item, text, length);
        return;
    }
    if (!json_is_object(node))
        return;
    json_t *constant = json_object_get(node, "A_Const"), *value = json_object_get(constant, "ival");
    if (value && !json_object_get(value, "ival")) {
        size_t at = (size_t)json_integer_value(json_object_get(constant, "location"));
        if (at < length && text[at] == '-')
            json_object_set_new(value, "ival", negative_at(text, at));
        return;
    }
    json_t *option = json_object_get(node, "DefElem"),
           *integer = json_object_get(json_object_get(option, "arg"), "Integer");
    if (integer && !json_object_get(integer, "ival")) {
        size_t at = sign_of_option(text, (size_t)json_integer_value(json_object_get(option, "location")), length);
        if (at < length)
            json_object_set_new(integer, "ival", negative_at(text, at));
        return;
    }
    const char *key;
    json_t *child;
    json_object_foreach(node, key, child) restore_negatives(child, text, length);
}

/* A text is parsed when it is read, when it is lowered, at each place it is called from, and when it is compiled: the
 * trees of the most recent texts are kept. Trees are never changed, and each has its own reference count. */
enum { KEPT_TREES = 16384, LONGEST_KEPT = 8192 };

static _Thread_local struct kept {
    char *text;
    json_t *statements;
} * kept_trees;

static struct kept *kept_slot(const char *sql, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)sql[i]) * UINT64_C(1099511628211);
    return &kept_trees[(hash ^ hash >> 32) % KEPT_TREES];
}

static json_t *keep_tree(const char *sql, size_t length, json_t *statements)
{
    if (!kept_trees)
        kept_trees = calloc(KEPT_TREES, sizeof *kept_trees);
    char *copy = kept_trees ? malloc(length + 1) : NULL;
    if (!copy)
        return statements;
    struct kept *slot = kept_slot(sql, length);
    free(slot->text);
    json_decref(slot->statements);
    memcpy(copy, sql, length + 1);
    *slot = (struct kept){copy, json_incref(statements)};
    return statements;
}

static json_t *parse(ip_arena *arena, const char *sql, ip_parse_error *error);

json_t *ip_pg_parse(ip_arena *arena, const char *sql, ip_parse_error *error)
{
    size_t length = strlen(sql);
    const struct kept *slot = kept_trees && length <= LONGEST_KEPT ? kept_slot(sql, length) : NULL;
    *error = (ip_parse_error){NULL, 0};
    if (slot && slot->text && strcmp(slot->text, sql) == 0)
        return json_incref(slot->statements);
    json_t *statements = parse(arena, sql, error);
    return statements && length <= LONGEST_KEPT ? keep_tree(sql, length, statements) : statements;
}

static json_t *parse(ip_arena *arena, const char *sql, ip_parse_error *error)
{
    if (nests_too_deeply(sql, &error->offset)) {
        error->message = "expression nested too deeply";
        return NULL;
    }
    const char *text = only_utf8(arena, sql);
    PgQueryParseResult parsed = pg_query_parse(text);
    json_t *statements = NULL;
    if (parsed.error) {
        error->message = ip_arena_strdup(arena, parsed.error->message ? parsed.error->message : "cannot be parsed");
        error->offset = byte_offset(text, parsed.error->cursorpos);
    } else {
        json_error_t why;
        json_t *root = json_loads(parsed.parse_tree, 0, &why);
        statements = root ? json_incref(json_object_get(root, "stmts")) : NULL;
        if (!root)
            error->message = strstr(why.text, "depth") ? "expression nested too deeply"
                                                       : ip_arena_printf(arena, "unusable parse tree: %s", why.text);
        else if (!statements)
            statements = json_array();
        restore_negatives(statements, text, strlen(text));
        json_decref(root);
    }
    pg_query_free_parse_result(parsed);
    return statements;
}

static bool has_more_than_targets(json_t *select)
{
    const char *key;
    json_t *value;
    json_object_foreach(select, key, value)
    {
        if (strcmp(key, "targetList") != 0 && strcmp(key, "limitOption") != 0 && strcmp(key, "op") != 0)
            return true;
    }
    return false;
}

json_t *ip_pg_parse_expr(ip_arena *arena, const char *text, ip_parse_error *error)
{
    json_t *statements = ip_pg_parse(arena, ip_arena_printf(arena, "SELECT %s", text), error);
    if (!statements)
        return NULL;
    json_t *value = NULL;
    if (json_array_size(statements) == 1) {
        json_t *select = ip_node_as(ip_field(json_array_get(statements, 0), "stmt"), "SelectStmt");
        json_t *targets = ip_field(select, "targetList");
        /* IF count(*) > 0 FROM t … : PL/pgSQL's expressions may go on as a query. */
        if (json_array_size(targets) == 1 && has_more_than_targets(select))
            value = json_pack("{s:{s:s, s:{s:O}}}", "SubLink", "subLinkType", "EXPR_SUBLINK", "subselect", "SelectStmt",
                              select);
        else if (json_array_size(targets) == 1)
            value = json_incref(ip_field(ip_node_as(json_array_get(targets, 0), "ResTarget"), "val"));
    }
    json_decref(statements);
    if (!value)
        *error = (ip_parse_error){"one expression expected", IP_PG_EXPR_SHIFT};
    return value;
}

const char *ip_node_kind(const json_t *node)
{
    if (!json_is_object(node) || json_object_size(node) != 1)
        return "";
    return json_object_iter_key(json_object_iter((json_t *)node));
}

json_t *ip_node_body(const json_t *node)
{
    if (!json_is_object(node) || json_object_size(node) != 1)
        return NULL;
    return json_object_iter_value(json_object_iter((json_t *)node));
}

json_t *ip_node_as(const json_t *node, const char *kind)
{
    return strcmp(ip_node_kind(node), kind) == 0 ? ip_node_body(node) : NULL;
}

json_t *ip_field(const json_t *object, const char *name)
{
    return json_object_get(object, name);
}

const char *ip_field_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

long long ip_field_int(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

double ip_number_option(const json_t *option)
{
    const json_t *whole = ip_node_as(ip_field(option, "arg"), "Integer");
    return whole ? (double)ip_field_int(whole, "ival")
                 : strtod(ip_field_text(ip_node_as(ip_field(option, "arg"), "Float"), "fval"), NULL);
}

bool ip_field_bool(const json_t *object, const char *name)
{
    return json_is_true(json_object_get(object, name));
}

const char *ip_string_node(const json_t *node)
{
    return ip_field_text(ip_node_as(node, "String"), "sval");
}

const char *ip_call_name(ip_arena *arena, const json_t *call)
{
    const json_t *names = ip_field(call, "funcname");
    size_t count = json_array_size(names);
    const char *last = count ? ip_string_node(json_array_get(names, count - 1)) : "";
    const char *schema = count > 1 ? ip_string_node(json_array_get(names, count - 2)) : "";
    if (!*schema || strcmp(schema, "public") == 0 || strcmp(schema, "pg_catalog") == 0)
        return ip_arena_strdup(arena, last);
    return ip_arena_printf(arena, "%s.%s", schema, last);
}

bool ip_explain_runs(const json_t *explain)
{
    static const char *const no[] = {"false", "off", "0", "no"};
    bool runs = false;
    size_t i;
    json_t *item;
    json_array_foreach(ip_field(explain, "options"), i, item)
    {
        const json_t *option = ip_node_as(item, "DefElem"), *value = ip_field(option, "arg");
        if (strcmp(ip_field_text(option, "defname"), "analyze") != 0)
            continue;
        const char *word = ip_string_node(value);
        runs = !ip_node_as(value, "Integer") || ip_field_int(ip_node_as(value, "Integer"), "ival") != 0;
        for (size_t k = 0; k < sizeof no / sizeof no[0]; k++)
            runs = runs && strcasecmp(word, no[k]) != 0;
    }
    return runs;
}

const json_t *ip_own_call(const json_t *node, ip_call_test wanted, const void *context)
{
    const json_t *call = ip_field(node, "FuncCall"), *found = NULL;
    const char *key;
    json_t *value;
    size_t i;
    if (ip_field(node, "SubLink"))
        return NULL;
    if (call && wanted(context, call))
        return call;
    json_array_foreach(node, i, value) if ((found = ip_own_call(value, wanted, context))) return found;
    json_object_foreach((json_t *)node, key, value) if ((found = ip_own_call(value, wanted, context))) return found;
    return NULL;
}

bool ip_has_subquery(const json_t *node)
{
    const char *key;
    json_t *value;
    size_t i;
    if (ip_field(node, "SubLink"))
        return true;
    json_array_foreach(node, i, value) if (ip_has_subquery(value)) return true;
    json_object_foreach((json_t *)node, key, value) if (ip_has_subquery(value)) return true;
    return false;
}
