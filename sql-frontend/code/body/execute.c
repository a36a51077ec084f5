/* EXECUTE of a text that only a run knows: compiled when the run reaches it, as if it were part of the routine
 * (PostgreSQL 15 documentation, section 43.5.4). It is not folded here, so that fold.h's claims about such texts can
 * be checked against what they do. */
#include "code/coder.h"

#include <string.h>

enum { MOST_TEXTS = 1000 };

typedef struct known_text {
    const char *text;
    ip_code_created created;
} known_text;

typedef struct dynamic {
    ip_code_execute interface; /* first: callers know no more */
    ip_coder *coder;
    ip_code_unit *entry;
    const ip_pl_statement *source;
    const ip_code_statement *place;
    ip_code_statement_kind kind; /* of rows: what becomes of them */
    IP_VEC(int) slots;           /* of the values of USING */
    IP_VEC(known_text) known;
} dynamic;

static ip_code_created refused(const char *why)
{
    return (ip_code_created){NULL, NULL, why};
}

/* The callees in a routine's code are known before it runs; a text that calls other routines is refused if one of them
 * cannot be run. */
static const char *callee_fault(dynamic *d, int callees)
{
    const char *why = NULL;
    int last = d->entry->callees.count;
    d->entry->callees.count = callees;
    ip_code_coder_finish(d->coder);
    for (int i = callees; i < last && !why; i++) {
        const ip_code_unit *callee = d->coder->units.items[d->entry->callees.items[i]];
        if (callee->code->why_not)
            why = ip_arena_printf(d->coder->arena, "it calls %s(): %s", callee->unit->name, callee->code->why_not);
    }
    return why;
}

static ip_code_created compile(dynamic *d, const char *text)
{
    ip_arena *arena = d->coder->arena;
    ip_parse_error error;
    const ip_tree *statements = ip_parse_pg_parse(arena, text, &error);
    const char *kind = ip_parse_node_kind(ip_parse_statement_at(statements, 0));
    bool transaction = strcmp(kind, "TransactionStmt") == 0;
    if (!statements)
        return (ip_code_created){NULL, "42601", error.message};
    if (transaction)
        return (ip_code_created){NULL, "0A000", "EXECUTE of transaction commands is not implemented"};

    ip_code code = *d->entry->code;
    ip_compiler *c = ip_code_compiler_new(d->coder, d->entry);
    ip_code_statement *to = IP_NEW(arena, ip_code_statement);
    int callees = d->entry->callees.count;
    code.why_not = NULL;
    c->code = &code;
    *to = *d->place;
    to->kind = d->kind;
    to->expr = NULL;
    to->execute = NULL;
    ip_code_open_level(c, NULL);
    for (int i = 0; i < d->slots.count; i++)
        ip_code_see(c, code.variables.items[d->slots.items[i]].name, d->slots.items[i]);
    ip_code_fill(c, d->source, text, to);
    if (to->kind == IP_CODE_SELECT && to->targets.count == 0)
        to->kind = IP_CODE_PERFORM;
    const char *callee = callee_fault(d, callees);
    if (c->no_such_table) /* in a database that has just what the files create: undefined_table */
        return (ip_code_created){NULL, "42P01", code.why_not};
    if (code.why_not || callee)
        return refused(code.why_not ? code.why_not : callee);
    if (d->kind == IP_CODE_OPEN && !code.why_not)
        ip_code_opened_text(c, d->source, to);
    if (code.why_not)
        return refused(code.why_not);
    bool rows = to->query || (to->write && to->write->returning_count > 0);
    if (d->kind != IP_CODE_SELECT && !rows)
        return refused("a statement without rows in the place of a query");
    if (code.variables.count != d->entry->code->variables.count)
        return refused("a text that needs variables of its own");
    return (ip_code_created){to, NULL, NULL};
}

static ip_code_created make(const ip_code_execute *self, const char *text)
{
    dynamic *d = (dynamic *)self;
    for (int i = 0; i < d->known.count; i++)
        if (strcmp(d->known.items[i].text, text) == 0)
            return d->known.items[i].created;
    if (d->known.count == MOST_TEXTS)
        return refused("EXECUTE of ever other texts");
    const char *copy = ip_arena_strdup(d->coder->arena, text);
    known_text known = {copy, compile(d, copy)};
    ip_code_created_tables(d->coder->arena, d->coder->schema);
    IP_PUSH(d->coder->arena, &d->known, known);
    return known.created;
}

ip_code_statement *ip_code_execute_text(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    dynamic *d = IP_NEW(c->arena, dynamic);
    *d = (dynamic){.interface = {make}, .coder = c->coder, .entry = c->self, .source = s};
    d->kind = s->kind == IP_PL_OPEN                ? IP_CODE_OPEN
              : strncmp(s->what, "RETURN", 6) == 0 ? IP_CODE_RETURN_QUERY
              : strncmp(s->what, "FOR", 3) == 0    ? IP_CODE_FOR_QUERY
                                                   : IP_CODE_SELECT;
    int text = ip_code_hidden(c, "text", ip_code_type_any());
    ip_code_assign(c, list, text, s->expr, s->expr);
    for (int i = 0; i < s->args.count; i++) {
        const char *name = ip_arena_printf(c->arena, "$%d", i + 1);
        IP_PUSH(c->arena, &d->slots, ip_code_hidden(c, name, ip_code_type_any()));
        ip_code_assign(c, list, d->slots.items[i], s->args.items[i], s->args.items[i]);
    }
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_EXECUTE, s->range);
    to->expr = ip_code_variable_expr(c, text, s->range);
    to->execute = &d->interface;
    to->accesses = c->self->touches = true; /* a server must run it, whatever it is */
    d->place = to;
    return to;
}
