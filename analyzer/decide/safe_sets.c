/* Finding sets of programs that are safe together. A set is called safe with a proof for exactly that set, or for a
 * superset: an execution of some of the programs is one of all. Programs that are left out are not run at all, so facts
 * about columns and keys rest only on the others.
 *
 * Each cycle that is found says that its programs are not safe together. A greedy cover of these cycles (cycle_cover.h)
 * leaves out few programs; the others are decided, and cycles among them refine the next cover. Only the programs of
 * one component of the conflict graph are decided together, and the remaining programs of it are split into components
 * again. */
#include "decide/safe_sets.h"

#include "decide/apart.h"
#include "decide/cycle_cover.h"
#include "decide/one_cycle.h"
#include "proofs/interim.h"
#include "base/clock.h"
#include "base/stop.h"

#include <string.h>

/* Questions to the solver about one component: to find its first set, and the others. */
enum {
    MOST_QUESTIONS = 24,
    MOST_OTHER_QUESTIONS = 12,
    OTHER_SETS = 6,
    MOST_ALONE = 24,
    MOST_PAIRS = 12,
    CYCLES_A_QUESTION = 6
};
/* The solver's work that a question may take, in seconds. */
static const double QUESTION_SECONDS = 4;

/* A set with neither a cycle nor a proof. */
typedef struct open_set {
    const bool *set; /* [n] */
    ip_part_finding found;
} open_set;

typedef struct run_pair {
    int a, b;
} run_pair;

typedef struct search {
    const ip_decision_input *in;
    const int *members; /* [n], into the input's programs */
    int n;
    struct ip_replayer *replayer;
    ip_level_result *result;
    const ip_safe_sets *parts;   /* of the components before this one */
    const char **why;            /* [n] */
    bool *hard;                  /* [n]: a statement of it was not understood */
    ip_cycle_cover cover;        /* of the component's programs: the cycles that are known */
    IP_VEC(const bool *) proved; /* [n] */
    IP_VEC(open_set) open;
    const bool *best; /* [n] the largest union of sets that one question has proved apart from each other; NULL */
    int best_size, questions;
    IP_VEC(run_pair) run; /* cycles of two that were run */
    int kept;             /* the program that a set is looked for, which is not given up; -1: none */
} search;

static void add_edge(search *s, const int *ends, int count)
{
    ip_decide_cycle_cover_add(s->in->arena, &s->cover, ends, count);
}

static void note_run(search *s, const int *ends, int count)
{
    if (count == 2)
        IP_PUSH(s->in->arena, &s->run, ((run_pair){ends[0], ends[1]}));
}

static bool was_run(const search *s, int p, int q)
{
    for (int i = 0; i < s->run.count; i++)
        if ((s->run.items[i].a == p && s->run.items[i].b == q) || (s->run.items[i].a == q && s->run.items[i].b == p))
            return true;
    return false;
}

static void leave_out(search *s, int program, const char *why)
{
    s->why[program] = s->why[program] ? s->why[program] : why;
    add_edge(s, &program, 1);
}

/* -------------------------------------------------------------- questions -- */

typedef struct asked {
    ip_decision_input input; /* of the remaining programs of the component */
    int *local;              /* [programs of the input]: index in the component */
    ip_arena *arena;
    IP_VEC(ip_arena *) arenas;
    bool kept; /* the result keeps anomalies and the data that they refer to: arenas belong to the run */
    ip_diagnostics diagnostics;
    ip_effort effort;
} asked;

static ip_arena *arena_of_asked(void *owner)
{
    asked *a = owner;
    ip_arena *arena = ip_arena_new();
    IP_PUSH(a->arena, &a->arenas, arena);
    return arena;
}

static const ip_facts *facts_without(const search *s, ip_arena *arena, const bool *out)
{
    bool *left_out = IP_NEW_ARRAY(arena, bool, s->in->program_count);
    for (int p = 0; p < s->n; p++)
        left_out[s->members[p]] = out[p];
    return ip_decide_facts_without(s->in, arena, left_out);
}

static void open_question(const search *s, const bool *out, bool kept, asked *a)
{
    const ip_decision_input *in = s->in;
    *a = (asked){.arena = kept ? in->new_arena(in->owner) : ip_arena_new(), .kept = kept, .input = *in};
    a->diagnostics.arena = a->arena;
    a->local = IP_NEW_ARRAY(a->arena, int, s->n);
    const ip_program **programs = IP_NEW_ARRAY(a->arena, const ip_program *, s->n);
    const ip_level **levels = IP_NEW_ARRAY(a->arena, const ip_level *, s->n);
    ip_selection *selections = IP_NEW_ARRAY(a->arena, ip_selection, in->selection_count);
    for (int i = 0; i < in->selection_count; i++)
        selections[i] = (ip_selection){in->selections[i].level, -1, -1};
    int count = 0;
    for (int p = 0; p < s->n; p++) {
        if (out[p])
            continue;
        for (int i = 0; i < in->selection_count; i++) {
            selections[i].a = in->selections[i].a == s->members[p] ? count : selections[i].a;
            selections[i].b = in->selections[i].b == s->members[p] ? count : selections[i].b;
        }
        programs[count] = in->programs[s->members[p]];
        levels[count] = in->levels[s->members[p]];
        a->local[count++] = p;
    }
    a->effort.left = QUESTION_SECONDS * IP_EFFORT_OF_SECOND;
    a->input.arena = a->arena;
    a->input.diagnostics = &a->diagnostics;
    a->input.facts = facts_without(s, a->arena, out);
    a->input.programs = programs;
    a->input.program_count = count;
    a->input.levels = levels;
    a->input.selections = selections;
    a->input.few = CYCLES_A_QUESTION;
    a->input.all_anomalies = false;
    a->input.effort = in->effort ? in->effort : &a->effort;
    if (kept)
        return;
    a->input.new_arena = arena_of_asked;
    a->input.owner = a;
}

static void close_question(asked *a)
{
    if (a->kept)
        return;
    for (int i = 0; i < a->arenas.count; i++)
        ip_arena_free(a->arenas.items[i]);
    ip_arena_free(a->arena);
}

static bool within(const search *s, const bool *set, const bool *larger)
{
    for (int p = 0; p < s->n; p++)
        if (set[p] && !larger[p])
            return false;
    return true;
}

static bool is_known(const search *s, const bool *set)
{
    for (int i = 0; i < s->proved.count; i++)
        if (within(s, set, s->proved.items[i]))
            return true;
    return false;
}

/* The assumptions of a proof are reported as for all programs. */
static void keep_assumptions(const search *s, const asked *a)
{
    for (int i = 0; i < a->diagnostics.list.count; i++) {
        const ip_diagnostic *d = &a->diagnostics.list.items[i];
        if (d->kind == IP_ASSUMPTION)
            ip_diagnostics_add(s->in->diagnostics, d->kind, d->range, d->transaction, "%s", d->message);
    }
}

static bool was_shown(const ip_level_result *result, const ip_program *program)
{
    for (int a = 0; a < result->anomalies.count; a++)
        for (int i = 0; i < result->anomalies.items[a].instance_count; i++)
            if (result->anomalies.items[a].instances[i].program == program &&
                result->anomalies.items[a].replay.status == IP_REPLAY_CONFIRMED)
                return true;
    return false;
}

/* For programs that the search did not reach. */
static bool tells_more(const ip_level_result *result, const ip_anomaly *anomaly)
{
    for (int i = 0; i < anomaly->instance_count; i++)
        if (!was_shown(result, anomaly->instances[i].program))
            return true;
    return false;
}

/* It keeps the program out of every set. */
static bool is_of_one_program(const ip_anomaly *anomaly)
{
    for (int i = 1; i < anomaly->instance_count; i++)
        if (anomaly->instances[i].program != anomaly->instances[0].program)
            return false;
    return true;
}

static bool same_programs(const ip_anomaly *a, const ip_anomaly *b)
{
    bool same = a->instance_count == b->instance_count;
    for (int shift = 0; same && shift < a->instance_count; shift++) {
        bool equal = true;
        for (int i = 0; i < a->instance_count && equal; i++)
            equal = a->instances[i].program == b->instances[(i + shift) % a->instance_count].program;
        if (equal)
            return true;
    }
    return false;
}

static void add_anomaly(const search *s, const ip_anomaly *anomaly)
{
    ip_level_result *result = s->result;
    bool confirmed = anomaly->replay.status == IP_REPLAY_CONFIRMED;
    for (int a = 0; a < result->anomalies.count; a++)
        if (same_programs(&result->anomalies.items[a], anomaly)) {
            if (confirmed && result->anomalies.items[a].replay.status != IP_REPLAY_CONFIRMED)
                result->anomalies.items[a] = *anomaly;
            return;
        }
    if (tells_more(result, anomaly) || is_of_one_program(anomaly))
        IP_PUSH(s->in->arena, &result->anomalies, *anomaly);
}

/* There is neither a cycle nor a proof for the set: leaves out a quarter of the programs, those with the most
 * statements. Where the set is looked for the sake of one program, they are left out beside it only. */
static void give_up_some(search *s, const bool *set, const ip_part_finding *f)
{
    const char *why = f->timed_out     ? "the solver's share of work was spent before it was decided"
                      : f->in_sessions ? "it is not proved where the order of sessions counts"
                                       : "no cycle was found, but none of the proof methods excludes longer ones";
    int count = 0;
    for (int p = 0; p < s->n; p++)
        count += set[p];
    bool *left_out = IP_NEW_ARRAY(s->in->arena, bool, s->n);
    for (int i = 0; i < (count + 3) / 4; i++) {
        int worst = -1;
        for (int p = 0; p < s->n; p++)
            if (set[p] && !left_out[p] && (p != s->kept || count == 1) &&
                (worst < 0 || s->hard[p] > s->hard[worst] ||
                 (s->hard[p] == s->hard[worst] && s->in->programs[s->members[p]]->statements.count >=
                                                      s->in->programs[s->members[worst]]->statements.count)))
                worst = p;
        if (worst < 0)
            break;
        left_out[worst] = true;
        if (s->kept >= 0 && set[s->kept] && worst != s->kept) {
            add_edge(s, (int[]){s->kept, worst}, 2);
        } else if (s->kept < 0 && count > 1 && !f->timed_out) {
            s->cover.given_up[worst] = true;
            s->why[worst] = s->why[worst] ? s->why[worst] : why;
        } else {
            leave_out(s, worst, why);
        }
    }
}

static void learn(search *s, const asked *a, const ip_component *component, const bool *set, const ip_part_finding *f,
                  bool runs)
{
    for (int c = 0; c < f->cycles.list.count; c++) {
        const ip_cycle *cycle = &f->cycles.list.items[c];
        int *ends = IP_NEW_ARRAY(a->arena, int, cycle->length);
        for (int i = 0; i < cycle->length; i++)
            ends[i] = a->local[component->programs.items[cycle->programs[i]]];
        add_edge(s, ends, cycle->length);
        if (!runs)
            continue;
        note_run(s, ends, cycle->length);
        add_anomaly(s, &cycle->anomaly);
    }
    if (!f->cycles.list.count) {
        give_up_some(s, set, f);
        IP_PUSH(s->in->arena, &s->open, ((open_set){set, *f}));
    }
}

static void put_in(const ip_component_sets *sets, int which, bool *set)
{
    for (int i = 0; which < sets->sets.count && i < sets->component->programs.count; i++)
        set[sets->component->programs.items[i]] = sets->sets.items[which][i];
}

/* Sets of different components go together. */
static void report_best(const search *s)
{
    bool *set = IP_NEW_ARRAY(s->in->arena, bool, s->in->program_count);
    for (int c = 0; c < s->parts->components.count; c++)
        put_in(&s->parts->components.items[c], 0, set);
    for (int p = 0; p < s->n; p++)
        set[s->members[p]] = s->best[p];
    ip_proof_interim_safe(s->in->interim, s->in->programs, set, s->in->program_count);
}

static void keep_best(search *s, const bool *proved)
{
    int size = 0;
    for (int p = 0; p < s->n; p++)
        size += proved[p];
    if (size > s->best_size) {
        s->best = proved;
        s->best_size = size;
        if (s->in->interim)
            report_best(s);
    }
}

/* Remaining programs without dependencies on other remaining programs. */
static bool ask_component(search *s, const asked *a, const ip_component *component, const bool *set, bool runs)
{
    if (!component->conflicts || is_known(s, set))
        return true;
    for (int i = 0; i < s->open.count; i++)
        if (memcmp(s->open.items[i].set, set, sizeof *set * (size_t)s->n) == 0) {
            give_up_some(s, set, &s->open.items[i].found);
            return false;
        }
    ip_part part = ip_proof_part_make(&a->input, component->programs.items, component->programs.count);
    ip_part_finding f = ip_proof_part_check(&a->input, &part, runs ? s->replayer : NULL, s->result);
    s->questions++;
    if (!f.proof.method || f.cycles.list.count) {
        learn(s, a, component, set, &f, runs);
        return false;
    }
    IP_PUSH(s->in->arena, &s->proved, set);
    keep_assumptions(s, a);
    return true;
}

/* Whether all remaining programs are safe; if not, there are new edges. */
static bool ask(search *s, const bool *out, bool runs)
{
    asked a;
    bool safe = true, *proved = IP_NEW_ARRAY(s->in->arena, bool, s->n);
    open_question(s, out, runs, &a);
    ip_components left =
        ip_decide_components_split(a.arena, a.input.facts, a.input.programs, a.input.program_count, s->in->sessions);
    for (int i = 0; i < left.count && (safe || !ip_is_over(s->in->deadline)); i++) {
        const ip_component *component = &left.items[i];
        bool *set = IP_NEW_ARRAY(s->in->arena, bool, s->n);
        for (int c = 0; c < component->programs.count; c++)
            set[a.local[component->programs.items[c]]] = true;
        bool is_safe = ask_component(s, &a, component, set, runs);
        for (int p = 0; p < s->n && is_safe; p++)
            proved[p] = proved[p] || set[p];
        safe = safe && is_safe;
    }
    keep_best(s, proved);
    close_question(&a);
    return safe;
}

/* ----------------------------------------------------------------- search -- */

/* The set that remains after all cycles are covered; NULL: none, or the questions ran out. */
static const bool *find_set(search *s, int forced, int most, bool runs)
{
    bool *out = IP_NEW_ARRAY(s->in->arena, bool, s->n);
    s->kept = forced;
    while (ip_decide_cycle_cover_find(s->in->arena, &s->cover, forced, out)) {
        bool any = false;
        for (int p = 0; p < s->n; p++)
            any = any || !out[p];
        if (!any || s->questions >= most || ip_is_over(s->in->deadline))
            return NULL;
        if (!ask(s, out, runs))
            continue;
        bool *set = IP_NEW_ARRAY(s->in->arena, bool, s->n);
        for (int p = 0; p < s->n; p++)
            set[p] = !out[p];
        return set;
    }
    return NULL;
}

static bool in_some(const ip_component_sets *found, int program)
{
    for (int i = 0; i < found->sets.count; i++)
        if (found->sets.items[i][program])
            return true;
    return false;
}

/* A program may be left out because of cycles with others that no run shows, while one of its own was never asked
 * about. */
static void ask_alone(search *s, const bool *first)
{
    bool *out = IP_NEW_ARRAY(s->in->arena, bool, s->n);
    memset(out, true, sizeof *out * (size_t)s->n);
    for (int p = 0, asked = 0; p < s->n && asked < MOST_ALONE && !ip_is_over(s->in->deadline); p++) {
        if ((first && first[p]) || ip_decide_cycle_cover_has(&s->cover, p, p))
            continue;
        out[p] = false;
        ask(s, out, true);
        out[p] = true;
        asked++;
    }
}

/* A cycle of two programs; it is kept only if a run shows it. */
static void ask_pair(search *s, int p, int q)
{
    bool *out = IP_NEW_ARRAY(s->in->arena, bool, s->n), *both = IP_NEW_ARRAY(s->in->arena, bool, s->n);
    memset(out, true, sizeof *out * (size_t)s->n);
    out[p] = out[q] = false;
    both[p] = both[q] = true;
    if (was_run(s, p, q) || ip_decide_cycle_cover_has(&s->cover, p, q) || is_known(s, both))
        return;
    asked a;
    open_question(s, out, true, &a);
    ip_components left =
        ip_decide_components_split(a.arena, a.input.facts, a.input.programs, a.input.program_count, s->in->sessions);
    if (left.count == 1) {
        const int programs[] = {0, 1};
        const ip_anomaly *found = ip_decide_run_two(&a.input, programs, s->replayer, &s->result->statistics);
        s->questions++;
        if (found)
            add_edge(s, (int[]){p, q}, 2);
        if (found && found->replay.status == IP_REPLAY_CONFIRMED)
            add_anomaly(s, found);
    }
    close_question(&a);
}

/* A program that is left out because of cycles that no run shows may have others, with single programs, that a run
 * shows. */
static void ask_pairs(search *s, const bool *first)
{
    int most = s->questions + MOST_PAIRS;
    for (int p = 0; p < s->n; p++) {
        const ip_program *program = s->in->programs[s->members[p]];
        for (int q = 0; q < s->n && !(first && first[p]) && !was_shown(s->result, program); q++)
            if (q != p && s->questions < most && !ip_is_over(s->in->deadline))
                ask_pair(s, p, q);
    }
}

/* Sets for the programs that the first one leaves out. */
static void find_others(search *s, ip_component_sets *found)
{
    int most = s->questions + MOST_OTHER_QUESTIONS;
    for (int p = 0; p < s->n && found->sets.count <= OTHER_SETS; p++) {
        if (in_some(found, p))
            continue;
        const bool *other = find_set(s, p, most, false);
        if (other)
            IP_PUSH(s->in->arena, &found->sets, other);
    }
}

static bool is_hard(const ip_program *program)
{
    for (int i = 0; i < program->statements.count; i++)
        if (ip_facts_statement_guessed(&program->statements.items[i]))
            return true;
    return false;
}

static void add_unusable(search *s)
{
    ip_arena *arena = s->in->arena;
    for (int p = 0; p < s->n; p++) {
        const ip_program *program = s->in->programs[s->members[p]];
        s->hard[p] = is_hard(program);
        if (program->broken)
            leave_out(s, p, ip_arena_printf(arena, "it could not be read in full: %s", program->broken));
        if (ip_encoding_program_too_deep(program))
            leave_out(s, p, ip_arena_printf(arena, "its loops are nested deeper than %d", (int)IP_MAX_LOOP_DEPTH));
    }
}

void ip_decide_safe_sets_search(const ip_decision_input *in, const ip_component *component,
                                const ip_part_finding *found, struct ip_replayer *replayer, ip_safe_sets *parts,
                                ip_level_result *result)
{
    int n = component->programs.count;
    bool *hard = IP_NEW_ARRAY(in->arena, bool, n);
    search s = {.in = in,
                .members = component->programs.items,
                .n = n,
                .replayer = replayer,
                .result = result,
                .parts = parts,
                .why = IP_NEW_ARRAY(in->arena, const char *, n),
                .hard = hard,
                .kept = -1,
                .cover = {.count = n, .hard = hard, .given_up = IP_NEW_ARRAY(in->arena, bool, n)}};
    ip_component_sets sets = {.component = component};
    add_unusable(&s);
    for (int c = 0; c < found->cycles.list.count; c++) {
        const ip_cycle *cycle = &found->cycles.list.items[c];
        add_edge(&s, cycle->programs, cycle->length);
        note_run(&s, cycle->programs, cycle->length);
    }
    if (found->timed_out && !found->cycles.list.count)
        for (int p = 0; p < n; p++)
            if (s.hard[p])
                leave_out(&s, p, "the solver's share of work was spent before it was decided");
    if (!s.cover.edges.count && !found->proof.method) { /* the question about all of them need not be repeated */
        bool *all = IP_NEW_ARRAY(in->arena, bool, n);
        memset(all, true, sizeof *all * (size_t)n);
        give_up_some(&s, all, found);
    }
    const bool runs = in->replay && !in->all_anomalies;
    const bool *first = find_set(&s, -1, MOST_QUESTIONS, runs);
    if (!first)
        first = s.best;
    if (first)
        IP_PUSH(in->arena, &sets.sets, first);
    if (runs) {
        ask_alone(&s, first);
        ask_pairs(&s, first);
    }
    find_others(&s, &sets);
    for (int p = 0; p < n; p++)
        parts->why[s.members[p]] = s.why[p];
    IP_PUSH(in->arena, &parts->components, sets);
}

ip_safe_sets ip_decide_safe_sets_begin(const ip_decision_input *in)
{
    return (ip_safe_sets){.why = IP_NEW_ARRAY(in->arena, const char *, in->program_count)};
}

void ip_decide_safe_sets_whole(const ip_decision_input *in, const ip_component *component, ip_safe_sets *parts)
{
    ip_component_sets sets = {.component = component};
    bool *all = IP_NEW_ARRAY(in->arena, bool, component->programs.count);
    memset(all, true, sizeof *all * (size_t)component->programs.count);
    const bool *set = all;
    IP_PUSH(in->arena, &sets.sets, set);
    IP_PUSH(in->arena, &parts->components, sets);
}

void ip_decide_safe_sets_combine(const ip_decision_input *in, const ip_safe_sets *parts, ip_level_result *result)
{
    bool *largest = IP_NEW_ARRAY(in->arena, bool, in->program_count), any = false;
    for (int c = 0; c < parts->components.count; c++) {
        put_in(&parts->components.items[c], 0, largest);
        any = any || parts->components.items[c].sets.count;
    }
    const bool *set = largest;
    if (any)
        IP_PUSH(in->arena, &result->safe_sets, set);
    for (int c = 0; c < parts->components.count; c++)
        for (int other = 1; other < parts->components.items[c].sets.count; other++) {
            bool *varied = IP_NEW_ARRAY(in->arena, bool, in->program_count);
            memcpy(varied, largest, sizeof *varied * (size_t)in->program_count);
            put_in(&parts->components.items[c], other, varied);
            set = varied;
            IP_PUSH(in->arena, &result->safe_sets, set);
        }
    int *components = IP_NEW_ARRAY(in->arena, int, in->program_count);
    for (int c = 0; c < parts->components.count; c++)
        for (int i = 0; i < parts->components.items[c].component->programs.count; i++)
            components[parts->components.items[c].component->programs.items[i]] = c;
    result->components = components;
    result->unproved = parts->why;
}
