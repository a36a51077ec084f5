/* Builds the graph of routines and the routines that they name, from the texts of their statements. */
#include "catalog/callgraph.h"

#include "parse/lexer.h"
#include "catalog/unit_index.h"

#include <string.h>

static void visit_texts(const ip_pl_statement *s, ip_text_visitor visit, void *context);

static void visit_all(ip_pl_statement *const *items, int count, ip_text_visitor visit, void *context)
{
    for (int i = 0; i < count; i++)
        visit_texts(items[i], visit, context);
}

static void visit_texts(const ip_pl_statement *s, ip_text_visitor visit, void *context)
{
    for (int i = 0; i < s->declarations.count; i++)
        visit(context, s, s->declarations.items[i].initial);
    const ip_pl_text own[] = {s->sql, s->expr, s->low, s->high, s->step};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        visit(context, s, own[i]);
    for (int i = 0; i < s->targets.count; i++)
        if (ip_pl_subscripted(s->targets.items[i]))
            visit(context, s, s->targets.items[i]);
    if (s->fetch)
        visit(context, s, s->fetch->counted);
    for (int i = 0; i < s->args.count; i++)
        visit(context, s, s->args.items[i]);
    for (int i = 0; s->raise && i < s->raise->args.count; i++)
        visit(context, s, s->raise->args.items[i]);
    for (int i = 0; s->raise && i < s->raise->options.count; i++)
        visit(context, s, s->raise->options.items[i].value);
    if (s->kind == IP_PL_UNKNOWN)
        visit(context, s, s->range);
    if (s->anonymous && s->anonymous->tree)
        visit_texts(s->anonymous->tree, visit, context);
    visit_all(s->body.items, s->body.count, visit, context);
    visit_all(s->handlers.items, s->handlers.count, visit, context);
    for (int i = 0; i < s->branches.count; i++) {
        visit(context, s, s->branches.items[i].operand);
        visit(context, s, s->branches.items[i].condition);
        visit_all(s->branches.items[i].body.items, s->branches.items[i].body.count, visit, context);
    }
}

typedef struct walk {
    ip_arena *arena;
    const ip_definitions *definitions;
    ip_unit_list *callees;
    int *seen; /* [units]: the last caller that named it */
    int caller;
} walk;

static void add_calls_of(walk *w, const char *name)
{
    for (int i = ip_catalog_first_named(w->definitions, name); i < w->definitions->names.count; i++) {
        const ip_named_unit *named = &w->definitions->names.items[i];
        if (strcmp(named->name, name) != 0)
            break;
        if (w->seen[named->unit] == w->caller)
            continue;
        w->seen[named->unit] = w->caller;
        IP_PUSH(w->arena, w->callees, named->unit);
    }
}

/* The word after which a name and a parenthesis are a table and its columns. */
static bool names_table(const ip_source *source, ip_token before)
{
    return ip_parse_token_is(source, before, "into") || ip_parse_token_is(source, before, "references");
}

/* A name before an opening parenthesis may be a call; one between dots belongs to the last. */
static void find_calls(void *context, const ip_pl_statement *statement, ip_pl_text text)
{
    walk *w = context;
    (void)statement;
    ip_token before = {IP_TOKEN_END, 0, 0}, name = before;
    bool dotted = false;
    for (size_t at = text.begin; text.source && at < text.end;) {
        ip_token token = ip_parse_next_token(text.source, &at, text.end, false);
        if (token.kind == IP_TOKEN_END)
            break;
        if (token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED) {
            if (!dotted)
                before = name;
            name = token;
            dotted = false;
            continue;
        }
        if (ip_parse_token_is(text.source, token, "(") && name.kind != IP_TOKEN_END &&
            !names_table(text.source, before))
            add_calls_of(w, ip_parse_token_name(w->arena, text.source, name));
        dotted = ip_parse_token_is(text.source, token, ".");
        if (!dotted)
            before = name = (ip_token){IP_TOKEN_END, 0, 0};
    }
}

const ip_call_graph *ip_catalog_call_graph_of(ip_arena *arena, const ip_definitions *d)
{
    ip_call_graph *graph = IP_NEW(arena, ip_call_graph);
    graph->count = d->units.count;
    graph->callees = IP_NEW_ARRAY(arena, ip_unit_list, d->units.count);
    walk w = {.arena = arena, .definitions = d};
    w.seen = IP_NEW_ARRAY(arena, int, d->units.count);
    for (int i = 0; i < d->units.count; i++)
        w.seen[i] = -1;
    for (int i = 0; i < d->units.count; i++) {
        const ip_unit *unit = d->units.items[i];
        w.callees = &graph->callees[i];
        w.caller = i;
        if (unit->tree)
            visit_texts(unit->tree, find_calls, &w);
        else
            find_calls(&w, NULL, unit->body);
    }
    return graph;
}
