/* Splits a source into top-level statements, commands and COPY data. */
#define _GNU_SOURCE /* strcasestr, memmem */
#include "psql/split.h"

#include "psql/command.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct splitter {
    ip_arena *arena;
    const ip_source *source;
    ip_sql_item *item;
    int words;         /* seen so far, up to 4 */
    bool create, rule; /* CREATE …, CREATE RULE: semicolons in parentheses do not end it */
    bool routine;      /* CREATE FUNCTION or PROCEDURE: BEGIN ATOMIC … END */
    bool has_body;     /* the same, or DO: what stands between dollars is SQL */
    int parentheses, brackets, atomic;
    bool after_operand;
    bool sqlc;     /* @x is a parameter */
    bool prepares; /* PREPARE: $1 is an argument of EXECUTE */
    const ip_variables *variables;
    int placeholders; /* so far, of those that are counted */
    int most;         /* the greatest number of one */
    IP_VEC(ip_hole) holes;
    ip_token before[3]; /* the last tokens, the latest first; comments left out */
} splitter;

static bool is(const splitter *s, ip_token token, const char *text)
{
    return ip_parse_token_is(s->source, token, text);
}

/* Which kind of CREATE it is decides where it ends. */
static void note_word(splitter *s, ip_token token)
{
    s->words++;
    if (s->words == 1) {
        s->create = is(s, token, "create");
        s->has_body = is(s, token, "do");
        s->prepares = is(s, token, "prepare");
    }
    if (!s->create || s->words > 4)
        return;
    s->rule |= is(s, token, "rule");
    s->routine |= is(s, token, "function") || is(s, token, "procedure");
    s->has_body |= s->routine;
}

/* CREATE FUNCTION … BEGIN ATOMIC a; b; END: CASE … END may nest inside. */
static void note_atomic(splitter *s, ip_token token)
{
    if (s->atomic == 0) {
        ip_token next = ip_parse_lex(s->source, token.end, s->source->length, true);
        s->atomic = is(s, token, "begin") && is(s, next, "atomic");
    } else if (is(s, token, "begin") || is(s, token, "case")) {
        s->atomic++;
    } else if (is(s, token, "end")) {
        s->atomic--;
    }
}

static bool ends_operand(const splitter *s, ip_token token)
{
    if (token.kind == IP_TOKEN_OPERATOR)
        return is(s, token, ")") || is(s, token, "]");
    static const char *const not_operands[] = {
        "and",  "or",       "not",     "where",     "values", "in",   "limit",  "offset",    "set",    "select",
        "by",   "between",  "like",    "ilike",     "then",   "else", "when",   "on",        "having", "returning",
        "case", "is",       "any",     "call",      "from",   "as",   "using",  "distinct",  "all",    "some",
        "to",   "escape",   "exists",  "array",     "union",  "into", "update", "interval",  "zone",   "perform",
        "with", "overlaps", "similar", "symmetric", "for",    "over", "filter", "intersect", "except"};
    for (size_t i = 0; token.kind == IP_TOKEN_WORD && i < sizeof not_operands / sizeof not_operands[0]; i++)
        if (is(s, token, not_operands[i]))
            return false;
    return true;
}

/* ---------------------------------------------------------------- holes -- */

static unsigned char byte_at(const ip_source *source, size_t at)
{
    return at < source->length ? (unsigned char)source->text[at] : 0;
}

static bool in_name(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c >= 0x80;
}

/* Python's %s and %(x)s at an offset: their length, 0 if it is neither. */
static size_t python_length(const ip_source *source, size_t at)
{
    if (byte_at(source, at) != '%')
        return 0;
    if (byte_at(source, at + 1) == 's')
        return in_name(byte_at(source, at + 2)) ? 0 : 2;
    size_t end = at + 2;
    while (in_name(byte_at(source, end)))
        end++;
    bool named = byte_at(source, at + 1) == '(' && end > at + 2 && byte_at(source, end) == ')' &&
                 byte_at(source, end + 1) == 's' && !in_name(byte_at(source, end + 2));
    return named ? end + 2 - at : 0;
}

static bool begins_name(unsigned char c)
{
    return in_name(c) && !(c >= '0' && c <= '9');
}

/* sqlc's @x at an offset, where a comment says that it is sqlc's, or nothing in the input is called x without @: then
 * it is no absolute value of a column. 0: it is none. */
static size_t at_length(const splitter *s, size_t at)
{
    size_t end = at + 1;
    while (in_name(byte_at(s->source, end)))
        end++;
    bool waits = byte_at(s->source, end) == '@'; /* @extschema@ */
    if (byte_at(s->source, at) != '@' || !begins_name(byte_at(s->source, at + 1)) || waits)
        return 0;
    return s->sqlc || !ip_psql_variables_is_unmarked(s->variables, s->source->text + at + 1, end - at - 1) ? end - at
                                                                                                           : 0;
}

/* "=?" is an operator and a placeholder, as drivers see it; so are "=%s" and "=@x". PostgreSQL's own operators that
 * contain a question mark begin with it, but for "@?"; and "<@" may stand right before a name. */
static void cut_operator(const splitter *s, ip_token *token)
{
    const char *text = s->source->text, first = text[token->begin];
    for (size_t at = token->begin + 1; token->kind == IP_TOKEN_OPERATOR && at < token->end; at++)
        if ((text[at] == '?' && first != '?' && first != '@') || python_length(s->source, at) ||
            (first != '<' && first != '@' && at_length(s, at)))
            token->end = at;
}

/* sqlc.arg(x), sqlc.narg('x'), sqlc.slice(x), sqlc.embed(t): *kind is the word after the dot. */
static bool sqlc_call(const splitter *s, ip_token token, ip_token *kind, ip_token *name, size_t *end)
{
    static const char *const kinds[] = {"arg", "narg", "slice", "embed"};
    size_t length = s->source->length;
    ip_token dot = ip_parse_lex(s->source, token.end, length, true), open, close;
    bool known = false;
    if (!is(s, token, "sqlc") || !is(s, dot, "."))
        return false;
    *kind = ip_parse_lex(s->source, dot.end, length, true);
    open = ip_parse_lex(s->source, kind->end, length, true);
    *name = ip_parse_lex(s->source, open.end, length, true);
    close = ip_parse_lex(s->source, name->end, length, true);
    *end = close.end;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        known |= is(s, *kind, kinds[i]);
    return known && is(s, open, "(") && is(s, close, ")") &&
           (name->kind == IP_TOKEN_WORD || name->kind == IP_TOKEN_STRING);
}

/* Is it a parameter of sqlc, or a table's columns? Then *hole describes it, up to hole->token.end. */
static bool sqlc_hole(const splitter *s, ip_token token, ip_hole *hole)
{
    ip_token kind, name;
    size_t end, length = token.kind == IP_TOKEN_OPERATOR ? at_length(s, token.begin) : 0;
    const char *text = s->source->text;
    if (length) {
        hole->name = ip_arena_strndup(s->arena, text + token.begin + 1, length - 1);
        hole->token.end = token.begin + length;
        return true;
    }
    if (token.kind != IP_TOKEN_WORD || !sqlc_call(s, token, &kind, &name, &end))
        return false;
    bool quoted = name.kind == IP_TOKEN_STRING;
    hole->token.end = end;
    hole->name = ip_arena_strndup(s->arena, text + name.begin + quoted, name.end - name.begin - 2 * quoted);
    if (is(s, kind, "embed")) {
        hole->kind = IP_HOLE_SPELLED;
        hole->name =
            ip_arena_printf(s->arena, "%-*s", (int)(end - token.begin), ip_arena_printf(s->arena, "%s.*", hole->name));
    }
    return true;
}

/* x IN (:list), x IN %s: the caller may insert any number of values, so it is x = ANY (…). */
static void note_list(splitter *s, ip_hole *hole)
{
    bool opened = is(s, s->before[0], "(") && is(s, s->before[1], "in");
    ip_token in = opened ? s->before[1] : s->before[0], no = opened ? s->before[2] : s->before[1];
    ip_token next = ip_parse_lex(s->source, hole->token.end, s->source->length, true);
    if (opened ? !is(s, next, ")") : !is(s, in, "in"))
        return;
    bool negated = is(s, no, "not");
    ip_hole word = {in, IP_HOLE_SPELLED, negated ? "<> ALL" : "= ANY", false, 0};
    ip_hole blank = {no, IP_HOLE_BLANK, NULL, false, 0};
    if (negated)
        IP_PUSH(s->arena, &s->holes, blank);
    IP_PUSH(s->arena, &s->holes, word);
    hole->bare = !opened;
}

/* $1, and :1 unless psql knows a variable of that name: the number; 0: it is none. */
static int placeholder_number(const splitter *s, ip_token token)
{
    if (s->routine || s->prepares || (token.kind != IP_TOKEN_PARAM && token.kind != IP_TOKEN_VARIABLE))
        return 0;
    const char *text = ip_arena_strndup(s->arena, s->source->text + token.begin + 1, token.end - token.begin - 1);
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 5 || text[digits] ||
        (token.kind == IP_TOKEN_VARIABLE && ip_psql_variables_is_bound(s->variables, text)))
        return 0;
    return atoi(text);
}

static int next_placeholder(splitter *s)
{
    return ++s->placeholders;
}

/* Whether the caller of the statement inserts a value here. */
static void note_hole(splitter *s, ip_token *token)
{
    ip_hole hole = {*token, IP_HOLE_VARIABLE, NULL, false, 0};
    size_t python = s->after_operand ? 0 : python_length(s->source, token->begin);
    unsigned char first = byte_at(s->source, token->begin), second = byte_at(s->source, token->begin + 1);
    int number = placeholder_number(s, *token);
    bool of_protocol = token->kind == IP_TOKEN_PARAM; /* one value, never a list */
    if (token->kind == IP_TOKEN_VARIABLE) {
        bool digit = second >= '0' && second <= '9';
        if (s->brackets > 0 && (s->after_operand || digit)) { /* a[1:n] */
            token->kind = IP_TOKEN_NUMBER;
            return;
        }
        hole.name = ip_psql_variable_name(s->arena, s->source, *token);
    } else if (token->kind == IP_TOKEN_OPERATOR && first == '?' && second != '?' && !s->after_operand) {
        token->end = hole.token.end = token->begin + 1;
        token->kind = IP_TOKEN_PARAM;
        number = next_placeholder(s);
    } else if (token->end == token->begin + 2 && first == '?' && second == '?') {
        hole.kind = IP_HOLE_ESCAPED;
    } else if (token->kind == IP_TOKEN_OPERATOR && python) {
        token->end = hole.token.end = token->begin + python;
        token->kind = IP_TOKEN_PARAM;
        if (python == 2)
            number = next_placeholder(s);
        else
            hole.name = ip_arena_strndup(s->arena, s->source->text + token->begin + 2, python - 4);
    } else if (sqlc_hole(s, *token, &hole)) {
        token->end = hole.token.end;
        token->kind = IP_TOKEN_PARAM;
    } else if (number == 0) {
        return;
    }
    if (number > 0) {
        hole.kind = IP_HOLE_PLACEHOLDER;
        hole.name = NULL;
        hole.number = number;
        s->most = number > s->most ? number : s->most;
    }
    if (hole.kind != IP_HOLE_ESCAPED && hole.kind != IP_HOLE_SPELLED && !of_protocol)
        note_list(s, &hole);
    IP_PUSH(s->arena, &s->holes, hole);
}

/* Names for the statement's placeholders, out of the last comment that gives any. */
static void name_placeholders(splitter *s)
{
    ip_placeholder_names names = {0};
    ip_sql_item *item = s->item;
    for (int i = 0; i < item->comments.count; i++) {
        const char *fault;
        ip_placeholder_names found = ip_psql_placeholder_names_read(s->arena, item->comments.items[i], &fault);
        if (found.count == 0 && !fault)
            continue;
        names = found;
        item->params_fault = fault;
        item->params = item->comments.items[i];
    }
    if (names.count > 0 && names.count != s->most) {
        item->params_fault =
            ip_arena_printf(s->arena, "names %d placeholders where the statement has %d", names.count, s->most);
        names.count = 0;
    }
    for (int i = 0; i < s->holes.count; i++)
        if (s->holes.items[i].kind == IP_HOLE_PLACEHOLDER && names.count > 0)
            s->holes.items[i].name = names.items[s->holes.items[i].number - 1];
    item->numbered = s->most > 0 && names.count == 0;
}

/* Names in a body: psql leaves it alone, but some tools fill in the names of schemas there, too. */
static void note_body(splitter *s, ip_token body)
{
    size_t begin, end;
    int brackets = 0;
    bool after_operand = false;
    if (!s->has_body || !ip_parse_token_dollar(s->source, body, &begin, &end))
        return;
    for (ip_token t = ip_parse_lex(s->source, begin, end, true); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(s->source, t.end, end, true)) {
        if (t.kind == IP_TOKEN_COMMENT)
            continue;
        if (t.kind == IP_TOKEN_COMMAND)
            t.end = t.begin + 1;
        brackets += is(s, t, "[") ? 1 : is(s, t, "]") ? -1 : 0;
        if (t.kind == IP_TOKEN_VARIABLE && !(brackets > 0 && after_operand) && s->source->text[t.begin] != '{') {
            ip_hole hole = {t, IP_HOLE_NAME, ip_psql_variable_name(s->arena, s->source, t), false, 0};
            IP_PUSH(s->arena, &s->holes, hole);
        }
        after_operand = ends_operand(s, t);
    }
}

/* ---------------------------------------------------------------- names -- */

const char *ip_psql_comment_name(ip_arena *arena, ip_range comment)
{
    const char *text = ip_range_text(arena, comment);
    size_t length = strlen(text);
    if (strncmp(text, "--", 2) != 0)
        return NULL;
    text += strspn(text, "-");
    text += strspn(text, " \t");
    if (strncmp(text, "name:", 5) == 0) {
        text += 5 + strspn(text + 5, " \t");
        size_t name = strcspn(text, " \t\r!<$^*#(");
        return name ? ip_arena_strndup(arena, text, name) : NULL;
    }
    size_t name = 0;
    while (in_name((unsigned char)text[name]))
        name++;
    const char *rest = text + name;
    bool whole = name > 0 && length > 2 && rest[0] == ' ' && strncmp(rest, " --", 3) == 0 &&
                 rest[3 + strspn(rest + 3, " \t\r")] == '\0';
    return whole ? ip_arena_strndup(arena, text, name) : NULL;
}

/* "-- name: GetAccount :one", with one of the words that sqlc allows after the colon. */
static bool is_of_sqlc(const splitter *s, ip_range comment)
{
    const char *text = ip_range_text(s->arena, comment), *kind = NULL;
    if (ip_psql_comment_name(s->arena, comment) && strstr(text, "name:"))
        kind = strstr(strstr(text, "name:") + 5, " :");
    return kind && kind[2] >= 'a' && kind[2] <= 'z';
}

/* Does a line of the file name a query as sqlc does? Then statements without a name, those within BEGIN … COMMIT, may
 * have its parameters, too. */
static bool is_file_of_sqlc(ip_variables *variables, const ip_source *source)
{
    if (variables->looked_at == source)
        return variables->of_sqlc;
    variables->looked_at = source;
    variables->of_sqlc = false;
    for (const char *line = source->text; line && !variables->of_sqlc; line = strchr(line, '\n')) {
        line += strspn(line, " \t\r\n");
        size_t length = strcspn(line, "\n");
        const char *name = strncmp(line, "--", 2) == 0 ? memmem(line, length, "name:", 5) : NULL;
        const char *kind = name ? memmem(name + 5, length - (size_t)(name + 5 - line), " :", 2) : NULL;
        variables->of_sqlc = kind && kind[2] >= 'a' && kind[2] <= 'z';
    }
    return variables->of_sqlc;
}

/* Files of named queries need no semicolon at a query's end. */
static bool ends_before_name(const splitter *s, ip_token comment)
{
    static const char *const words[] = {"select", "insert", "update", "delete", "with",     "call",
                                        "values", "merge",  "listen", "notify", "truncate", "begin"};
    if (s->parentheses > 0 || s->atomic > 0 || s->create ||
        !ip_psql_comment_name(s->arena, (ip_range){s->source, comment.begin, comment.end}))
        return false;
    while (comment.kind == IP_TOKEN_COMMENT)
        comment = ip_parse_lex(s->source, comment.end, s->source->length, true);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is(s, comment, words[i]))
            return true;
    return false;
}

/* ------------------------------------------------------------- commands -- */

static size_t next_line(const ip_source *source, size_t at)
{
    const char *end = memchr(source->text + at, '\n', source->length - at);
    return end ? (size_t)(end - source->text) + 1 : source->length;
}

/* COPY … FROM STDIN; is followed by data up to a line "\.". */
static size_t after_copy_data(const ip_source *source, size_t at)
{
    for (at = next_line(source, at); at < source->length; at = next_line(source, at))
        if (source->length - at >= 2 && memcmp(source->text + at, "\\.", 2) == 0)
            return next_line(source, at);
    return source->length;
}

static bool copies_from_stdin(const ip_source *source, ip_range range)
{
    ip_token token = ip_parse_lex(source, range.begin, range.end, true);
    if (!ip_parse_token_is(source, token, "copy"))
        return false;
    for (bool from = false; token.kind != IP_TOKEN_END; token = ip_parse_lex(source, token.end, range.end, true)) {
        if (from && ip_parse_token_is(source, token, "stdin"))
            return true;
        from = ip_parse_token_is(source, token, "from");
    }
    return false;
}

static void command(splitter *s, ip_token token)
{
    const char *text = s->source->text;
    size_t end = token.begin + 1 + ip_psql_command_length(s->source, token);
    s->item->range = s->item->place = (ip_range){s->source, token.begin, token.end};
    s->item->command = ip_arena_strndup(s->arena, text + token.begin + 1, end - token.begin - 1);
    size_t last = token.end;
    while (end < last && (text[end] == ' ' || text[end] == '\t'))
        end++;
    while (last > end && (text[last - 1] == ' ' || text[last - 1] == '\r' || text[last - 1] == '\t'))
        last--;
    s->item->argument = (ip_range){s->source, end, last};
    s->item->text = "";
    if (strcmp(s->item->command, "copy") == 0) {
        const char *argument = ip_range_text(s->arena, s->item->argument);
        s->item->ended_by_command = strcasestr(argument, "from stdin") != NULL;
    }
}

/* Where the statement ends, and the placeholders in it. */
static size_t find_end(splitter *s, ip_token token)
{
    const ip_source *source = s->source;
    ip_sql_item *item = s->item;
    for (; token.kind != IP_TOKEN_END; token = ip_parse_lex(source, token.end, source->length, true)) {
        if (token.kind == IP_TOKEN_COMMENT) {
            if (ends_before_name(s, token))
                return token.begin;
            continue;
        }
        if (is(s, token, ";") && (!s->rule || s->parentheses <= 0) && s->atomic <= 0)
            return token.end;
        if (token.kind == IP_TOKEN_COMMAND) {
            ip_command_effect effect = ip_psql_command_effect_of(source, token);
            if (effect == IP_COMMAND_BREAKS && !item->fault) {
                item->fault = "a command within a statement: end it before with a semicolon";
                item->fault_at = token.begin;
            }
            if (effect == IP_COMMAND_BREAKS || effect == IP_COMMAND_ENDS)
                return token.begin;
            if (effect == IP_COMMAND_ASIDE) {
                ip_hole hole = {token, IP_HOLE_BLANK, NULL, false, 0};
                IP_PUSH(s->arena, &s->holes, hole);
                continue;
            }
            item->joined = source->text[token.begin + 1] == ';';
            item->ended_by_command = !item->joined;
            return item->joined ? token.begin + 2 : token.begin;
        }
        if (token.kind == IP_TOKEN_BROKEN && !item->fault) {
            item->fault = ip_parse_token_fault(source, token);
            item->fault_at = token.begin;
        }
        if (token.kind == IP_TOKEN_WORD)
            note_word(s, token);
        s->parentheses += is(s, token, "(") ? 1 : is(s, token, ")") ? -1 : 0;
        s->brackets += is(s, token, "[") ? 1 : is(s, token, "]") ? -1 : 0;
        if (s->routine)
            note_atomic(s, token);
        cut_operator(s, &token);
        note_hole(s, &token);
        if (token.kind == IP_TOKEN_STRING)
            note_body(s, token);
        s->after_operand = ends_operand(s, token);
        s->before[2] = s->before[1];
        s->before[1] = s->before[0];
        s->before[0] = token;
        item->place.end = token.end;
    }
    return source->length;
}

bool ip_psql_split_next(ip_arena *arena, ip_variables *variables, const ip_source *source, size_t *at,
                        ip_sql_item *item)
{
    *item = (ip_sql_item){0};
    splitter s = {.arena = arena, .source = source, .item = item, .variables = variables};
    bool named = false;
    ip_token token = ip_parse_lex(source, *at, source->length, true);
    while (token.kind == IP_TOKEN_COMMENT || is(&s, token, ";")) {
        if (token.kind == IP_TOKEN_COMMENT) {
            ip_range comment = {source, token.begin, token.end};
            IP_PUSH(arena, &item->comments, comment);
            s.sqlc |= is_of_sqlc(&s, comment);
            named |= ip_psql_comment_name(arena, comment) != NULL;
        }
        token = ip_parse_lex(source, token.end, source->length, true);
    }
    if (token.kind == IP_TOKEN_END)
        return false;
    s.sqlc |= !named && is_file_of_sqlc(variables, source);
    if (token.kind == IP_TOKEN_COMMAND) {
        command(&s, token);
        *at = item->ended_by_command ? after_copy_data(source, token.begin) : token.end;
        item->ended_by_command = false;
        return true;
    }
    item->place = (ip_range){source, token.begin, token.end};
    *at = find_end(&s, token);
    while (s.holes.count > 0 && s.holes.items[s.holes.count - 1].token.begin >= item->place.end)
        s.holes.count--;
    name_placeholders(&s);
    variables->placeholders.statements += s.most > 0;
    const char *fault;
    item->text = ip_psql_variables_fill(variables, item->place, s.holes.items, s.holes.count, &item->range,
                                        &item->variables, &fault);
    if (!item->text && !item->fault) {
        item->fault = fault;
        item->fault_at = item->place.begin;
    }
    if (item->fault) { /* it is not parsed */
        item->range = item->place;
        item->text = "";
    }
    if (copies_from_stdin(source, item->place))
        *at = after_copy_data(source, *at > 0 ? *at - 1 : 0);
    return true;
}

/* Does a line begin the way a statement does? Upper or lower case, in the first column. */
static bool begins_statement(const ip_source *source, size_t at)
{
    static const char *const words[] = {"create", "alter", "drop",     "begin", "commit",  "insert",   "update",
                                        "delete", "start", "rollback", "grant", "comment", "truncate", "copy"};
    ip_token token = ip_parse_lex(source, at, source->length, true);
    if (token.begin != at)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (ip_parse_token_is(source, token, words[i]))
            return true;
    return false;
}

/* CREATE [OR REPLACE] of something: after a statement that lacks its semicolon, or after garbage. */
static bool begins_definition(const ip_source *source, ip_token token)
{
    static const char *const words[] = {"or", "function", "procedure", "table", "unique", "index", "trigger", "view"};
    if (!ip_parse_token_is(source, token, "create"))
        return false;
    token = ip_parse_lex(source, token.end, source->length, true);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (ip_parse_token_is(source, token, words[i]))
            return true;
    return false;
}

size_t ip_psql_split_retry(const ip_source *source, const ip_sql_item *item, size_t next)
{
    ip_token token = {IP_TOKEN_COMMENT, item->place.begin, item->place.begin};
    while ((token = ip_parse_lex(source, token.end, item->place.end, true)).kind != IP_TOKEN_END) {
        if (token.begin > item->place.begin && begins_definition(source, token))
            return token.begin;
        if (token.kind != IP_TOKEN_STRING && token.kind != IP_TOKEN_QUOTED && token.kind != IP_TOKEN_BROKEN)
            continue;
        size_t from, to;
        if (ip_parse_token_dollar(source, token, &from, &to))
            continue; /* a body: statements in the first column are its own */
        for (size_t line = next_line(source, token.begin); line < token.end; line = next_line(source, line))
            if (begins_statement(source, line) &&
                (source->text[token.begin] != '$' ||
                 ip_parse_token_is(source, ip_parse_lex(source, line, token.end, true), "create")))
                return line;
    }
    return next;
}
