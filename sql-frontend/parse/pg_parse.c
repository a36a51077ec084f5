/* The one file that calls libpg_query: parsing, with limits on depth. */
#include "parse/pg_parse.h"
#include "base/text_table.h"

#include "parse/accepted.h"
#include "parse/sql_type.h"

#include <pg_query.h>
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* PostgreSQL 18's grammar has constraints that are NOT ENFORCED or WITHOUT OVERLAPS, and here each would be a fact. */
_Static_assert(PG_VERSION_NUM < 180000, "the grammars of PostgreSQL 15 to 17 are followed");

/* libpg_query packs parse trees recursively, once per nested node, without looking at the stack, and a chain of
 * operators nests to the left. */
enum { DEEPEST_NESTING = 400, DEEPEST_TREE = 2048 };

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

/* Bytes that are not UTF-8 (a file in Latin-1, binary garbage) would be no texts of protocol buffers;
 * they only occur inside names and literals, where any letter stands for them as well. */
static const char *only_utf8(ip_arena *arena, const char *sql)
{
    size_t length = strlen(sql), valid = 0;
    for (size_t step = 1; valid < length && step; valid += step)
        step = utf8_length((const unsigned char *)sql + valid, length - valid);
    if (valid == length)
        return sql;
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

/* Tells whether WHEN or THEN begins here. */
static bool is_branch(const char *sql, size_t at)
{
    bool begins = !at || !(isalnum((unsigned char)sql[at - 1]) || sql[at - 1] == '_' || sql[at - 1] == '$');
    char after =
        begins && (strncasecmp(sql + at, "when", 4) == 0 || strncasecmp(sql + at, "then", 4) == 0) ? sql[at + 4] : 'x';
    return !(isalnum((unsigned char)after) || after == '_' || after == '$' || (unsigned char)after >= 0x80);
}

/* How deep the tree can nest, about: open parentheses plus the operators since the last comma, semicolon, or branch of
 * a CASE. is_deep() is exact. */
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
            chain = is_branch(sql, i) ? 0 : chain;
            break;
        }
        if (depth > DEEPEST_NESTING || chain > 4 * DEEPEST_NESTING) {
            *where = i;
            return true;
        }
    }
    return false;
}

static void *take(void *arena, size_t size)
{
    return ip_arena_alloc(arena, size);
}

static void keep(void *arena, void *memory)
{
    (void)arena;
    (void)memory;
}

/* How many bytes the number takes (base 128, the lowest digits first); 0: it does not end. */
static size_t varint(const uint8_t *at, const uint8_t *end, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; at + i < end && i < 10; i++) {
        *number |= (uint64_t)(at[i] & 0x7f) << 7 * i;
        if (!(at[i] & 0x80))
            return i + 1;
    }
    return 0;
}

typedef struct open_message {
    const ProtobufCMessageDescriptor *kind;
    const uint8_t *end;
    int depth;
} open_message;

/* The field that begins there: past it, or into it if it is a message. NULL: these are no messages of libpg_query. */
static const uint8_t *step(const uint8_t *at, const open_message *in, open_message *inside)
{
    uint64_t tag, length = 0;
    size_t bytes = varint(at, in->end, &tag);
    inside->kind = NULL;
    if (!bytes)
        return NULL;
    at += bytes;
    switch (tag & 7) {
    case PROTOBUF_C_WIRE_TYPE_VARINT:
        bytes = varint(at, in->end, &length);
        return bytes ? at + bytes : NULL;
    case PROTOBUF_C_WIRE_TYPE_64BIT:
        return in->end - at >= 8 ? at + 8 : NULL;
    case PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED:
        bytes = varint(at, in->end, &length);
        if (!bytes || length > (uint64_t)(in->end - at) - bytes)
            return NULL;
        at += bytes;
        break;
    default:
        return NULL;
    }
    const ProtobufCFieldDescriptor *field = protobuf_c_message_descriptor_get_field(in->kind, (unsigned)(tag >> 3));
    if (!field || field->type != PROTOBUF_C_TYPE_MESSAGE)
        return at + length;
    *inside =
        (open_message){field->descriptor, at + length, in->depth + 1 + (field->label == PROTOBUF_C_LABEL_REPEATED)};
    return at;
}

/* Unpacking recurses once for each message in a message, and so does whatever walks over the tree later: looked at
 * before, without recursion. A list counts as one more level. */
static bool is_deep(const uint8_t *at, size_t length)
{
    open_message open[DEEPEST_TREE + 3];
    int count = 1;
    open[0] = (open_message){&pg_query__parse_result__descriptor, at + length, 1};
    while (count > 0) {
        const open_message *in = &open[count - 1];
        if (at == in->end) {
            count--;
            continue;
        }
        open_message inside;
        at = step(at, in, &inside);
        if (!at || (inside.kind && inside.depth > DEEPEST_TREE))
            return true;
        if (inside.kind)
            open[count++] = inside;
    }
    return false;
}

typedef IP_VEC(size_t) insertions;

/* Each time libpg_query refuses what a server accepts, it is asked again with another text; the limit keeps texts with
 * many such places from taking quadratic time. */
static PgQueryProtobufParseResult parse_accepted(ip_arena *arena, const char *text, insertions *inserted,
                                                 ip_parse_error *error)
{
    enum { MOST_CHANGES = 50 };
    PgQueryProtobufParseResult parsed = pg_query_parse_protobuf(text);
    for (int i = 0; parsed.error; i++) {
        ip_parse_error refused = {
            ip_arena_strdup(arena, parsed.error->message ? parsed.error->message : "cannot be parsed"),
            byte_offset(text, parsed.error->cursorpos)};
        error->message = error->message ? error->message : refused.message;
        error->offset = i ? error->offset : refused.offset;
        ip_other_text other;
        if (i == MOST_CHANGES || !ip_parse_pg_other_text(arena, text, refused.message, refused.offset, &other))
            return parsed;
        if (other.inserted)
            IP_PUSH(arena, inserted, other.inserted);
        pg_query_free_protobuf_parse_result(parsed);
        text = other.text;
        parsed = pg_query_parse_protobuf(text);
    }
    *error = (ip_parse_error){NULL, 0};
    return parsed;
}

static const ip_list *parse(ip_arena *arena, const char *sql, ip_parse_error *error, bool *names)
{
    *error = (ip_parse_error){NULL, 0};
    if (nests_too_deeply(sql, &error->offset)) {
        error->message = "expression nested too deeply";
        return NULL;
    }
    insertions inserted = {0};
    PgQueryProtobufParseResult parsed = parse_accepted(arena, only_utf8(arena, sql), &inserted, error);
    const ip_list *statements = NULL;
    if (parsed.error) {
        pg_query_free_protobuf_parse_result(parsed);
        return NULL;
    }
    if (is_deep((const uint8_t *)parsed.parse_tree.data, parsed.parse_tree.len)) {
        error->message = "expression nested too deeply";
    } else {
        ProtobufCAllocator allocator = {take, keep, arena};
        const PgQuery__ParseResult *result =
            pg_query__parse_result__unpack(&allocator, parsed.parse_tree.len, (const uint8_t *)parsed.parse_tree.data);
        if (!result)
            error->message = "unusable parse tree";
        else if (result->version / 10000 != PG_VERSION_NUM / 10000) /* its fields may mean something else */
            error->message = "isoproof was built with the headers of another libpg_query than the library is of";
        else
            statements = IP_LIST(result, stmts);
        for (int i = inserted.count; i-- > 0;)
            ip_parse_pg_take_back(statements, inserted.items[i]);
    }
    *names = inserted.count > 0;
    pg_query_free_protobuf_parse_result(parsed);
    return statements;
}

const char *ip_parse_pg_grammar_version(void)
{
    return PG_MAJORVERSION;
}

uint64_t ip_parse_pg_fingerprint(const char *sql)
{
    size_t where;
    if (nests_too_deeply(sql, &where))
        return 0;
    ip_arena *arena = ip_arena_new();
    PgQueryFingerprintResult found = pg_query_fingerprint(only_utf8(arena, sql));
    uint64_t fingerprint = found.error ? 0 : found.fingerprint;
    pg_query_free_fingerprint_result(found);
    ip_arena_free(arena);
    return fingerprint;
}

/* A cache of parsed texts, which belongs to the arena: a later request for the same text, to read, lower or compile it,
 * returns the same tree. */
typedef struct parsed_text {
    const ip_list *statements; /* NULL: */
    ip_parse_error error;
    bool names; /* a subquery in FROM has got an alias */
} parsed_text;

static ip_text_table *texts_of(ip_arena *arena)
{
    void **companion = ip_arena_companion(arena);
    if (!*companion)
        *companion = IP_NEW(arena, ip_text_table);
    return *companion;
}

const ip_tree *ip_parse_pg_parse(ip_arena *arena, const char *sql, ip_parse_error *error)
{
    ip_text_entry *entry = ip_text_table_add(arena, texts_of(arena), sql);
    parsed_text *parsed = entry->value;
    if (!parsed) {
        entry->text = ip_arena_strdup(arena, sql);
        entry->value = parsed = IP_NEW(arena, parsed_text);
        parsed->statements = parse(arena, entry->text, &parsed->error, &parsed->names);
    }
    *error = parsed->error;
    return parsed->statements;
}

bool ip_parse_pg_names_subqueries(ip_arena *arena, const char *sql)
{
    ip_parse_error error;
    ip_parse_pg_parse(arena, sql, &error);
    const parsed_text *parsed = ip_text_table_add(arena, texts_of(arena), sql)->value;
    return parsed->names;
}

static bool has_more_than_targets(const PgQuery__SelectStmt *select)
{
    const ip_tree *value;
    IP_TREE_EACH(select, field, value) if (value != IP_ITEMS(select, target_list)) return true;
    return false;
}

static const ip_tree *as_subquery(ip_arena *arena, const PgQuery__SelectStmt *select)
{
    PgQuery__SubLink *link = ip_parse_message_new(arena, &pg_query__sub_link__descriptor);
    link->sub_link_type = PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK;
    link->subselect = ip_parse_node_of(arena, select);
    return ip_parse_node_of(arena, link);
}

const ip_tree *ip_parse_pg_parse_expr(ip_arena *arena, const char *text, ip_parse_error *error)
{
    const ip_tree *statements = ip_parse_pg_parse(arena, ip_arena_printf(arena, "SELECT %s", text), error);
    if (!statements)
        return NULL;
    const ip_tree *value = NULL;
    if (ip_parse_list_size(statements) == 1) {
        const PgQuery__SelectStmt *select = ip_as_select_stmt(ip_parse_statement_at(statements, 0));
        const ip_tree *targets = IP_ITEMS(select, target_list);
        /* IF count(*) > 0 FROM t … : PL/pgSQL's expressions may go on as a query. */
        if (ip_parse_list_size(targets) == 1 && has_more_than_targets(select))
            value = as_subquery(arena, select);
        else if (ip_parse_list_size(targets) == 1)
            value = IP_GET(ip_as_res_target(ip_parse_list_item(targets, 0)), val);
    }
    if (!value)
        *error = (ip_parse_error){"one expression expected", IP_PG_EXPR_SHIFT};
    return value;
}

double ip_parse_number_option(const PgQuery__DefElem *option)
{
    const PgQuery__Integer *whole = ip_as_integer(IP_GET(option, arg));
    return whole ? (double)IP_GET(whole, ival) : strtod(IP_TEXT(ip_as_float_(IP_GET(option, arg)), fval), NULL);
}

const char *ip_parse_function_name(ip_arena *arena, const ip_tree *names)
{
    size_t count = ip_parse_list_size(names);
    const char *last = count ? ip_parse_string_node(ip_parse_list_item(names, count - 1)) : "";
    const char *schema = count > 1 ? ip_parse_string_node(ip_parse_list_item(names, count - 2)) : "";
    if (!*schema || strcmp(schema, "public") == 0 || strcmp(schema, "pg_catalog") == 0)
        return ip_arena_strdup(arena, last);
    return ip_arena_printf(arena, "%s.%s", schema, last);
}

const char *ip_parse_call_name(ip_arena *arena, const PgQuery__FuncCall *call)
{
    return ip_parse_function_name(arena, IP_ITEMS(call, funcname));
}

bool ip_parse_explain_runs(const PgQuery__ExplainStmt *explain)
{
    static const char *const no[] = {"false", "off", "0", "no"};
    bool runs = false;
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(explain, options), i, item)
    {
        const PgQuery__DefElem *option = ip_as_def_elem(item);
        const ip_tree *value = IP_GET(option, arg);
        if (strcmp(IP_TEXT(option, defname), "analyze") != 0)
            continue;
        const char *word = ip_parse_string_node(value);
        runs = !ip_as_integer(value) || IP_GET(ip_as_integer(value), ival) != 0;
        for (size_t k = 0; k < sizeof no / sizeof no[0]; k++)
            runs = runs && strcasecmp(word, no[k]) != 0;
    }
    return runs;
}

const PgQuery__FuncCall *ip_parse_own_call(const ip_tree *node, ip_call_test wanted, const void *context)
{
    const PgQuery__FuncCall *call = ip_as_func_call(node), *found = NULL;
    const ip_tree *value;
    size_t i;
    if (ip_as_sub_link(node))
        return NULL;
    if (call && wanted(context, call))
        return call;
    IP_LIST_EACH(node, i, value) if ((found = ip_parse_own_call(value, wanted, context))) return found;
    IP_TREE_EACH(node, at, value) if ((found = ip_parse_own_call(value, wanted, context))) return found;
    return NULL;
}

bool ip_parse_has_subquery(const ip_tree *node)
{
    const ip_tree *value;
    size_t i;
    if (ip_as_sub_link(node))
        return true;
    IP_LIST_EACH(node, i, value) if (ip_parse_has_subquery(value)) return true;
    IP_TREE_EACH(node, at, value) if (ip_parse_has_subquery(value)) return true;
    return false;
}
