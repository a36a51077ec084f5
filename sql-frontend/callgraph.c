#include "callgraph.h"

#include "lexer.h"

#include <stdlib.h>
#include <string.h>

static void visit_all(ip_pl_statement *const *items, int count, ip_text_visitor visit, void *context)
{
    for (int i = 0; i < count; i++)
        ip_pl_visit_texts(items[i], visit, context);
}

void ip_pl_visit_texts(const ip_pl_statement *s, ip_text_visitor visit, void *context)
{
    for (int i = 0; i < s->declarations.count; i++)
        visit(context, s, s->declarations.items[i].initial);
    const ip_pl_text own[] = {s->sql, s->expr, s->low, s->high, s->step};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        visit(context, s, own[i]);
    for (int i = 0; i < s->args.count; i++)
        visit(context, s, s->args.items[i]);
    for (int i = 0; s->raise && i < s->raise->args.count; i++)
        visit(context, s, s->raise->args.items[i]);
    for (int i = 0; s->raise && i < s->raise->options.count; i++)
        visit(context, s, s->raise->options.items[i].value);
    if (s->kind == IP_PL_UNKNOWN)
        visit(context, s, s->range);
    visit_all(s->body.items, s->body.count, visit, context);
    visit_all(s->handlers.items, s->handlers.count, visit, context);
    for (int i = 0; i < s->branches.count; i++) {
        visit(context, s, s->branches.items[i].operand);
        visit(context, s, s->branches.items[i].condition);
        visit_all(s->branches.items[i].body.items, s->branches.items[i].body.count, visit, context);
    }
}

/* Routines by their last name. */
typedef struct named_unit {
    const char *name;
    int unit;
} named_unit;

typedef struct walk {
    ip_arena *arena;
    const named_unit *names;
    int name_count;
    ip_unit_list *callees;
    int *seen; /* [units]: the caller that had it last */
    int caller;
} walk;

static int by_name(const void *a, const void *b)
{
    const named_unit *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->unit - y->unit;
}

static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static int first_named(const named_unit *names, int count, const char *name)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(names[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_calls_of(walk *w, const char *name)
{
    for (int i = first_named(w->names, w->name_count, name); i < w->name_count; i++) {
        if (strcmp(w->names[i].name, name) != 0)
            break;
        if (w->seen[w->names[i].unit] == w->caller)
            continue;
        w->seen[w->names[i].unit] = w->caller;
        IP_PUSH(w->arena, w->callees, w->names[i].unit);
    }
}

/* The word after which a name and a parenthesis are a table and its columns. */
static bool names_table(const ip_source *source, ip_token before)
{
    return ip_token_is(source, before, "into") || ip_token_is(source, before, "references");
}

/* A name before an opening parenthesis may be a call; one between dots belongs to the last. */
static void find_calls(void *context, const ip_pl_statement *statement, ip_pl_text text)
{
    walk *w = context;
    (void)statement;
    ip_token before = {IP_TOKEN_END, 0, 0}, name = before;
    bool dotted = false;
    for (size_t at = text.begin; text.source && at < text.end;) {
        ip_token token = ip_lex(text.source, at, text.end, false);
        if (token.kind == IP_TOKEN_END)
            break;
        at = token.end;
        if (token.kind == IP_TOKEN_COMMENT)
            continue;
        if (token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED) {
            if (!dotted)
                before = name;
            name = token;
            dotted = false;
            continue;
        }
        if (ip_token_is(text.source, token, "(") && name.kind != IP_TOKEN_END && !names_table(text.source, before))
            add_calls_of(w, ip_token_name(w->arena, text.source, name));
        dotted = ip_token_is(text.source, token, ".");
        if (!dotted)
            before = name = (ip_token){IP_TOKEN_END, 0, 0};
    }
}

const ip_call_graph *ip_call_graph_of(ip_arena *arena, const ip_definitions *d)
{
    ip_call_graph *graph = IP_NEW(arena, ip_call_graph);
    IP_VEC(named_unit) names = {0};
    graph->count = d->units.count;
    graph->callees = IP_NEW_ARRAY(arena, ip_unit_list, d->units.count);
    for (int i = 0; i < d->units.count; i++)
        if (d->units.items[i]->kind == IP_UNIT_ROUTINE)
            IP_PUSH(arena, &names, ((named_unit){last_part(d->units.items[i]->name), i}));
    if (names.count > 0)
        qsort(names.items, (size_t)names.count, sizeof names.items[0], by_name);
    walk w = {.arena = arena, .names = names.items, .name_count = names.count};
    w.seen = IP_NEW_ARRAY(arena, int, d->units.count);
    for (int i = 0; i < d->units.count; i++)
        w.seen[i] = -1;
    for (int i = 0; i < d->units.count; i++) {
        const ip_unit *unit = d->units.items[i];
        w.callees = &graph->callees[i];
        w.caller = i;
        if (unit->tree)
            ip_pl_visit_texts(unit->tree, find_calls, &w);
        else
            find_calls(&w, NULL, unit->body);
    }
    return graph;
}
