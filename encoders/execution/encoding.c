/* Instances, their relations and levels. */
#include "execution/encoding_internal.h"

#include "base/invariant.h"
#include "level/scratch_z3.h"

#include <string.h>

static void find_touched(ip_encoding *e)
{
    int count = e->input.schema->tables.count;
    bool *touched = IP_NEW_ARRAY(e->arena, bool, count);
    for (int p = 0; p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count; s++) {
            const ip_statement *statement = &e->input.programs[p]->statements.items[s];
            for (int q = 0; q < statement->sources.count; q++)
                touched[statement->sources.items[q].table->id] = true;
        }
    for (int t = 0; t < count; t++)
        if (touched[t])
            IP_PUSH(e->arena, &e->tables, t);
    for (int g = 0; g < e->input.facts->groups.count; g++)
        if (touched[e->input.facts->groups.items[g].table])
            IP_PUSH(e->arena, &e->groups, g);
}

/* Snapshots and locks at the level of each program. */
static void read_levels(ip_encoding *e)
{
    const ip_encoding_input *input = &e->input;
    int most = 0, single = 0;
    for (int p = 0; p < input->program_count; p++)
        most = input->programs[p]->id > most ? input->programs[p]->id : most;
    const ip_reading **readings = IP_NEW_ARRAY(e->arena, const ip_reading *, most + 1);
    const ip_level **single_snapshot = IP_NEW_ARRAY(e->arena, const ip_level *, input->program_count + 1);
    bool chain = true;
    for (int p = 0; p < input->program_count; p++) {
        ip_reading *reading = IP_NEW(e->arena, ip_reading);
        *reading = ip_facts_reading_derive(e->arena, input->programs[p], input->levels[p]);
        readings[input->programs[p]->id] = reading;
        if (!reading->statements)
            single_snapshot[single++] = input->levels[p];
        chain = chain && (!reading->statements || (reading->engine && reading->reread));
        e->engine = e->engine || reading->engine;
        e->has_snapshots = e->has_snapshots || reading->statements;
        e->relations.steps = reading->places > e->relations.steps ? reading->places : e->relations.steps;
    }
    e->terms.readings = readings;
    e->older_versions = ip_level_levels_have_older_versions(input->levels, input->program_count);
    e->terms.writers_chain = chain && ip_level_levels_conflict_visible(single_snapshot, single);
}

ip_encoding *ip_encoding_new(ip_arena *arena, const ip_encoding_input *input)
{
    ip_encoding *e = IP_NEW(arena, ip_encoding);
    e->arena = arena;
    e->input = *input;
    find_touched(e);
    read_levels(e);
    const ip_terms_context read = e->terms;
    ip_level_scratch_z3_drop();
    ip_term_terms_context_init(&e->terms, arena, input->facts);
    e->terms.readings = read.readings;
    e->terms.engine = e->engine;
    e->terms.writers_chain = read.writers_chain;
    memcpy(e->terms.rules, input->rules, sizeof input->rules);
    e->terms.one_state = input->one_state;
    e->single_inserts_guard = ip_term_const(&e->terms.build, e->terms.build.boolean, "rows-inserted-once");
    return e;
}

void ip_encoding_release(ip_encoding *e)
{
    if (e)
        ip_term_terms_context_release(&e->terms);
}

const ip_build *ip_encoding_build(ip_encoding *e)
{
    return &e->terms.build;
}

bool ip_encoding_gave_up(ip_encoding *e)
{
    enum { BETWEEN = 16 }; /* most calls are followed by less work than a look at the clock */
    if (!e->gave_up && e->input.expired && e->asked_to_give_up++ % BETWEEN == 0)
        e->gave_up = e->input.expired(e->input.expired_data);
    return e->gave_up;
}

void ip_encoding_state(ip_encoding *e, Z3_ast fact)
{
    if (fact != e->terms.build.yes)
        IP_PUSH(e->arena, &e->pending, fact);
}

Z3_ast ip_encoding_relation(ip_encoding *e, Z3_ast *matrix, int i, int j)
{
    ip_assert(i >= 0 && i < e->instances && j >= 0 && j < e->instances && i != j); /* no relation is reflexive */
    return matrix[i * e->instances + j];
}

Z3_ast ip_encoding_sees(ip_encoding *e, int t, int u, int place)
{
    return e->relations.sees[(t * e->instances + u) * e->relations.steps + place];
}

const ip_reading *ip_encoding_reading(const ip_encoding *e, int program)
{
    return ip_term_reading_of(&e->terms, e->input.programs[program]);
}

static void relation(ip_encoding *e, Z3_ast **matrix, const char *name, bool symmetric)
{
    const ip_build *b = &e->terms.build;
    int n = e->instances;
    *matrix = IP_NEW_ARRAY(e->arena, Z3_ast, n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int low = symmetric && j < i ? j : i, high = symmetric && j < i ? i : j;
            (*matrix)[i * n + j] = i == j ? b->no : ip_term_const(b, b->boolean, "%s.%d.%d", name, low, high);
        }
}

static Z3_ast *statement_relation(ip_encoding *e, const char *name)
{
    const ip_build *b = &e->terms.build;
    int n = e->instances, steps = e->relations.steps;
    Z3_ast *all = IP_NEW_ARRAY(e->arena, Z3_ast, n * n * steps);
    for (int i = 0; i < n * n; i++)
        for (int s = 0; s < steps; s++)
            all[i * steps + s] =
                i / n == i % n ? b->no : ip_term_const(b, b->boolean, "%s.%d.%d.%d", name, i / n, i % n, s);
    return all;
}

/* Instances at levels with one snapshot for each statement have as many places as the longest of their programs. */
static void statement_relations(ip_encoding *e)
{
    ip_relations *r = &e->relations;
    if (!e->has_snapshots)
        return;
    r->sees = statement_relation(e, "sees");
    r->locks = statement_relation(e, "locks");
    r->single_snapshot = IP_NEW_ARRAY(e->arena, Z3_ast, e->instances);
    for (int i = 0; i < e->instances; i++) {
        ip_terms any = {0};
        bool all = true;
        for (int p = 0; p < e->input.program_count; p++)
            if (ip_encoding_reading(e, p)->statements)
                all = false;
            else
                IP_PUSH(e->arena, &any, ip_encoding_runs(e, i, p));
        r->single_snapshot[i] = all ? e->terms.build.yes : ip_term_any(&e->terms.build, &any);
    }
}

/* The order of the normal form (delayed.h): the others run one by one between the snapshot of instance 0 and its
 * commit, and none changes a row that it changes. What the laws of relations make of that is no symbol either, so that
 * formulas of what cannot be are not made. */
static void know_order(ip_encoding *e)
{
    const ip_build *b = &e->terms.build;
    const ip_relations *r = &e->relations;
    for (int i = 0; i < e->instances; i++)
        for (int j = 0; j < e->instances; j++) {
            int at = i * e->instances + j;
            bool delayed = i == 0 || j == 0, forward = i < j && !delayed;
            if (i == j)
                continue;
            r->ar[at] = forward || j == 0 ? b->yes : b->no;
            r->vis[at] = forward ? b->yes : b->no;
            r->conflict[at] = delayed ? b->no : r->conflict[at];
            r->wr[at] = forward ? r->wr[at] : b->no;
            r->ww[at] = forward ? r->ww[at] : b->no;
            r->rw[at] = forward || delayed ? r->rw[at] : b->no;
        }
}

bool ip_encoding_may_idle(const ip_encoding *e, int instance)
{
    return e->input.one_state && instance > 1;
}

static void name_runs(ip_encoding *e)
{
    const ip_build *b = &e->terms.build;
    int n = e->input.program_count;
    e->runs = IP_NEW_ARRAY(e->arena, Z3_ast, e->instances * n);
    for (int i = 0; i < e->instances; i++)
        for (int p = 0; p < n; p++)
            e->runs[i * n + p] = i < e->input.only_count ? (e->input.only[i] == p ? b->yes : b->no)
                                 : n == 1 && !ip_encoding_may_idle(e, i)
                                     ? b->yes
                                     : ip_term_const(b, b->boolean, "runs.%d.%d", i, p);
}

void ip_encoding_relations_grow(ip_encoding *e, int count)
{
    ip_relations *r = &e->relations;
    e->instances = count;
    r->z3 = e->terms.build.z3;
    r->count = e->instances;
    relation(e, &r->vis, "vis", false);
    relation(e, &r->ar, "ar", false);
    relation(e, &r->so, "so", false);
    relation(e, &r->wr, "wr", false);
    relation(e, &r->ww, "ww", false);
    relation(e, &r->rw, "rw", false);
    relation(e, &r->conflict, "conflict", true);
    if (e->engine) /* levels of the literature have no locks */
        relation(e, &r->changes, "changes", false);
    if (e->input.one_state)
        know_order(e);
    name_runs(e);
    statement_relations(e);
    r->in_a = IP_NEW_ARRAY(e->arena, Z3_ast, e->instances);
    r->in_b = IP_NEW_ARRAY(e->arena, Z3_ast, e->instances);
    for (int i = 0; i < count; i++)
        r->in_a[i] = r->in_b[i] = e->terms.build.no;
}

Z3_ast ip_encoding_runs(ip_encoding *e, int instance, int program)
{
    ip_assert(instance < e->instances);
    return e->runs[instance * e->input.program_count + program];
}

bool ip_encoding_never_runs(ip_encoding *e, int instance, int program)
{
    return ip_encoding_runs(e, instance, program) == e->terms.build.no;
}

Z3_ast ip_encoding_ar(ip_encoding *e, int i, int j)
{
    return ip_encoding_relation(e, e->relations.ar, i, j);
}

Z3_ast ip_encoding_vis(ip_encoding *e, int i, int j)
{
    return ip_encoding_relation(e, e->relations.vis, i, j);
}

Z3_ast ip_encoding_no_dependency(ip_encoding *e, int i, int j)
{
    e->chords = true;
    const ip_build *b = &e->terms.build;
    Z3_ast any =
        ip_term_or(b, ip_encoding_relation(e, e->relations.wr, i, j), ip_encoding_relation(e, e->relations.ww, i, j));
    if (e->input.sessions && e->terms.rules[IP_RULE_SESSIONS])
        any = ip_term_or(b, any, ip_encoding_relation(e, e->relations.so, i, j));
    return ip_term_not(b, ip_term_or(b, any, ip_encoding_relation(e, e->relations.rw, i, j)));
}

void ip_encoding_assume_single_inserts(ip_encoding *e)
{
    if (!e->single_inserts)
        ip_encoding_state(e, e->single_inserts_guard);
    e->single_inserts = true;
}

int ip_encoding_counters(const ip_encoding *e, const ip_counter **counters)
{
    *counters = e->counters.items;
    return e->counters.count;
}

int ip_encoding_drawn(const ip_encoding *e, const ip_table *const **tables)
{
    *tables = e->terms.drawn.items;
    return e->terms.drawn.count;
}
