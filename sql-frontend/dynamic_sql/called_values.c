/* Derives what a routine's parameter can hold from the calls in the files. A helper that puts a parameter into the text
 * of an EXECUTE as a name is often called with constants only; then the text is one of a few. */
#define _GNU_SOURCE /* strcasestr */
#include "dynamic_sql/fold.h"

#include "base/words.h"
#include "dynamic_sql/parts.h"

#include <string.h>

typedef struct calls {
    ip_arena *arena;
    const ip_unit *unit;
    const char *name;       /* of the unit, without its schema */
    ip_fold_values *values; /* [parameter] */
    bool *known;            /* [parameter] */
    bool understood;        /* every mention of the name so far is a call, or calls nothing */
} calls;

/* The parameter that an argument is for: by its name, else by its place. -1: none. *at: where its value begins. */
static int parameter_of(const calls *c, const ip_source *source, size_t *at, size_t end, int place)
{
    size_t after = *at;
    ip_token name = ip_parse_next_token(source, &after, end, false),
             arrow = ip_parse_next_token(source, &after, end, false);
    bool named = ip_parse_token_is(source, arrow, "=>") || ip_parse_token_is(source, arrow, ":=");
    int count = 0;
    for (int i = 0; i < c->unit->parameters.count; i++) {
        const ip_unit_parameter *p = &c->unit->parameters.items[i];
        if (named ? strcmp(ip_parse_token_name(c->arena, source, name), p->name) == 0
                  : (p->in || c->unit->procedure) && count++ == place) {
            *at = named ? after : *at;
            return i;
        }
    }
    return -1;
}

static void add_value(const calls *c, int parameter, const char *text)
{
    ip_fold_values *values = &c->values[parameter];
    for (int i = 0; text && i < values->list.count; i++)
        if (strcmp(values->list.items[i], text) == 0)
            return;
    if (text)
        IP_PUSH(c->arena, &values->list, text);
    else
        c->known[parameter] = false;
}

static void see_argument(calls *c, ip_fold *fold, ip_range argument, int place, bool *given)
{
    if (ip_dynamic_part_next(argument, argument.begin).kind == IP_TOKEN_END)
        return;
    int parameter = parameter_of(c, argument.source, &argument.begin, argument.end, place);
    if (parameter < 0) {
        c->understood = false;
        return;
    }
    const ip_texts texts = ip_dynamic_fold_text(fold, argument);
    given[parameter] = true;
    add_value(c, parameter, ip_dynamic_texts_only(&texts));
}

/* After "(". The arguments may hold calls, too: the caller goes on within them. */
static void see_call(calls *c, ip_range text)
{
    ip_fold fold = {.arena = c->arena};
    bool *given = IP_NEW_ARRAY(c->arena, bool, c->unit->parameters.count + 1);
    ip_token token = ip_dynamic_part_next(text, text.begin);
    for (int depth = 1 + ip_dynamic_part_nesting(text, token); depth > 0;
         depth += ip_dynamic_part_nesting(text, token)) {
        token = ip_dynamic_part_next(text, token.end);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN) {
            c->understood = false;
            return;
        }
    }
    const ip_ranges arguments = ip_dynamic_part_split(&fold, (ip_range){text.source, text.begin, token.begin}, ",");
    for (int i = 0; i < arguments.count; i++)
        see_argument(c, &fold, arguments.items[i], i, given);
    for (int i = 0; i < c->unit->parameters.count; i++)
        if (!given[i])
            c->known[i] = false; /* its default */
}

enum { BEFORE = 4 };

/* Is it a statement about the routine, after FUNCTION or PROCEDURE, and not a statement that makes something else call
 * it? */
static bool is_about(const ip_source *source, const ip_token before[BEFORE])
{
    static const char *const kinds[] = {"function", "procedure", "routine", NULL};
    static const char *const verbs[] = {"create", "replace", "drop", "alter", "on", NULL};
    int schema = ip_parse_token_is(source, before[0], ".") ? 2 : 0;
    return ip_parse_token_is(source, before[schema], "exists") || /* DROP FUNCTION IF EXISTS */
           (ip_parse_token_is_any(source, before[schema], kinds) &&
            ip_parse_token_is_any(source, before[schema + 1], verbs));
}

static void scan(calls *c, const ip_source *source, size_t begin, size_t end)
{
    ip_token before[BEFORE] = {{IP_TOKEN_END, 0, 0}, {IP_TOKEN_END, 0, 0}, {IP_TOKEN_END, 0, 0}, {IP_TOKEN_END, 0, 0}};
    for (size_t at = begin; c->understood;) {
        ip_token token = ip_parse_next_token(source, &at, end, true);
        size_t from, to, after = at;
        if (token.kind == IP_TOKEN_END)
            return;
        bool word = token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
        if (token.kind == IP_TOKEN_VARIABLE &&
            ip_parse_token_is(source, ip_parse_next_token(source, &after, end, true), "("))
            c->understood = false; /* psql's :f(…) may be a call of it */
        after = at;
        if (token.kind == IP_TOKEN_STRING && ip_parse_token_dollar(source, token, &from, &to)) {
            scan(c, source, from, to);
        } else if (token.kind == IP_TOKEN_STRING || token.kind == IP_TOKEN_BROKEN || token.kind == IP_TOKEN_COMMAND) {
            /* A text that may be run. COMMENT … IS 'text' is none. */
            const char *text = ip_arena_strndup(c->arena, source->text + token.begin, token.end - token.begin);
            c->understood = !strcasestr(text, c->name) || ip_parse_token_is(source, before[0], "is");
        } else if (word && strcmp(ip_parse_token_name(c->arena, source, token), c->name) == 0) {
            if (!ip_parse_token_is(source, ip_parse_next_token(source, &after, end, true), "("))
                c->understood = !ip_parse_token_is(source, before[0], "="); /* FUNCTION = f, of an operator */
            else if (!is_about(source, before))
                see_call(c, (ip_range){source, after, end});
        }
        memmove(before + 1, before, (BEFORE - 1) * sizeof *before);
        before[0] = token;
    }
}

typedef bool statement_test(const ip_pl_statement *s, const char *name);

static bool any_of(ip_pl_statement *const *items, int count, statement_test *test, const char *name);

static bool any(const ip_pl_statement *s, statement_test *test, const char *name)
{
    bool found = test(s, name) || any_of(s->body.items, s->body.count, test, name);
    for (int h = 0; h < s->handler_list.count && !found; h++)
        found = any_of(s->handler_list.items[h].body.items, s->handler_list.items[h].body.count, test, name);
    for (int b = 0; b < s->branches.count && !found; b++)
        found = any_of(s->branches.items[b].body.items, s->branches.items[b].body.count, test, name);
    return found;
}

static bool any_of(ip_pl_statement *const *items, int count, statement_test *test, const char *name)
{
    for (int i = 0; i < count; i++)
        if (any(items[i], test, name))
            return true;
    return false;
}

/* An EXECUTE that is not known, whose text a parameter may decide. */
static bool waits(const ip_pl_statement *s, const char *name)
{
    (void)name;
    return s->executes && s->kind == IP_PL_UNKNOWN && s->touches.count == 0;
}

/* An EXECUTE that is known, and whose text names the routine: the text may be put together from parts of the name. */
static bool names_it(const ip_pl_statement *s, const char *name)
{
    return s->folded && s->sql_text && strcasestr(s->sql_text, name);
}

static bool may_gain(const ip_unit *unit)
{
    bool texts = false;
    for (int i = 0; i < unit->parameters.count; i++) {
        texts |= unit->parameters.items[i].in && ip_dynamic_is_text_type(unit->parameters.items[i].type_name);
        if (unit->parameters.items[i].variadic)
            return false;
    }
    return texts && unit->kind == IP_UNIT_ROUTINE && !unit->overloaded && unit->tree && any(unit->tree, waits, NULL);
}

bool ip_dynamic_fold_asks_calls(const ip_definitions *definitions)
{
    for (int i = 0; i < definitions->units.count; i++)
        if (may_gain(definitions->units.items[i]))
            return true;
    return false;
}

void ip_dynamic_fold_by_calls(ip_arena *arena, ip_definitions *definitions, const bool *programs,
                              const ip_source *const *sources, int source_count, ip_diagnostics *diagnostics)
{
    for (int u = 0; u < definitions->units.count; u++) {
        ip_unit *unit = definitions->units.items[u];
        if (programs[u] || !may_gain(unit))
            continue;
        calls c = {.arena = arena,
                   .unit = unit,
                   .name = ip_last_part(unit->name),
                   .values = IP_NEW_ARRAY(arena, ip_fold_values, unit->parameters.count),
                   .known = IP_NEW_ARRAY(arena, bool, unit->parameters.count),
                   .understood = true};
        for (int i = 0; i < unit->parameters.count; i++)
            c.known[i] = ip_dynamic_is_text_type(unit->parameters.items[i].type_name);
        for (int i = 0; i < definitions->units.count; i++)
            if (definitions->units.items[i]->tree && any(definitions->units.items[i]->tree, names_it, c.name))
                c.understood = false;
        for (int i = 0; i < source_count; i++)
            scan(&c, sources[i], 0, sources[i]->length);
        for (int i = 0; i < definitions->included.count; i++)
            scan(&c, definitions->included.items[i], 0, definitions->included.items[i]->length);
        for (int i = 0; i < unit->parameters.count; i++)
            if (!c.known[i])
                c.values[i].list.count = 0;
        if (c.understood)
            ip_dynamic_fold_executes_given(definitions, unit, c.values, diagnostics);
    }
}
