#define _GNU_SOURCE /* strcasestr */
#include "split.h"

#include <string.h>
#include <strings.h>

typedef struct splitter {
    ip_arena *arena;
    const ip_source *source;
    ip_sql_item *item;
    char *text;        /* of the source from the item's begin on */
    int words;         /* seen so far, up to 4 */
    bool create, rule; /* CREATE …, CREATE RULE: semicolons in parentheses do not end it */
    bool routine;      /* CREATE FUNCTION or PROCEDURE: BEGIN ATOMIC … END */
    int parentheses, brackets, atomic;
    bool after_operand;
    int placeholders;
} splitter;

static bool is(const splitter *s, ip_token token, const char *text)
{
    return ip_token_is(s->source, token, text);
}

/* Which kind of CREATE it is decides where it ends. */
static void note_word(splitter *s, ip_token token)
{
    s->words++;
    if (s->words == 1)
        s->create = is(s, token, "create");
    if (!s->create || s->words > 4)
        return;
    s->rule |= is(s, token, "rule");
    s->routine |= is(s, token, "function") || is(s, token, "procedure");
}

/* CREATE FUNCTION … BEGIN ATOMIC a; b; END: CASE … END may nest inside. */
static void note_atomic(splitter *s, ip_token token)
{
    if (s->atomic == 0) {
        ip_token next = ip_lex(s->source, token.end, s->source->length, true);
        s->atomic = is(s, token, "begin") && is(s, next, "atomic");
    } else if (is(s, token, "begin") || is(s, token, "case")) {
        s->atomic++;
    } else if (is(s, token, "end")) {
        s->atomic--;
    }
}

static char *text_at(splitter *s, size_t offset)
{
    return s->text + (offset - s->item->range.begin);
}

static void replace(splitter *s, ip_token token, const char *name, const char *identifier)
{
    memcpy(text_at(s, token.begin), identifier, strlen(identifier));
    char *folded = ip_arena_strdup(s->arena, identifier);
    for (char *c = folded; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c += 'a' - 'A';
    ip_script_variable variable = {folded, name, {s->source, token.begin, token.end}};
    IP_PUSH(s->arena, &s->item->variables, variable);
}

/* :x becomes _x, :'x' and :"x" become _x__: names as long as what they stand for. */
static void variable(splitter *s, ip_token token)
{
    const char *written = s->source->text + token.begin;
    size_t length = token.end - token.begin;
    bool quoted = written[1] == '\'' || written[1] == '"';
    const char *name = ip_arena_strndup(s->arena, written + 1 + quoted, length - 1 - 2 * (size_t)quoted);
    replace(s, token, name, ip_arena_printf(s->arena, quoted ? "_%s__" : "_%s", name));
}

/* ? becomes a letter that is no name in the statement; false when there are too many. */
static bool placeholder(splitter *s, ip_token token, size_t limit)
{
    int tried = 0;
    for (char letter = 'z'; letter >= 'a'; letter--) {
        bool used = false;
        ip_token t = {IP_TOKEN_COMMENT, s->item->range.begin, s->item->range.begin};
        while (!used && (t = ip_lex(s->source, t.end, limit, true)).kind != IP_TOKEN_END && !is(s, t, ";"))
            used = t.end - t.begin == 1 && t.kind == IP_TOKEN_WORD && (s->source->text[t.begin] | 0x20) == letter;
        if (used || tried++ < s->placeholders)
            continue;
        s->placeholders++;
        replace(s, token, ip_arena_printf(s->arena, "$%d", s->placeholders), ip_arena_printf(s->arena, "%c", letter));
        return true;
    }
    return false;
}

static bool ends_operand(const splitter *s, ip_token token)
{
    if (token.kind == IP_TOKEN_OPERATOR)
        return is(s, token, ")") || is(s, token, "]");
    static const char *const not_operands[] = {
        "and",  "or",    "not",  "where", "values", "in", "limit",  "offset",    "set",  "select", "by",  "between",
        "like", "ilike", "then", "else",  "when",   "on", "having", "returning", "case", "is",     "any", "call"};
    for (size_t i = 0; token.kind == IP_TOKEN_WORD && i < sizeof not_operands / sizeof not_operands[0]; i++)
        if (is(s, token, not_operands[i]))
            return false;
    return true;
}

static size_t next_line(const ip_source *source, size_t at)
{
    const char *end = memchr(source->text + at, '\n', source->length - at);
    return end ? (size_t)(end - source->text) + 1 : source->length;
}

/* COPY … FROM STDIN; is followed by data up to a line "\.". */
static size_t behind_copy_data(const ip_source *source, size_t at)
{
    for (at = next_line(source, at); at < source->length; at = next_line(source, at))
        if (source->length - at >= 2 && memcmp(source->text + at, "\\.", 2) == 0)
            return next_line(source, at);
    return source->length;
}

static bool copies_from_stdin(const ip_source *source, ip_range range)
{
    ip_token token = ip_lex(source, range.begin, range.end, true);
    if (!ip_token_is(source, token, "copy"))
        return false;
    for (bool from = false; token.kind != IP_TOKEN_END; token = ip_lex(source, token.end, range.end, true)) {
        if (from && ip_token_is(source, token, "stdin"))
            return true;
        from = ip_token_is(source, token, "from");
    }
    return false;
}

static bool is_any(const char *word, size_t length, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == length && strncmp(*list, word, length) == 0)
            return true;
    return false;
}

static void command(splitter *s, ip_token token)
{
    static const char *const copy[] = {"copy", NULL};
    const char *text = s->source->text;
    size_t end = token.begin + 1;
    while (end < token.end && text[end] != ' ' && text[end] != '\t' && text[end] != '\r')
        end++;
    s->item->range = (ip_range){s->source, token.begin, token.end};
    s->item->command = ip_arena_strndup(s->arena, text + token.begin + 1, end - token.begin - 1);
    size_t last = token.end;
    while (end < last && (text[end] == ' ' || text[end] == '\t'))
        end++;
    while (last > end && (text[last - 1] == ' ' || text[last - 1] == '\r' || text[last - 1] == '\t'))
        last--;
    s->item->argument = (ip_range){s->source, end, last};
    s->item->text = "";
    if (is_any(s->item->command, strlen(s->item->command), copy)) {
        const char *argument = ip_range_text(s->arena, s->item->argument);
        s->item->ended_by_command = strcasestr(argument, "from stdin") != NULL;
    }
}

/* Commands that send the statement before them. */
static bool sends(const ip_source *source, ip_token token)
{
    static const char *const senders[] = {"g",     "gx",           "gset", "gexec", "gdesc", "aset",
                                          "watch", "crosstabview", "bind", ";",     NULL};
    const char *word = source->text + token.begin + 1;
    size_t length = 0;
    while (token.begin + 1 + length < token.end && word[length] != ' ' && word[length] != '\t' && word[length] != '\r')
        length++;
    return is_any(word, length, senders) || (length > 0 && word[0] == ';');
}

bool ip_split_next(ip_arena *arena, const ip_source *source, size_t *at, ip_sql_item *item)
{
    *item = (ip_sql_item){0};
    splitter s = {.arena = arena, .source = source, .item = item};
    ip_token token = ip_lex(source, *at, source->length, true);
    while (token.kind == IP_TOKEN_COMMENT || is(&s, token, ";")) {
        if (token.kind == IP_TOKEN_COMMENT)
            IP_PUSH(arena, &item->comments, ((ip_range){source, token.begin, token.end}));
        token = ip_lex(source, token.end, source->length, true);
    }
    if (token.kind == IP_TOKEN_END)
        return false;
    if (token.kind == IP_TOKEN_COMMAND) {
        command(&s, token);
        *at = item->ended_by_command ? behind_copy_data(source, token.begin) : token.end;
        item->ended_by_command = false;
        return true;
    }
    item->range = (ip_range){source, token.begin, token.end};
    /* Room for the longest this statement can be; arenas are cheap, but not per statement of a big
     * file: find the end first, then copy, then replace what was noted. */
    IP_VEC(ip_token) replaced = {0};
    *at = source->length;
    for (; token.kind != IP_TOKEN_END; token = ip_lex(source, token.end, source->length, true)) {
        if (token.kind == IP_TOKEN_COMMENT)
            continue;
        if (is(&s, token, ";") && (!s.rule || s.parentheses <= 0) && s.atomic <= 0) {
            *at = token.end;
            break;
        }
        if (token.kind == IP_TOKEN_COMMAND) {
            if (!sends(source, token))
                continue;
            item->ended_by_command = true;
            *at = token.begin;
            break;
        }
        if (token.kind == IP_TOKEN_BROKEN && !item->fault) {
            item->fault = ip_token_fault(source, token);
            item->fault_at = token.begin;
        }
        if (token.kind == IP_TOKEN_WORD)
            note_word(&s, token);
        s.parentheses += is(&s, token, "(") ? 1 : is(&s, token, ")") ? -1 : 0;
        s.brackets += is(&s, token, "[") ? 1 : is(&s, token, "]") ? -1 : 0;
        if (s.routine)
            note_atomic(&s, token);
        if ((token.kind == IP_TOKEN_VARIABLE && !(s.brackets > 0 && s.after_operand)) ||
            (is(&s, token, "?") && !s.after_operand))
            IP_PUSH(arena, &replaced, token);
        s.after_operand = ends_operand(&s, token);
        item->range.end = token.end;
    }
    s.text = ip_arena_strndup(arena, source->text + item->range.begin, item->range.end - item->range.begin);
    item->text = s.text;
    for (int i = 0; i < replaced.count; i++) {
        if (replaced.items[i].kind == IP_TOKEN_VARIABLE) {
            variable(&s, replaced.items[i]);
        } else if (!placeholder(&s, replaced.items[i], item->range.end)) {
            item->fault = "more placeholders than can be told apart";
            item->fault_at = replaced.items[i].begin;
            break;
        }
    }
    for (size_t i = 0; i < item->range.end - item->range.begin; i++)
        if (s.text[i] == 0)
            s.text[i] = 1;
    /* psql commands inside a statement are not part of it. */
    for (ip_token t = ip_lex(source, item->range.begin, item->range.end, true); t.kind != IP_TOKEN_END;
         t = ip_lex(source, t.end, item->range.end, true))
        if (t.kind == IP_TOKEN_COMMAND)
            memset(text_at(&s, t.begin), ' ', t.end - t.begin);
    if (copies_from_stdin(source, item->range))
        *at = behind_copy_data(source, *at > 0 ? *at - 1 : 0);
    return true;
}

/* Does a line begin the way a statement does? Upper or lower case, in the first column. */
static bool begins_statement(const ip_source *source, size_t at)
{
    static const char *const words[] = {"create", "alter", "drop",     "begin", "commit",  "insert",   "update",
                                        "delete", "start", "rollback", "grant", "comment", "truncate", "copy"};
    ip_token token = ip_lex(source, at, source->length, true);
    if (token.begin != at)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (ip_token_is(source, token, words[i]))
            return true;
    return false;
}

/* CREATE [OR REPLACE] of something: behind a statement that lacks its semicolon, or behind garbage. */
static bool begins_definition(const ip_source *source, ip_token token)
{
    static const char *const words[] = {"or", "function", "procedure", "table", "unique", "index", "trigger", "view"};
    if (!ip_token_is(source, token, "create"))
        return false;
    token = ip_lex(source, token.end, source->length, true);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (ip_token_is(source, token, words[i]))
            return true;
    return false;
}

size_t ip_split_retry(const ip_source *source, const ip_sql_item *item, size_t behind)
{
    ip_token token = {IP_TOKEN_COMMENT, item->range.begin, item->range.begin};
    while ((token = ip_lex(source, token.end, item->range.end, true)).kind != IP_TOKEN_END) {
        if (token.begin > item->range.begin && begins_definition(source, token))
            return token.begin;
        if (token.kind != IP_TOKEN_STRING && token.kind != IP_TOKEN_QUOTED && token.kind != IP_TOKEN_BROKEN)
            continue;
        size_t from, to;
        if (ip_token_dollar(source, token, &from, &to))
            continue; /* a body: statements in the first column are its own */
        for (size_t line = next_line(source, token.begin); line < token.end; line = next_line(source, line))
            if (begins_statement(source, line) &&
                (source->text[token.begin] != '$' ||
                 ip_token_is(source, ip_lex(source, line, token.end, true), "create")))
                return line;
    }
    return behind;
}
