/* If all findings are suppressed, there may still be others, since the search lists one anomaly for each set of
 * programs. So the search is repeated without the dependencies of the suppressed findings.
 *
 * If a comment suppresses all findings of a statement or program, the search leaves out the dependencies there. For a
 * single finding, by its id, there is one search for each of its dependencies, which leaves out that dependency. A
 * finding of such a search is either suppressed, and treated in the same way, or new. Suppose that nothing is found in
 * the end, and longer cycles are excluded. A cycle without a suppressed finding in it lacks a dependency of each
 * finding that was left out, so it is a cycle of one of the searches, which excludes it.
 *
 * Only windows can prove this: their argument is about the cycle alone, not about other dependencies. */
#include "decide/the_rest.h"

#include "proofs/pairs.h"
#include "ignores.h"
#include "base/stop.h"

#include <string.h>

enum { MOST_QUESTIONS = 64, MOST_SETS = 10000 };

typedef IP_VEC(ip_spared) spared_list;

typedef struct rest {
    const ip_decision_input *in;
    const ip_components *components;
    struct ip_replayer *replayer;
    ip_level_result *result;
    IP_VEC(spared_list) proved; /* without these there is no cycle, so without more neither */
    int asked, sets;
    bool found_new;
    bool open;       /* something is neither suppressed nor confirmed */
    const char *why; /* it is not proved */
} rest;

static bool prove(rest *r, spared_list spared);

static spared_list with(const rest *r, const spared_list *spared, ip_spared more)
{
    spared_list list = {0};
    for (int i = 0; i < spared->count; i++)
        IP_PUSH(r->in->arena, &list, spared->items[i]);
    IP_PUSH(r->in->arena, &list, more);
    return list;
}

/* All dependencies to which the comment applies. */
static spared_list without_all(const rest *r, const spared_list *spared, const ip_ignore *ignore)
{
    spared_list list = *spared;
    for (int p = 0; p < r->in->program_count; p++) {
        const ip_program *program = r->in->programs[p];
        if (ip_frontend_ignore_covers_program(ignore, program))
            list = with(r, &list, (ip_spared){.from = program, .from_statement = -1});
        for (int s = 0; s < program->statements.count; s++)
            if (ip_frontend_ignore_covers_statement(ignore, &program->statements.items[s]))
                list = with(r, &list, (ip_spared){.from = program, .from_statement = s});
    }
    return list;
}

static ip_spared of_dependency(const ip_anomaly *anomaly, const ip_dependency *d)
{
    static const ip_edge_type types[] = {[IP_WR] = IP_EDGE_WR, [IP_WW] = IP_EDGE_WW, [IP_RW] = IP_EDGE_RW};
    bool exists = d->column_count == 1 && d->columns[0] < 0;
    return (ip_spared){.from = anomaly->instances[d->from].program,
                       .to = anomaly->instances[d->to].program,
                       .from_statement = d->from_statement,
                       .to_statement = d->to_statement,
                       .type = types[d->type],
                       .table = d->table->id,
                       .exists = exists,
                       .column_count = exists ? 0 : d->column_count,
                       .columns = exists ? NULL : d->columns};
}

static bool same(const ip_spared *a, const ip_spared *b)
{
    return a->from == b->from && a->to == b->to && a->from_statement == b->from_statement &&
           a->to_statement == b->to_statement && a->type == b->type && a->table == b->table && a->exists == b->exists &&
           a->columns == b->columns;
}

/* Its dependencies as the solver found them. */
static bool leave_out(rest *r, const spared_list *spared, const ip_anomaly *anomaly)
{
    r->open |= !anomaly->suppressed; /* not confirmed: another cycle may show a new finding */
    if (anomaly->ignore && !anomaly->ignore->id)
        return prove(r, without_all(r, spared, anomaly->ignore));
    for (int i = 0; i < anomaly->instance_count; i++) {
        ip_spared one = of_dependency(anomaly, &anomaly->dependencies[i]);
        bool again = false;
        for (int k = 0; k < i && !again; k++) {
            ip_spared other = of_dependency(anomaly, &anomaly->dependencies[k]);
            again = same(&one, &other);
        }
        if (!again && !prove(r, with(r, spared, one)))
            return false;
    }
    return true;
}

static void list(rest *r, const ip_anomaly *anomaly)
{
    ip_level_result *result = r->result;
    for (int a = 0; a < result->anomalies.count; a++)
        if (strcmp(result->anomalies.items[a].id, anomaly->id) == 0 &&
            strcmp(result->anomalies.items[a].place, anomaly->place) == 0)
            return;
    IP_PUSH(r->in->arena, &result->anomalies, *anomaly);
}

/* What was found in one component. */
static bool judge(rest *r, const ip_part_finding *f, const spared_list *spared)
{
    for (int c = 0; c < f->cycles.list.count; c++) {
        const ip_anomaly *anomaly = &f->cycles.list.items[c].anomaly;
        list(r, anomaly);
        r->found_new |= !anomaly->suppressed;
    }
    if (r->found_new)
        return false;
    if (f->cycles.list.count) {
        IP_PUSH(r->in->arena, &r->result->models, f->cycles.list.items[0].anomaly.model);
        return leave_out(r, spared, f->cycles.list.items[0].anomaly.model);
    }
    if (f->proof.method)
        return true;
    r->why = f->timed_out ? "the time limit was reached" : "no proof was found that excludes long cycles of others";
    return false;
}

static bool includes(const spared_list *list, const spared_list *part)
{
    for (int i = 0; i < part->count; i++) {
        bool there = false;
        for (int k = 0; k < list->count && !there; k++)
            there = same(&list->items[k], &part->items[i]);
        if (!there)
            return false;
    }
    return true;
}

static bool is_end(const ip_spared *s, const ip_program *program, int statement)
{
    return s->from == program && (s->from_statement < 0 || s->from_statement == statement);
}

/* None of its dependencies is left out. */
static bool remains(const spared_list *spared, const ip_anomaly *anomaly)
{
    for (int i = 0; i < anomaly->instance_count; i++) {
        ip_spared one = of_dependency(anomaly, &anomaly->dependencies[i]);
        for (int k = 0; k < spared->count; k++) {
            const ip_spared *s = &spared->items[k];
            if (s->to ? same(s, &one) : is_end(s, one.from, one.from_statement) || is_end(s, one.to, one.to_statement))
                return false;
        }
    }
    return true;
}

static bool ask(rest *r, spared_list spared);

/* By earlier results, else by a new search. */
static bool prove(rest *r, spared_list spared)
{
    for (int i = 0; i < r->proved.count; i++)
        if (includes(&spared, &r->proved.items[i]))
            return true;
    if (r->sets++ == MOST_SETS) {
        r->why = "there are too many of them to tell";
        return false;
    }
    for (int m = 0; m < r->result->models.count; m++)
        if (remains(&spared, r->result->models.items[m]))
            return leave_out(r, &spared, r->result->models.items[m]);
    if (!ask(r, spared))
        return false;
    IP_PUSH(r->in->arena, &r->proved, spared);
    return true;
}

static bool ask(rest *r, spared_list spared)
{
    if (r->asked++ == MOST_QUESTIONS || ip_is_over(r->in->deadline)) {
        r->why = r->asked > MOST_QUESTIONS ? "there are too many of them to tell" : "the time limit was reached";
        return false;
    }
    ip_decision_input in = *r->in;
    in.spared = spared.items;
    in.spared_count = spared.count;
    in.all_anomalies = false;
    in.few = 1;
    for (int m = 0; m < IP_PROOF_METHOD_COUNT; m++)
        in.methods[m] = in.methods[m] && m == IP_PROOF_WINDOW;
    bool proved = true;
    for (int i = 0; i < r->components->count && proved; i++) {
        const ip_component *component = &r->components->items[i];
        if (!component->conflicts)
            continue;
        if (component->programs.count > IP_MOST_AT_ONCE) {
            r->why = "there are too many programs to ask about at once";
            return false;
        }
        ip_part whole = ip_proof_part_make(&in, component->programs.items, component->programs.count);
        ip_part_finding f = ip_proof_part_check(&in, &whole, r->replayer, r->result);
        if (f.contradiction) {
            r->why = f.contradiction;
            return false;
        }
        proved = judge(r, &f, &spared);
        if (proved && f.cycles.list.count)
            return true; /* for all components, without leaving out more */
    }
    return proved;
}

bool ip_decide_prove_the_rest(const ip_decision_input *in, const ip_components *components,
                              struct ip_replayer *replayer, ip_level_result *result)
{
    rest r = {.in = in, .components = components, .replayer = replayer, .result = result};
    const spared_list none = {0};
    for (int a = 0; a < result->anomalies.count; a++)
        IP_PUSH(in->arena, &result->models, result->anomalies.items[a].model);
    if (prove(&r, none) && !r.open)
        result->rest = "window";
    result->reason = result->rest
                         ? "all anomalies are suppressed; proved: there are no others"
                         : ip_arena_printf(in->arena,
                                           "all anomalies that were found are suppressed; whether there are others is "
                                           "undecided: %s",
                                           r.open  ? "a possible anomaly that is not suppressed was not confirmed"
                                           : r.why ? r.why
                                                   : "it was not decided");
    return r.found_new;
}
