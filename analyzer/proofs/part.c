/* Some of the programs of a question: the search for their cycles, and the proofs that there are none. */
#include "proofs/part.h"

#include <stdio.h>
#include <string.h>

#include "proofs/assumptions.h"
#include "proofs/delayed.h"
#include "proofs/interim.h"
#include "proofs/pairs.h"
#include "proofs/sessions.h"

/* Without --all-anomalies the search of a component ends after this number. */
enum { SHOWN_ANOMALIES = 3 };
/* So often it is tried in vain to prove one more cycle's programs together with those of others. */
enum { MOST_IN_VAIN = 2 };
/* The number of cycles of a component without confirmation that are searched again, each alone. */
enum { ALONE_TRIED = 4 };

void ip_proof_part_progress(const ip_decision_input *in, const char *what, int number)
{
    char text[256];
    snprintf(text, sizeof text, "%s: %s %d", in->level_name, what, number);
    ip_question_query_log_purpose(in->log, text);
    if (in->progress)
        in->progress(in->progress_data, text);
}

/* No cycle is shorter than the cycles that were found or skipped. */
static int clean_up_to(const ip_cycles *cycles, int length)
{
    int shortest = ip_question_cycles_shortest(cycles), clean = shortest ? shortest - 1 : length;
    return cycles->passed_over && cycles->passed_over <= clean ? cycles->passed_over - 1 : clean;
}

static void found(void *data, const ip_anomaly *anomaly)
{
    ip_proof_interim_anomaly(data, anomaly);
}

ip_part ip_proof_part_make(const ip_decision_input *in, const int *members, int count)
{
    ip_part created = {.members = members, .count = count};
    const ip_program **programs = IP_NEW_ARRAY(in->arena, const ip_program *, count);
    const ip_level **levels = IP_NEW_ARRAY(in->arena, const ip_level *, count);
    const char **names = IP_NEW_ARRAY(in->arena, const char *, count);
    IP_VEC(ip_selection) selections = {0};
    for (int p = 0; p < count; p++) {
        programs[p] = in->programs[members[p]];
        levels[p] = in->levels[members[p]];
        names[p] = ip_level_name(levels[p]);
    }
    for (int s = 0; s < in->selection_count; s++) {
        ip_selection local = {in->selections[s].level, -1, -1};
        for (int p = 0; p < count; p++) {
            local.a = members[p] == in->selections[s].a ? p : local.a;
            local.b = members[p] == in->selections[s].b ? p : local.b;
        }
        if (local.a >= 0 && local.b >= 0)
            IP_PUSH(in->arena, &selections, local);
    }
    created.encoding = (ip_encoding_input){.schema = in->schema,
                                           .facts = in->facts,
                                           .programs = programs,
                                           .program_count = count,
                                           .levels = levels,
                                           .selections = selections.items,
                                           .selection_count = selections.count,
                                           .spared = in->spared,
                                           .spared_count = in->spared_count};
    memcpy(created.encoding.rules, in->rules, sizeof created.encoding.rules);
    created.naming = (ip_naming){in->schema, in->facts, programs, names, levels, in->accepted, found, in->interim};
    return created;
}

typedef struct alone {
    const ip_decision_input *in;
    const ip_part *whole;
    struct ip_replayer *replayer;
    ip_level_result *result;
} alone;

/* Searches a cycle without confirmation again, with its own programs only: the solver's models then do not depend on
 * other programs or on the order of files. */
static bool confirm_alone(void *data, ip_cycle *cycle)
{
    const alone *a = data;
    ip_arena *arena = a->in->arena;
    int *members = IP_NEW_ARRAY(arena, int, cycle->length), *programs = IP_NEW_ARRAY(arena, int, cycle->length);
    int count = 0;
    for (int i = 0; i < cycle->length; i++) {
        int at = 0;
        while (at < count && members[at] != a->whole->members[cycle->programs[i]])
            at++;
        members[at] = a->whole->members[cycle->programs[i]];
        programs[i] = at;
        count += at == count;
    }
    if (count == a->whole->count)
        return false;
    ip_part own = ip_proof_part_make(a->in, members, count);
    ip_question q;
    ip_question_init(&q, a->in->new_arena(a->in->owner), &own.encoding, cycle->length, a->in->deadline,
                     &a->result->statistics);
    q.log = a->in->log;
    bool confirmed = ip_question_cycles_confirm(&q, &own.naming, a->replayer, programs, cycle->length, &cycle->anomaly);
    ip_question_release(&q);
    return confirmed;
}

/* The proof by one delayed transaction, within the search of cycles. */
typedef struct delayed_proof {
    const ip_decision_input *in;
    const ip_part *whole;
    ip_part_finding *finding;
    ip_delayed *delayed;
    bool tried;       /* on all programs */
    const bool *safe; /* [programs]: most that were proved together; NULL: none */
    int in_vain;
    bool at_once; /* the questions that suffice for most were asked of all programs */
} delayed_proof;

/* The normal form covers cycles of every length. */
static bool try_delayed(delayed_proof *d)
{
    int *all = IP_NEW_ARRAY(d->in->arena, int, d->whole->count);
    for (int p = 0; p < d->whole->count; p++)
        all[p] = p;
    ip_proof_part_progress(d->in, "one delayed transaction of programs", d->whole->count);
    ip_part_finding *f = d->finding;
    const char *why;
    f->proof = ip_proof_delayed_prove(d->delayed, all, d->whole->count, &why, &f->timed_out);
    f->not_delayed = why ? why : f->not_delayed; /* of all programs at once */
    d->tried = true;
    return f->proof.method != NULL;
}

static bool prove_these(const delayed_proof *d, const bool *programs, const char **why, bool *timed_out)
{
    int *list = IP_NEW_ARRAY(d->in->arena, int, d->whole->count), count = 0;
    for (int p = 0; p < d->whole->count; p++)
        if (programs[p])
            list[count++] = p;
    return ip_proof_delayed_prove(d->delayed, list, count, why, timed_out).method != NULL;
}

static int unite(const bool *some, const bool *more, int count, bool *both)
{
    int in_both = 0;
    for (int p = 0; p < count; p++) {
        both[p] = some[p] || more[p];
        in_both += both[p];
    }
    return in_both;
}

/* Together with those that were proved before, or alone: the more are proved at once, the fewer cycles are left. */
static const bool *prove_more(delayed_proof *d, const int *programs, int length, const char **why, bool *timed_out)
{
    int n = d->whole->count;
    bool *more = IP_NEW_ARRAY(d->in->arena, bool, n), *own = IP_NEW_ARRAY(d->in->arena, bool, n), stopped = false;
    for (int i = 0; i < length; i++)
        own[programs[i]] = true;
    if (d->safe && d->in_vain < MOST_IN_VAIN && unite(d->safe, own, n, more) < n) {
        if (prove_these(d, more, why, &stopped))
            return d->safe = more;
        d->in_vain++;
    }
    if (!prove_these(d, own, why, timed_out))
        return NULL;
    if (!d->safe)
        d->safe = own;
    return own;
}

/* With the first cycle that no run shows, not before: where the first ones are shown, the questions are in vain. */
static bool prove_at_once(delayed_proof *d)
{
    ip_proof_part_progress(d->in, "one delayed transaction of programs", d->whole->count);
    d->at_once = true;
    d->finding->proof = ip_proof_delayed_prove_at_once(d->delayed, &d->finding->not_delayed);
    d->finding->cycles.prospect_first = ip_proof_delayed_no_write_skew(d->delayed);
    return d->finding->proof.method != NULL;
}

/* A proof for all programs is not tried if the proof for some of them fails, as it takes many more questions. */
static ip_prospect prospect_of(void *data, const int *programs, int length, const bool **safe)
{
    delayed_proof *d = data;
    const char *why;
    bool timed_out = false;
    *safe = NULL;
    if (!d->at_once && !d->finding->cycles.confirmed && prove_at_once(d))
        return IP_NO_CYCLE;
    *safe = prove_more(d, programs, length, &why, &timed_out);
    if (!*safe && !d->tried) {
        d->finding->not_delayed = why ? why : d->finding->not_delayed; /* of all programs at once */
        d->finding->timed_out = d->finding->timed_out || timed_out;
        d->tried = true;
    }
    if (!*safe)
        return IP_CYCLE_POSSIBLE;
    return !d->tried && !d->finding->cycles.confirmed && try_delayed(d) ? IP_NO_CYCLE : IP_CYCLE_PASSED_OVER;
}

/* Cycles of each length, and the proof by windows of that length. */
static void search_lengths(const ip_decision_input *in, const ip_part *whole, ip_question *q, ip_part_finding *f)
{
    for (int length = 2; length <= in->max_cycle && !f->proof.method; length++) {
        ip_proof_part_progress(in, "cycles of length", length);
        ip_question_cycles_search(q, &whole->naming, length, &f->cycles);
        if (f->proof.method) {
            f->cycles.searched = in->max_cycle;
            break;
        }
        if (f->cycles.timed_out)
            break;
        if (length == 2 && !q->spares)
            ip_encoding_assume_single_inserts(q->encoding);
        /* A cycle has every window. */
        if (in->methods[IP_PROOF_WINDOW] && !f->cycles.list.count)
            ip_proof_part_windows(in, q, length, clean_up_to(&f->cycles, length), &f->proof, &f->timed_out);
        if (ip_question_cycles_full(&f->cycles))
            break;
    }
}

/* No cycle was found. */
static void prove_whole(const ip_decision_input *in, const ip_part *whole, ip_question *q, ip_part_finding *f)
{
    if (in->methods[IP_PROOF_INDUCTIVE] && !f->proof.method) {
        ip_proof_part_progress(in, "induction over programs", whole->count);
        f->proof = ip_proof_inductive(q, &whole->naming, whole->count, f->cycles.searched, &f->timed_out);
    }
    if (in->methods[IP_PROOF_SHORTEST_PATH] && !f->proof.method) {
        ip_proof_part_progress(in, "shortest paths up to length", f->cycles.searched);
        f->proof = ip_proof_shortest_path(q, f->cycles.searched, &f->timed_out);
    }
}

ip_part_finding ip_proof_part_check(const ip_decision_input *in, const ip_part *whole, struct ip_replayer *replayer,
                                    ip_level_result *result)
{
    ip_part_finding f = {0};
    ip_assumptions assumed = {0};
    f.cycles.replayer = replayer;
    f.cycles.limit = in->all_anomalies ? 0 : in->few ? in->few : SHOWN_ANOMALIES;
    if (whole->count > IP_MOST_AT_ONCE) {
        f = ip_proof_pairs_check(in, whole, replayer, f.cycles.limit, result);
        if (in->sessions && f.proof.method)
            ip_proof_sessions_check(in, whole, &f, &assumed, result);
        return f;
    }
    alone of_alone = {in, whole, replayer, result};
    f.cycles.brief = in->soon;
    f.cycles.confirm_alone = confirm_alone;
    f.cycles.alone_data = &of_alone;
    f.cycles.alone_left = ALONE_TRIED;
    const char *why = in->methods[IP_PROOF_DELAYED] ? ip_proof_delayed_refusal(in, whole) : NULL;
    ip_question q;
    int largest = (in->max_cycle > 4 ? in->max_cycle : 4) + 2;
    ip_question_init(&q, in->new_arena(in->owner), &whole->encoding, largest, in->deadline, &result->statistics);
    q.log = in->log;
    q.effort = in->effort;
    delayed_proof delayed = {.in = in, .whole = whole, .finding = &f};
    if (in->methods[IP_PROOF_DELAYED] && !why) {
        delayed.delayed = ip_proof_delayed_open(in, whole, result);
        f.cycles.prospect = prospect_of;
        f.cycles.prospect_data = &delayed;
        f.cycles.program_count = whole->count;
    }
    search_lengths(in, whole, &q, &f);
    bool clean = f.cycles.list.count == 0 && !f.cycles.passed_over && f.cycles.searched >= 2;
    if (clean)
        prove_whole(in, whole, &q, &f);
    if (delayed.delayed && !delayed.tried && clean && !f.proof.method)
        try_delayed(&delayed);
    f.not_delayed = why ? why : f.not_delayed;
    f.cycles.prospect = NULL; /* they live only during this call */
    f.cycles.confirm_alone = NULL;
    if (f.proof.method && f.cycles.list.count)
        f.contradiction = ip_arena_printf(in->arena, "internal error: proof %s (%s) beside a cycle of length %d",
                                          f.proof.method, f.proof.detail, ip_question_cycles_shortest(&f.cycles));
    f.timed_out = f.timed_out || f.cycles.timed_out;
    if (delayed.delayed)
        ip_proof_delayed_close(delayed.delayed, &assumed);
    ip_proof_assumptions_add(in, &assumed, q.encoding);
    ip_question_release(&q);
    if (in->sessions && f.proof.method && !f.contradiction)
        ip_proof_sessions_check(in, whole, &f, &assumed, result);
    ip_proof_assumptions_report(in, &assumed);
    return f;
}
