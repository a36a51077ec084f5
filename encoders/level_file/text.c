/* Reads the text of a level file as S-expressions with places. */
#include "level_file/text.h"

#include <string.h>

/* Deep enough for any axiom; keeps the recursion of the later passes within the stack. */
enum { DEEPEST = 200 };

typedef struct reader {
    ip_arena *arena;
    const ip_source *source;
    ip_diagnostics *diagnostics;
    size_t at;
} reader;

static ip_range place(const reader *r, size_t begin, size_t end)
{
    return (ip_range){r->source, begin, end};
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* SMT-LIB 2.6, section 3.1: simple symbols, and numerals that start with a digit. */
static bool is_symbol_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("~!@$%^&*_-+=<>.?/", c));
}

static void skip_blanks(reader *r)
{
    const char *text = r->source->text;
    while (r->at < r->source->length) {
        if (text[r->at] == ';')
            while (r->at < r->source->length && text[r->at] != '\n')
                r->at++;
        else if (is_space(text[r->at]))
            r->at++;
        else
            return;
    }
}

static ip_sexpr *new_expression(reader *r, ip_sexpr_kind kind, size_t begin)
{
    ip_sexpr *e = IP_NEW(r->arena, ip_sexpr);
    e->kind = kind;
    e->range = place(r, begin, r->at);
    e->text = "";
    return e;
}

static ip_sexpr *read_string(reader *r)
{
    size_t begin = r->at++;
    IP_VEC(char) bytes = {0};
    const char *text = r->source->text;
    for (;; r->at++) {
        if (r->at >= r->source->length) {
            ip_diagnostics_add(r->diagnostics, IP_ERROR, place(r, begin, r->at), NULL,
                               "this string does not end: expected a closing '\"'");
            return NULL;
        }
        if (text[r->at] == '\0') {
            ip_diagnostics_add(r->diagnostics, IP_ERROR, place(r, r->at, r->at + 1), NULL, "a byte 0 inside a string");
            return NULL;
        }
        if (text[r->at] == '"') {
            if (text[r->at + 1] != '"')
                break;
            r->at++;
        }
        IP_PUSH(r->arena, &bytes, text[r->at]);
    }
    r->at++;
    ip_sexpr *e = new_expression(r, IP_SEXPR_STRING, begin);
    e->text = ip_arena_strndup(r->arena, bytes.items ? bytes.items : "", (size_t)bytes.count);
    return e;
}

static ip_sexpr *read_atom(reader *r)
{
    const char *text = r->source->text;
    size_t begin = r->at;
    char first = text[begin];
    if (first == '"')
        return read_string(r);
    if (first == ':')
        r->at++;
    size_t word = r->at;
    while (r->at < r->source->length && is_symbol_byte(text[r->at]))
        r->at++;
    if (r->at == word) {
        if (first == '|')
            ip_diagnostics_add(r->diagnostics, IP_ERROR, place(r, begin, begin + 1), NULL,
                               "quoted symbols are not used in level files: expected '(' or a plain symbol");
        else if (first > ' ' && first <= '~')
            ip_diagnostics_add(r->diagnostics, IP_ERROR, place(r, begin, begin + 1), NULL,
                               "unexpected '%c': expected '(', ')' or a symbol", first);
        else
            ip_diagnostics_add(r->diagnostics, IP_ERROR, place(r, begin, begin + 1), NULL,
                               "unexpected byte 0x%02x: expected SMT-LIB 2 text", (unsigned)(unsigned char)first);
        return NULL;
    }
    ip_sexpr_kind kind = first == ':'                   ? IP_SEXPR_KEYWORD
                         : first >= '0' && first <= '9' ? IP_SEXPR_NUMBER
                                                        : IP_SEXPR_SYMBOL;
    ip_sexpr *e = new_expression(r, kind, begin);
    e->text = ip_arena_strndup(r->arena, text + word, r->at - word);
    return e;
}

static ip_sexpr *read_list(reader *r, int depth)
{
    size_t begin = r->at;
    if (depth > DEEPEST) {
        ip_diagnostics_add(r->diagnostics, IP_ERROR, place(r, begin, begin + 1), NULL,
                           "parentheses nested more than %d deep: no axiom needs that", DEEPEST);
        return NULL;
    }
    r->at++;
    ip_sexpr *list = new_expression(r, IP_SEXPR_LIST, begin);
    for (;;) {
        skip_blanks(r);
        if (r->at >= r->source->length) {
            ip_diagnostics_add(r->diagnostics, IP_ERROR, place(r, begin, begin + 1), NULL,
                               "this '(' is never closed: expected ')' before the end of the file");
            return NULL;
        }
        char c = r->source->text[r->at];
        if (c == ')')
            break;
        ip_sexpr *item = c == '(' ? read_list(r, depth + 1) : read_atom(r);
        if (!item)
            return NULL;
        IP_PUSH(r->arena, &list->items, item);
    }
    r->at++;
    list->range.end = r->at;
    return list;
}

ip_sexpr *ip_level_file_sexpr_read(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics)
{
    reader r = {arena, source, diagnostics, 0};
    ip_sexpr *file = new_expression(&r, IP_SEXPR_LIST, 0);
    file->range.end = source->length;
    for (skip_blanks(&r); r.at < source->length; skip_blanks(&r)) {
        char c = source->text[r.at];
        if (c == ')') {
            ip_diagnostics_add(diagnostics, IP_ERROR, place(&r, r.at, r.at + 1), NULL,
                               "this ')' closes nothing: expected '(' and a command");
            return NULL;
        }
        ip_sexpr *command = c == '(' ? read_list(&r, 1) : read_atom(&r);
        if (!command)
            return NULL;
        IP_PUSH(arena, &file->items, command);
    }
    return file;
}

bool ip_level_file_sexpr_is(const ip_sexpr *expression, const char *symbol)
{
    return expression->kind == IP_SEXPR_SYMBOL && strcmp(expression->text, symbol) == 0;
}
