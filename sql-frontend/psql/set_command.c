/* Evaluates the arguments of \set, \setrandom and \unset. */
#include "psql/set_command.h"

#include "base/words.h"
#include "parse/pg_parse.h"

#include <string.h>
#include <strings.h>

static ip_range trimmed(ip_range text)
{
    while (text.begin < text.end && strchr(" \t\r\n\\", text.source->text[text.begin]))
        text.begin++;
    while (text.end > text.begin && strchr(" \t\r\n", text.source->text[text.end - 1]))
        text.end--;
    return text;
}

static void set_range(ip_variables *v, const char *name, ip_range low, ip_range high)
{
    ip_script_variables within = {0};
    ip_range ignored;
    const char *from = ip_psql_variables_fill_text(v, trimmed(low), &ignored, &within);
    const char *to = ip_psql_variables_fill_text(v, trimmed(high), &ignored, &within);
    ip_parse_error error;
    const ip_tree *low_tree = from ? ip_parse_pg_parse_expr(v->arena, from, &error) : NULL;
    const ip_tree *high_tree = to ? ip_parse_pg_parse_expr(v->arena, to, &error) : NULL;
    bool good = low_tree && high_tree;
    if (good)
        ip_psql_variables_set_range(v, name, from, to, &within);
    else
        ip_psql_variables_forget(v, name);
}

/* Expressions that pgbench computes as SQL does, and psql does not; anything else is treated as psql treats it. */
static bool computes(const ip_tree *node, bool *operation)
{
    static const char *const same[] = {"abs", "greatest", "least", "mod", "power", "sqrt", "ln", "exp"};
    static const char *const leaves[] = {"A_Const", "ColumnRef", "Boolean", "Integer", "Float", "String"};
    if (ip_parse_tree_is_list(node)) {
        for (size_t i = 0; i < ip_parse_list_size(node); i++)
            if (!computes(ip_parse_list_item(node, i), operation))
                return false;
        return true;
    }
    const char *kind = ip_parse_node_kind(node);
    for (size_t i = 0; i < sizeof leaves / sizeof leaves[0]; i++)
        if (strcmp(kind, leaves[i]) == 0)
            return true;
    const PgQuery__AExpr *apply = ip_as_a_expr(node);
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    *operation = true;
    if (apply)
        return (!apply->lexpr || computes(apply->lexpr, operation)) && computes(apply->rexpr, operation);
    if (ip_as_bool_expr(node))
        return computes(IP_ITEMS(ip_as_bool_expr(node), args), operation);
    if (ip_as_min_max_expr(node))
        return computes(IP_ITEMS(ip_as_min_max_expr(node), args), operation);
    const ip_list *names = IP_ITEMS(call, funcname);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (ip_parse_list_size(names) == 1 && strcmp(ip_parse_string_node(ip_parse_list_item(names, 0)), same[i]) == 0)
            return computes(IP_ITEMS(call, args), operation);
    return false;
}

/* random(a, b) and similar functions, alone: the texts in the parentheses before and after the comma. */
static bool random_range(ip_range text, ip_range *low, ip_range *high)
{
    static const char *const functions[] = {"random", "random_exponential", "random_gaussian", "random_zipfian", NULL};
    ip_token token = ip_parse_lex(text.source, text.begin, text.end, true);
    bool known = ip_parse_token_is_any(text.source, token, functions);
    token = ip_parse_lex(text.source, token.end, text.end, true);
    if (!known || !ip_parse_token_is(text.source, token, "("))
        return false;
    int depth = 1, commas = 0;
    *low = (ip_range){text.source, token.end, token.end};
    while (depth > 0) {
        token = ip_parse_lex(text.source, token.end, text.end, true);
        if (token.kind == IP_TOKEN_END)
            return false;
        depth += ip_parse_token_is(text.source, token, "(") ? 1 : ip_parse_token_is(text.source, token, ")") ? -1 : 0;
        bool ends = depth == 0 || (depth == 1 && ip_parse_token_is(text.source, token, ","));
        if (ends && commas < 2)
            (commas == 0 ? low : high)->end = token.begin;
        if (ends && commas++ == 0)
            *high = (ip_range){text.source, token.end, token.end};
    }
    return commas >= 2 && ip_parse_lex(text.source, token.end, text.end, true).kind == IP_TOKEN_END;
}

/* The next of psql's arguments: pieces in quotes and out of them, up to a blank. false: its value is not known. */
static bool argument_text(ip_variables *v, ip_range text, size_t *at, const char **value)
{
    const char *bytes = text.source->text;
    const char *out = "";
    while (*at < text.end && bytes[*at] != ' ' && bytes[*at] != '\t' && bytes[*at] != '\n' && bytes[*at] != '\r') {
        char quote = bytes[*at];
        size_t begin = *at;
        if (quote == '`')
            return false;
        if (quote == ':') {
            ip_token token = ip_parse_lex(text.source, *at, text.end, true);
            const char *known = NULL;
            if (token.kind == IP_TOKEN_VARIABLE) {
                known = ip_psql_variables_value(v, ip_psql_variable_name(v->arena, text.source, token));
                if (!known)
                    return false;
                if (bytes[begin + 1] == '\'' || bytes[begin + 1] == '"')
                    known = ip_quoted(v->arena, known, bytes[begin + 1]);
                *at = token.end;
                out = ip_arena_printf(v->arena, "%s%s", out, known);
                continue;
            }
        }
        if (quote == '\'' || quote == '"') {
            char *piece = ip_arena_alloc(v->arena, text.end - begin + 1), *to = piece;
            for ((*at)++; *at < text.end; (*at)++) {
                if (quote == '\'' && bytes[*at] == '\\')
                    return false; /* escapes: not worth following */
                if (bytes[*at] == quote && (*at + 1 >= text.end || bytes[*at + 1] != quote))
                    break;
                *at += bytes[*at] == quote;
                *to++ = bytes[*at];
            }
            *to = '\0';
            if (*at >= text.end)
                return false;
            (*at)++;
            out = quote == '\'' ? ip_arena_printf(v->arena, "%s%s", out, piece)
                                : ip_arena_printf(v->arena, "%s\"%s\"", out, piece);
            continue;
        }
        (*at)++;
        out = ip_arena_printf(v->arena, "%s%c", out, quote);
    }
    *value = out;
    return true;
}

static size_t skip_blanks(ip_range text, size_t at)
{
    while (at < text.end && strchr(" \t\r\n\\", text.source->text[at]) && text.source->text[at])
        at++;
    return at;
}

static const char *first_word(ip_variables *v, ip_range *argument)
{
    size_t begin = skip_blanks(*argument, argument->begin), end = begin;
    while (end < argument->end && !strchr(" \t\r\n", argument->source->text[end]))
        end++;
    argument->begin = skip_blanks(*argument, end);
    return ip_arena_strndup(v->arena, argument->source->text + begin, end - begin);
}

void ip_psql_set(ip_variables *v, ip_range argument)
{
    const char *name = first_word(v, &argument);
    ip_range low, high, range;
    if (!*name)
        return;
    if (random_range(argument, &low, &high)) {
        set_range(v, name, low, high);
        return;
    }
    ip_script_variables within = {0};
    const char *text = argument.begin < argument.end ? ip_psql_variables_fill_text(v, argument, &range, &within) : NULL;
    ip_parse_error error;
    const ip_tree *tree = text ? ip_parse_pg_parse_expr(v->arena, text, &error) : NULL;
    bool operation = false, computed = tree && computes(tree, &operation) && operation;
    if (computed) {
        ip_psql_variables_set_text(v, name, ip_arena_printf(v->arena, "(%s)", text), &within);
        return;
    }
    const char *value = "", *piece;
    for (size_t at = argument.begin; at < argument.end; at = skip_blanks(argument, at)) {
        if (!argument_text(v, argument, &at, &piece)) {
            ip_psql_variables_forget(v, name);
            return;
        }
        value = ip_arena_printf(v->arena, "%s%s", value, piece);
    }
    /* A call that only pgbench knows cannot be part of a statement. */
    if (strchr(value, '(')) {
        ip_psql_variables_forget(v, name);
        return;
    }
    ip_psql_variables_set_text(v, name, value, NULL);
}

void ip_psql_unset(ip_variables *v, ip_range argument)
{
    for (const char *name = first_word(v, &argument); *name; name = first_word(v, &argument))
        ip_psql_variables_forget(v, name);
}

/* The old form: \setrandom name low high */
void ip_psql_set_random(ip_variables *v, ip_range argument)
{
    const char *name = first_word(v, &argument);
    ip_range low = argument;
    if (!*name)
        return;
    (void)first_word(v, &argument);
    low.end = argument.begin;
    ip_range high = argument;
    (void)first_word(v, &argument);
    high.end = argument.begin;
    set_range(v, name, low, high);
}
