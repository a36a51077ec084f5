/* Why pairs and short paths are enough. Any instances of an execution satisfy the formulas about them
 * (execution/encoding.h), whatever else runs. So the question about a window (proofs.c) can be decided separately for
 * each choice of its programs, and only for choices whose neighbours share data that one of them writes: other
 * neighbours have no edge. An impossible path is part of no longer path, so paths grow from the pairs whose second
 * instance commits first, one program at a time. Different windows may exclude different paths: a cycle longer than a
 * window contains all of it. */
#include "proofs/pairs.h"

#include "proofs/assumptions.h"
#include "proofs/conflicts.h"
#include "proofs/shown_nothing.h"
#include "base/stop.h"

#include <string.h>

enum {
    MOST_GUESSED = 2000,   /* the most accesses of a program that is not understood for which its pairs are decided */
    AT_ONCE = 8,           /* programs for one place of a path that one question covers */
    MOST_PATHS = 4000,     /* the most paths of three programs; with more there is no proof */
    MOST_UNCONFIRMED = 100 /* the most listed cycles that no replay confirms */
};

/* The time limit for the replay of a cycle of two: the next cycle may be easier. */
static const double SECONDS_A_PAIR = 0.5;

typedef struct path {
    int programs[3]; /* of the part; the last one commits first */
} path;

typedef struct search {
    const ip_decision_input *in;
    const ip_part *whole;
    ip_level_result *result;
    ip_part_finding found;
    ip_conflicts conflicts;
    ip_assumptions assumed;
    ip_arena *arena;       /* for the next question */
    bool open;             /* there is a cycle, or there may be: no proof is looked for */
    IP_VEC(path) backward; /* of two programs: the second may commit before the first, which depends on it */
    IP_VEC(path) paths;    /* of three */
} search;

typedef struct asked {
    const int *vector; /* [length]: the instances run these of the programs; NULL: any */
    int length;
    ip_part part;
    ip_question question;
} asked;

/* A question about these programs of the part only, which are different. seconds: for all of it. */
static void open_question(search *s, asked *a, const int *programs, int count, double seconds, bool clean)
{
    int *members = IP_NEW_ARRAY(s->arena, int, count);
    for (int i = 0; i < count; i++)
        members[i] = s->whole->members[programs[i]];
    ip_decision_input own = *s->in;
    own.arena = s->arena;
    a->part = ip_proof_part_make(&own, members, count);
    a->part.encoding.only = a->vector;
    a->part.encoding.only_count = a->length;
    double until = ip_clock() + seconds;
    ip_question_init(&a->question, s->arena, &a->part.encoding, 4, until < s->in->deadline ? until : s->in->deadline,
                     &s->result->statistics);
    a->question.log = s->in->log;
    a->question.effort = s->in->effort;
    if (clean)
        ip_encoding_assume_single_inserts(a->question.encoding);
}

/* keep: the result refers to it. */
static void close_question(search *s, asked *a, bool keep)
{
    ip_proof_assumptions_add(s->in, &s->assumed, a->question.encoding);
    ip_question_release(&a->question);
    if (keep)
        s->arena = s->in->new_arena(s->in->owner);
    else
        ip_arena_reset(s->arena);
}

/* Which of them a program is; it is put after them if it is none. */
static int place(int *programs, int *count, int program)
{
    for (int i = 0; i < *count; i++)
        if (programs[i] == program)
            return i;
    programs[*count] = program;
    return (*count)++;
}

/* ----------------------------------------------------------------- pairs -- */

/* Adds the result for one choice of programs. true: there is a cycle, which is now in the result. */
static bool take_cycles(search *s, const ip_cycles *cycles, const int *programs)
{
    ip_cycles *all = &s->found.cycles;
    bool kept = false;
    for (int c = 0; c < cycles->list.count; c++) {
        ip_cycle cycle = cycles->list.items[c];
        for (int i = 0; i < cycle.length; i++)
            cycle.programs[i] = programs[cycle.programs[i]];
        bool confirmed = cycle.anomaly.replay.status == IP_REPLAY_CONFIRMED;
        if (!confirmed && all->list.count - all->confirmed >= MOST_UNCONFIRMED)
            continue;
        IP_PUSH(s->in->arena, &all->list, cycle);
        kept = true;
    }
    all->confirmed += cycles->confirmed;
    return kept;
}

/* Finds which of these programs are possible at a place of the current question; each is appended to found, by its
 * number in the question. false: the time is up. */
static bool list_programs(search *s, ip_question *q, int place, const int *options, int count, int *found,
                          int *found_count)
{
    ip_terms any = {0};
    for (int i = 0; i < count; i++)
        IP_PUSH(s->arena, &any, ip_encoding_runs(q->encoding, place, options[i]));
    ip_question_assert(q, ip_term_any(q->build, &any));
    ip_answer answer;
    while ((answer = ip_question_check(q)) == IP_YES) {
        Z3_model model = ip_question_model(q);
        int program = ip_encoding_model_program(q->encoding, model, place);
        Z3_model_dec_ref(q->build->z3, model);
        found[(*found_count)++] = program;
        ip_question_assert(q, ip_term_not(q->build, ip_encoding_runs(q->encoding, place, program)));
    }
    return answer == IP_NO;
}

/* The edge from an instance to an instance that commits before it. */
static void add_backward(search *s, asked *a, const int *programs, int from, int to)
{
    ip_question *q = &a->question;
    ip_question_push(q);
    ip_question_assert(q, ip_question_edge(q, 0, 1));
    ip_question_assert(q, ip_encoding_runs(q->encoding, 0, from));
    ip_question_assert(q, ip_encoding_runs(q->encoding, 1, to));
    ip_question_assert_first(q, 1, 2);
    ip_answer answer = ip_question_check(q);
    ip_question_pop(q);
    s->found.timed_out |= answer == IP_DONT_KNOW;
    path edge = {{programs[from], programs[to]}};
    if (answer == IP_YES)
        IP_PUSH(s->in->arena, &s->backward, edge);
}

static bool is_over(const search *s)
{
    return ip_is_over(s->in->deadline) || (s->in->effort && s->in->effort->left < 1);
}

/* Cycles of these two, and what a proof needs to know of them. False: the limit was reached before the processor had
 * worked as long, since cpu of its clock; then nothing is kept, for another attempt. */
static bool check_pair_within(search *s, const ip_conflict *pair, double seconds, double cpu)
{
    int programs[] = {pair->a, pair->b}, count = pair->a == pair->b ? 1 : 2, cycle[] = {0, count - 1};
    const bool open = s->open, timed_out = s->found.timed_out;
    const int backward = s->backward.count;
    asked a = {0};
    open_question(s, &a, programs, count, seconds, false);
    ip_cycles cycles = {.replayer = s->found.cycles.replayer, .limit = s->found.cycles.limit ? 1 : 0, .only = cycle};
    ip_question_cycles_search(&a.question, &a.part.naming, 2, &cycles);
    s->open |= cycles.timed_out || cycles.list.count;
    s->found.timed_out = cycles.timed_out && !cycles.list.count;
    for (int from = 0; from < count && !s->open; from++)
        add_backward(s, &a, programs, from, count - 1 - from);
    if (s->found.timed_out && ip_cpu_clock() - cpu < SECONDS_A_PAIR && !is_over(s)) {
        s->open = open;
        s->found.timed_out = timed_out;
        s->backward.count = backward;
        close_question(s, &a, false);
        return false;
    }
    s->found.timed_out |= timed_out;
    close_question(s, &a, take_cycles(s, &cycles, programs));
    return true;
}

/* The limit is one of the processor's time: other processes of a busy machine must not decide what is found. */
static void check_pair(search *s, const ip_conflict *pair)
{
    double cpu = ip_cpu_clock();
    double seconds = SECONDS_A_PAIR;
    while (!check_pair_within(s, pair, seconds, cpu))
        seconds *= 2;
}

static bool is_full(const search *s)
{
    return s->found.cycles.limit && s->found.cycles.confirmed >= s->found.cycles.limit;
}

/* What is assumed of a script of hundreds of statements that are not understood would take minutes and gigabytes to say
 * that it may be anything. Its verdict is that it could not be read; that of the others is without it. */
static bool is_hopeless(const search *s, int program)
{
    return s->whole->encoding.programs[program]->broken && s->conflicts.accesses[program] > MOST_GUESSED;
}

/* false: some are left. */
static bool check_pairs(search *s)
{
    for (int p = 0; p < s->conflicts.pairs.count; p++) {
        if (is_over(s))
            return false;
        const ip_conflict *pair = &s->conflicts.pairs.items[p];
        if (is_hopeless(s, pair->a) || is_hopeless(s, pair->b))
            s->open = true;
        else
            check_pair(s, pair);
        if (is_full(s))
            return true;
    }
    return true;
}

/* ------------------------------------------------------------------ look -- */

/* The question was asked about these programs. */
static bool is_same(const search *s, const ip_looked *looked, const int *programs, int count)
{
    bool same = looked->count == count;
    for (int i = 0; i < count && same; i++)
        same = looked->programs[i] == s->whole->members[programs[i]];
    return same;
}

/* What a weaker level does not allow needs no question. */
static bool is_known_to_have_none(const search *s, const int *programs, int count)
{
    const ip_look *weaker = s->in->look ? s->in->look->weaker : NULL;
    for (int i = 0; weaker && i < weaker->without.count; i++)
        if (is_same(s, &weaker->without.items[i], programs, count))
            return true;
    return false;
}

static void remember_none(search *s, const int *programs, int count)
{
    ip_looked looked = {.count = count};
    for (int i = 0; i < count; i++)
        looked.programs[i] = s->whole->members[programs[i]];
    if (s->in->look)
        IP_PUSH(s->in->arena, &s->in->look->without, looked);
}

/* Each question is asked by one part of the look. */
static bool is_of_this_part(const search *s)
{
    ip_look *look = s->in->look;
    return !look || look->turn++ % look->parts == look->part;
}

/* Earlier looks have shown nothing with any of these pairs. What is kept is of pairs, but passed over are whole
 * questions, so that the report is the same with and without what is kept. */
static bool has_shown_nothing(const search *s, const int *programs, int count, int second)
{
    const ip_shown_nothing *shown = s->in->look ? s->in->look->shown : NULL;
    bool all = shown != NULL;
    for (int i = second; i < count && all; i++)
        all = ip_proof_shown_nothing_has(shown, s->whole->members[programs[0]], s->whole->members[programs[i]]);
    return all;
}

/* With which programs was nothing shown? */
static void note_shown_nothing(search *s, const ip_cycles *cycles, const int *programs, int count, int second)
{
    ip_shown_nothing *shown = s->in->look ? s->in->look->shown : NULL;
    for (int i = second; i < count && shown; i++) {
        bool any = false;
        for (int c = 0; c < cycles->list.count && !any; c++)
            any = cycles->list.items[c].programs[1] == i &&
                  ip_proof_pairs_is_shown(s->in, &cycles->list.items[c].anomaly);
        if (!any)
            ip_proof_shown_nothing_add(s->in->arena, shown, s->whole->members[programs[0]],
                                       s->whole->members[programs[i]]);
    }
}

/* Cycles of two with the first of these programs. second: 0, if it is to be beside itself, too; otherwise 1. */
static void look_at_some(search *s, const int *programs, int count, int second)
{
    asked a = {0};
    ip_cycles cycles = {
        .replayer = s->found.cycles.replayer, .brief = true, .around_first = true, .first_once = second > 0};
    if (!is_of_this_part(s) || has_shown_nothing(s, programs, count, second))
        return;
    if (is_known_to_have_none(s, programs, count)) {
        remember_none(s, programs, count);
        note_shown_nothing(s, &cycles, programs, count, second);
        return;
    }
    /* The runs of a look are few, whatever time they take. */
    open_question(s, &a, programs, count, 1e9, false);
    ip_question_cycles_search(&a.question, &a.part.naming, 2, &cycles);
    s->found.timed_out |= cycles.timed_out;
    if (!cycles.timed_out && !cycles.list.count)
        remember_none(s, programs, count);
    if (!cycles.timed_out)
        note_shown_nothing(s, &cycles, programs, count, second);
    close_question(s, &a, take_cycles(s, &cycles, programs));
}

/* Each of these programs beside each other one, and beside itself. Several others share a question: what is asserted of
 * the program is asserted once for them all, which takes most of the time. false: some are left. */
static bool look_at(search *s, const bool *wanted)
{
    for (int p = 0; p < s->whole->count; p++) {
        const ip_neighbours *others = &s->conflicts.neighbours[p];
        if (!wanted[s->whole->members[p]] || is_hopeless(s, p))
            continue;
        int programs[IP_LOOKED_AT_ONCE + 1] = {p}, count = 1;
        bool itself = false;
        for (int i = 0; i <= others->list.count; i++) {
            int other = i < others->list.count ? others->list.items[i] : -1;
            if (other >= 0 && !(other < p && wanted[s->whole->members[other]]) && !is_hopeless(s, other)) {
                itself |= other == p;
                place(programs, &count, other);
            }
            if (count <= IP_LOOKED_AT_ONCE && other >= 0)
                continue;
            if (is_over(s))
                return false;
            if (count > 1 || itself)
                look_at_some(s, programs, count, itself ? 0 : 1);
            count = 1;
            itself = false;
        }
    }
    return true;
}

/* ----------------------------------------------------------------- paths -- */

/* One place of a path is open, and may be any of several programs. */
typedef struct open_path {
    int fixed[3], length; /* the programs at the other places, in order */
    int open, first;      /* places: the open one, and the one whose instance commits first */
} open_path;

/* Asks for paths with any of these programs at the open place; those found are appended to found. false: time is up. */
static bool try_some(search *s, const open_path *wanted, const int *some, int count, int *found, int *found_count)
{
    int programs[AT_ONCE + 3], used = 0, at[4], options[AT_ONCE];
    for (int i = 0, f = 0; i < wanted->length; i++)
        at[i] = i == wanted->open ? -1 : place(programs, &used, wanted->fixed[f++]);
    for (int i = 0; i < count; i++)
        options[i] = place(programs, &used, some[i]);
    asked a = {0};
    open_question(s, &a, programs, used, 1e9, true);
    ip_question *q = &a.question;
    ip_question_path(q, wanted->length);
    ip_question_push(q);
    for (int i = 0; i + 1 < wanted->length; i++)
        ip_question_assert(q, ip_question_edge(q, i, i + 1));
    ip_question_assert_first(q, wanted->first, wanted->length);
    for (int i = 0; i < wanted->length; i++)
        if (i != wanted->open)
            ip_question_assert(q, ip_encoding_runs(q->encoding, i, at[i]));
    int before = *found_count;
    bool good = list_programs(s, q, wanted->open, options, count, found, found_count);
    for (int i = before; i < *found_count; i++)
        found[i] = programs[found[i]];
    ip_question_pop(q);
    close_question(s, &a, false);
    return good;
}

/* All programs that can stand at the open place, next to this one; found has room for all. false: time is up. */
static bool try_all(search *s, const open_path *wanted, int next_to, int *found, int *found_count)
{
    const ip_neighbours *neighbours = &s->conflicts.neighbours[next_to];
    *found_count = 0;
    for (int i = 0; i < neighbours->list.count; i += AT_ONCE) {
        int rest = neighbours->list.count - i;
        if (!try_some(s, wanted, neighbours->list.items + i, rest < AT_ONCE ? rest : AT_ONCE, found, found_count))
            return false;
    }
    return true;
}

/* Paths x → y → c from the edges y → c. false: time is up, or there are too many. */
static bool find_paths(search *s, int *found)
{
    for (int b = 0; b < s->backward.count; b++) {
        const int *edge = s->backward.items[b].programs;
        open_path wanted = {{edge[0], edge[1]}, 3, 0, 2};
        int count;
        if (!try_all(s, &wanted, edge[0], found, &count)) {
            s->found.timed_out = true;
            return false;
        }
        for (int i = 0; i < count; i++) {
            path longer = {{found[i], edge[0], edge[1]}};
            IP_PUSH(s->in->arena, &s->paths, longer);
        }
        if (s->paths.count > MOST_PATHS)
            return false;
    }
    return true;
}

/* Cycles of three programs: each has a path around the instance that commits first. */
static bool search_triples(search *s)
{
    for (int p = 0; p < s->paths.count; p++) {
        int programs[3], count = 0, cycle[3];
        for (int i = 0; i < 3; i++)
            cycle[i] = place(programs, &count, s->paths.items[p].programs[i]);
        asked a = {.vector = cycle, .length = 3};
        open_question(s, &a, programs, count, 1e9, true);
        ip_cycles cycles = {.replayer = s->found.cycles.replayer, .limit = 1, .only = cycle};
        ip_question_cycles_search(&a.question, &a.part.naming, 3, &cycles);
        bool kept = take_cycles(s, &cycles, programs);
        close_question(s, &a, kept);
        if (cycles.timed_out) {
            s->found.timed_out = true;
            return false;
        }
        if (is_full(s))
            return true;
    }
    s->found.cycles.searched = 3;
    return true;
}

/* Is the path part of no longer one? window: which of the two that are tried. */
static bool ends(search *s, const path *path, int *found, bool *used)
{
    const int *p = path->programs;
    open_path around[] = {{{p[0], p[1], p[2]}, 4, 3, 2}, {{p[0], p[1], p[2]}, 4, 0, 3}};
    for (int w = 0; w < 2; w++) {
        int count;
        bool asked_all = try_all(s, &around[w], w == 0 ? p[2] : p[0], found, &count);
        if (asked_all && !count) {
            used[w] = true;
            return true;
        }
        if (!asked_all) {
            s->found.timed_out = true;
            return false;
        }
    }
    return false;
}

static void prove(search *s)
{
    bool used[2] = {false, false};
    int *found = IP_NEW_ARRAY(s->in->arena, int, s->whole->count + AT_ONCE);
    if (!s->backward.count) {
        s->found.proof = (ip_proof){"window", "1,0"};
        return;
    }
    if (!find_paths(s, found))
        return;
    if (!s->paths.count) {
        s->found.proof = (ip_proof){"window", "2,0"};
        return;
    }
    if (s->in->max_cycle < 3 || !search_triples(s) || s->found.cycles.list.count)
        return;
    for (int p = 0; p < s->paths.count; p++)
        if (!ends(s, &s->paths.items[p], found, used))
            return;
    s->found.proof = (ip_proof){"window", used[0] && used[1] ? "2,1; 3,0" : used[0] ? "2,1" : "3,0"};
}

bool ip_proof_pairs_is_shown(const ip_decision_input *in, const ip_anomaly *anomaly)
{
    return in->replay ? anomaly->replay.status == IP_REPLAY_CONFIRMED : !anomaly->approximated;
}

ip_part_finding ip_proof_pairs_check(const ip_decision_input *in, const ip_part *whole, struct ip_replayer *replayer,
                                     int limit, ip_level_result *result)
{
    search s = {.in = in, .whole = whole, .result = result, .arena = in->new_arena(in->owner)};
    s.found.cycles.replayer = replayer;
    s.found.cycles.limit = limit;
    s.conflicts = ip_proof_conflicts_of(in->arena, &whole->encoding);
    if (in->progress)
        in->progress(in->progress_data,
                     ip_arena_printf(in->arena, "%s: %d pairs of programs", in->level_name, s.conflicts.pairs.count));
    bool all = in->max_cycle >= 2 && (in->only_with ? look_at(&s, in->only_with) : check_pairs(&s));
    if (all)
        s.found.cycles.searched = 2;
    else
        s.found.timed_out = in->max_cycle >= 2;
    if (all && !s.open && !in->only_with && !s.found.timed_out && in->methods[IP_PROOF_WINDOW])
        prove(&s);
    if (s.found.proof.method)
        s.found.cycles.searched = in->max_cycle;
    ip_proof_assumptions_report(in, &s.assumed);
    return s.found;
}
