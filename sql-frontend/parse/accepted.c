/* Texts that servers accept, and libpg_query 15 does not. */
#include "parse/accepted.h"

#include "parse/lexer.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

/* 'a' -- comment, and on the next line 'b': one constant for a server (scan.l, whitespace_with_newline). libpg_query
 * gives comments as tokens, and so finds two. */
static bool join_constants(const ip_source *source, char *text)
{
    size_t length = source->length, last = 0; /* the end of a constant with nothing but comments after it; 0: none */
    bool changed = false;
    for (size_t at = 0; at < length;) {
        ip_token token = ip_parse_lex(source, at, length, false);
        if (token.kind == IP_TOKEN_END)
            break;
        at = token.end;
        bool line = token.kind == IP_TOKEN_COMMENT && source->text[token.begin] == '-';
        if (token.kind == IP_TOKEN_STRING && source->text[token.begin] == '\'' && last)
            for (size_t i = last; i < token.begin; i++)
                if (!is_blank(text[i])) {
                    text[i] = ' ';
                    changed = true;
                }
        if (token.kind == IP_TOKEN_STRING)
            last = source->text[token.begin] == '$' ? 0 : token.end;
        else if (!line)
            last = 0;
    }
    return changed;
}

/* The closing parenthesis of the one at an offset; 0: there is none. */
static size_t closing(const ip_source *source, size_t offset)
{
    int depth = 0;
    for (size_t at = offset; at < source->length;) {
        ip_token token = ip_parse_lex(source, at, source->length, false);
        if (token.kind == IP_TOKEN_END)
            break;
        at = token.end;
        depth += ip_parse_token_is(source, token, "(") - ip_parse_token_is(source, token, ")");
        if (depth == 0)
            return token.begin;
    }
    return 0;
}

/* A name of one letter that the text does not use. */
static char unused_name(const ip_source *source)
{
    for (const char *name = "_zyxwvutsrqponmlkjihgfedcba"; *name; name++) {
        bool used = false;
        for (size_t at = 0; at < source->length && !used;) {
            ip_token token = ip_parse_lex(source, at, source->length, false);
            if (token.kind == IP_TOKEN_END)
                break;
            at = token.end;
            bool quoted = token.kind == IP_TOKEN_QUOTED;
            char first = source->text[token.begin + quoted];
            used = token.end - token.begin == (quoted ? 3 : 1) && (first | 0x20) == (*name | 0x20);
        }
        if (!used)
            return *name;
    }
    return 0;
}

/* Since version 16 a subquery in FROM needs no alias. Here it gets one. */
static bool name_subquery(ip_arena *arena, const ip_source *source, size_t offset, ip_other_text *other)
{
    size_t end = closing(source, offset);
    char name = end ? unused_name(source) : 0;
    if (!name)
        return false;
    other->inserted = end + 1;
    other->text =
        ip_arena_printf(arena, "%.*s %c%s", (int)other->inserted, source->text, name, source->text + other->inserted);
    return true;
}

bool ip_parse_pg_other_text(ip_arena *arena, const char *sql, const char *message, size_t offset, ip_other_text *other)
{
    ip_source source = {.text = sql, .length = strlen(sql)};
    *other = (ip_other_text){NULL, 0};
    if (strcmp(message, "subquery in FROM must have an alias") == 0 ||
        strcmp(message, "VALUES in FROM must have an alias") == 0)
        return name_subquery(arena, &source, offset, other);
    if (strncmp(message, "syntax error", 12) != 0 || !strstr(sql, "--"))
        return false;
    other->text = ip_arena_strndup(arena, sql, source.length);
    return join_constants(&source, other->text);
}

/* ------------------------------------------------------ places in the tree -- */

static void move_back(int32_t *place, size_t inserted)
{
    if (*place >= (int32_t)inserted + IP_INSERTED)
        *place -= IP_INSERTED;
}

static void move_places(ProtobufCMessage *message, size_t inserted)
{
    PgQuery__RawStmt *statement = message->descriptor == &pg_query__raw_stmt__descriptor ? (void *)message : NULL;
    if (statement) {
        size_t begin = (size_t)statement->stmt_location;
        bool holds = begin < inserted && statement->stmt_len && inserted < begin + (size_t)statement->stmt_len;
        statement->stmt_len -= holds ? IP_INSERTED : 0;
        move_back(&statement->stmt_location, inserted);
    }
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(message->descriptor, "location");
    if (field && field->type == PROTOBUF_C_TYPE_INT32)
        move_back((void *)((char *)message + field->offset), inserted);
}

void ip_parse_pg_take_back(const ip_tree *tree, size_t inserted)
{
    const ip_tree *child;
    size_t i;
    IP_LIST_EACH(tree, i, child) ip_parse_pg_take_back(child, inserted);
    if (!ip_parse_tree_is_message(tree))
        return;
    move_places((ProtobufCMessage *)tree, inserted);
    IP_TREE_EACH(tree, field, child) ip_parse_pg_take_back(child, inserted);
}
