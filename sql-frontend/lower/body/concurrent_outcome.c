/* Which errors from concurrency a block may catch, and at which levels (PostgreSQL 15: section 13.2 on 40001, 13.3.4 on
 * deadlocks; LOCK and SELECT on NOWAIT; table A.1 for conditions and their classes). */
#include "lower/body/concurrent_outcome.h"
#include "access_summary/chance.h"

#include "lower/lower.h"

#include <string.h>
#include <strings.h>

/* ---- the errors of statements ---- */
/* A row that other transactions may have changed since the snapshot, or may be changing. */
static bool locks_row(const ip_statement *s, int source)
{
    const ip_row_source *r = &s->sources.items[source];
    if (s->kind == IP_UNKNOWN)
        return !r->reads_only;
    return !r->table->locks_only && r->lock != IP_LOCK_NONE && !(s->kind == IP_INSERT && source == 0);
}

/* A unique key's check waits, and fails if the row is not in the snapshot: with 40001 only for ON CONFLICT. */
static bool may_not_serialize(const ip_statement *s)
{
    for (int q = 0; q < s->sources.count; q++)
        if (locks_row(s, q) || (s->sources.items[q].newest && s->check == IP_CHECK_NONE))
            return true;
    return s->cause >= 0 && s->check != IP_CHECK_NONE;
}

static bool waits(const ip_statement *s)
{
    for (int q = 0; q < s->sources.count; q++)
        if (s->sources.items[q].lock != IP_LOCK_NONE || s->kind == IP_UNKNOWN)
            return true;
    return s->kind == IP_TRUNCATE;
}

/* A row that was moved to another partition cannot be followed, at any level (heapam.c, "already moved to another
 * partition"). */
static bool is_partition(const ip_lowerer *l, const ip_table *table)
{
    for (int i = 0; i < l->definitions->inheritance.count; i++) {
        const ip_inheritance *link = &l->definitions->inheritance.items[i];
        if (link->partition && (strcmp(link->child, table->name) == 0 || strcmp(link->parent, table->name) == 0))
            return true;
    }
    return false;
}

static unsigned not_serialized(const ip_lowerer *l, const ip_statement *s)
{
    unsigned at = s->sources.count > 0 ? IP_AT_TRACKED_READS : 0;
    if (may_not_serialize(s))
        at |= IP_AT_ONE_SNAPSHOT;
    for (int q = 0; q < s->sources.count; q++)
        if (locks_row(s, q) && is_partition(l, s->sources.items[q].table))
            at |= IP_AT_ALL_LEVELS;
    return at;
}

/* A deadlock needs two locks: the first held by the transaction while another transaction waits for it, and the second
 * wanted waits for. */
static int locks_of(const ip_statement *s)
{
    return !waits(s) ? 0
           : s->loop >= 0 || s->kind == IP_UNKNOWN || s->sources.count > 1 || !ip_program_statement_names_one_row(s)
               ? 2
               : 1;
}

static void outcomes_of_body(const ip_lowerer *l, int first, int nowaits, unsigned *at, bool *waited)
{
    int locks = 0;
    for (int i = 0; i < l->program->statements.count; i++) {
        const ip_statement *s = &l->program->statements.items[i];
        bool inserts = s->kind == IP_INSERT && s->sources.count > 0;
        locks += inserts ? 1 : locks_of(s);
        if (i < first)
            continue;
        *waited = *waited || waits(s);
        at[IP_CHANCE_NOT_SERIALIZED] |= not_serialized(l, s);
        at[IP_CHANCE_CANCELED] |= s->sources.count > 0 ? IP_AT_ALL_LEVELS : 0;
    }
    if (*waited && locks > 1)
        at[IP_CHANCE_DEADLOCK] = IP_AT_ALL_LEVELS;
    if (l->nowaits > nowaits || (*waited && l->definitions->locks_time_out))
        at[IP_CHANCE_NOT_AVAILABLE] = IP_AT_ALL_LEVELS;
}

/* ---- choices ---- */
static ip_free_choice *add(ip_lowerer *l, ip_range range, const char *what)
{
    ip_program *p = l->program;
    for (int i = 0; i < p->choices.count; i++) {
        ip_free_choice *c = &p->choices.items[i];
        if (c->range.source == range.source && c->range.begin == range.begin && !c->what == !what)
            return c;
    }
    ip_free_choice choice = {.range = range, .what = what};
    IP_PUSH(l->arena, &p->choices, choice);
    return &p->choices.items[p->choices.count - 1];
}

void ip_lower_choice_of_result(ip_lowerer *l, ip_range range, const char *what, const ip_expr *given)
{
    ip_free_choice *choice = add(l, range, what);
    choice->given = choice->at[IP_CHANCE_RESULT] && choice->given != given ? NULL : given;
    choice->at[IP_CHANCE_RESULT] = IP_AT_ALL_LEVELS;
}

void ip_lower_choice_of_assertion(ip_lowerer *l, ip_range range)
{
    add(l, range, "ASSERT")->at[IP_CHANCE_UNCHECKED] = IP_AT_ALL_LEVELS;
}

void ip_lower_choice_of_call(ip_lowerer *l, const char *what)
{
    ip_lower_choice_of_result(l, l->range, what, NULL);
}

void ip_lower_choices_of_script(ip_lowerer *l)
{
    static const char *const names[] = {"ERROR", "SQLSTATE", "LAST_ERROR_SQLSTATE", "LAST_ERROR_MESSAGE"};
    for (int i = 0; i < l->unit->parameters.count && l->unit->kind == IP_UNIT_SCRIPT; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (strcmp(l->unit->parameters.items[i].name, names[k]) == 0)
                ip_lower_choice_of_result(l, l->unit->parameters.items[i].range,
                                          ip_arena_printf(l->arena, ":%s", names[k]), NULL);
}

void ip_lower_choice_of_handlers(ip_lowerer *l, const ip_pl_statement *block, const bool *goes_on, int first,
                                 int nowaits)
{
    unsigned at[IP_CHANCE_COUNT] = {0};
    bool waited = false;
    outcomes_of_body(l, first, nowaits, at, &waited);
    for (ip_chance chance = 0; chance < IP_CHANCE_RESULT; chance++) {
        const ip_pl_handler *handler = NULL;
        int i = 0;
        while (i < block->handler_list.count && !ip_summary_takes_chance(&block->handler_list.items[i], chance))
            i++;
        if (i == block->handler_list.count || !goes_on[i])
            continue;
        handler = &block->handler_list.items[i];
        /* A handler that names the condition expects it: lock_timeout may be a setting of the server. */
        if (chance == IP_CHANCE_NOT_AVAILABLE && waited && ip_summary_names_chance(handler, chance))
            at[chance] = IP_AT_ALL_LEVELS;
        if (at[chance])
            add(l, handler->range, NULL)->at[chance] |= at[chance];
    }
}

/* ---- results that abort ---- */
static bool is_negation(const ip_expr *e, const ip_expr *given)
{
    while (e && e->kind == IP_EXPR_OPERATOR && e->op == IP_OP_IS_TRUE)
        e = e->args[0];
    if (!e || e->kind != IP_EXPR_OPERATOR || e->args[0] != given)
        return false;
    bool is_false = e->op == IP_OP_EQ && e->args[1]->kind == IP_EXPR_BOOLEAN && !e->args[1]->boolean;
    return e->op == IP_OP_NOT || is_false;
}

void ip_lower_prune_choices(ip_lowerer *l)
{
    ip_program *p = l->program;
    int kept = 0;
    for (int i = 0; i < p->choices.count; i++) {
        const ip_free_choice *choice = &p->choices.items[i];
        bool known = false;
        for (int k = 0; k < p->statements.count && choice->given; k++)
            known = known || (p->statements.items[k].kind == IP_ABORT &&
                              is_negation(p->statements.items[k].path, choice->given));
        if (!known)
            p->choices.items[kept++] = *choice;
    }
    p->choices.count = kept;
}
