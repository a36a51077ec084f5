/* The proof by one delayed transaction.
 *
 * If some execution under snapshot isolation is not serializable, some execution of the same programs, from the same
 * state, has this form: t0 takes its snapshot; then t1 … tn run one after the other, each with all earlier ones in its
 * snapshot; then t0 commits. There t0 → t1 and tn → t0 are anti-dependencies, each of t2 … tn depends on an earlier ti
 * or changes a row that an earlier ti changes, no ti changes a row that t0 changes, and t1 begins in the state of t0's
 * snapshot (Beillahi, Bouajjani & Enea 2019, theorem 2; docs/proofs.md has the argument for rows and columns, and the
 * reason for each condition of ip_proof_delayed_refusal).
 *
 * The questions: n = 1; n ≥ 2 with the first and the last edge, and nothing required in between; if that has models,
 * for each triple of programs of a model: n = 2 exactly; n ≥ 3 with one more edge at the front, then at the end, and in
 * between steps from program to program, each of which occurs in some execution of that form with t0. */
#include "proofs/delayed.h"

#include "delayed/delayed.h"

#include <string.h>

/* t0 and the helpers of the longest question; the method gives up after this number of program triples. */
enum { MOST_INSTANCES = 4, MOST_TRIPLES = 64 };

/* ---- the questions ---- */

/* One encoding with its solver. */
typedef struct form {
    ip_question q;
    Z3_ast same_row[MOST_INSTANCES * MOST_INSTANCES]; /* of two helpers, made on demand */
} form;

/* What is known of executions of some programs. */
typedef struct known {
    /* [(p0*count+a)*count+b] with t0 running p0, a helper that runs b may follow a helper that runs a: 0 unknown, -1
     * no, 1 yes. */
    signed char *steps;
    /* [p0*count of tables+table] with t0 running p0, no helper inserts into or deletes from a table that is counted. */
    bool *kept;
} known;

struct ip_delayed {
    const ip_decision_input *in;
    const ip_part *part;
    ip_level_result *result;
    /* Opened when first needed. */
    form whole;        /* instance 1 begins in the state of t0's snapshot */
    form middle;       /* t0 and any two helpers between its snapshot and its commit */
    form past;         /* two instances, in no normal form */
    const bool *among; /* [programs]: only these run */
    bool narrowed;     /* not all do */
    /* What is known of all programs, and holds of fewer. */
    bool none_reads_past, no_write_skew;
    signed char *looks_past; /* [programs]: 0 unknown, -1 no, 1 yes */
    known of_all, of_some;   /* of all programs, so that it holds of some of them, too; of those that run */
    const known *known;      /* what is used */
    const int *counted;
    int counted_count;
    Z3_ast reads_past;       /* of the form past: instance 1 has read a version of instance 0; NULL: not created */
    Z3_ast writes, *changes; /* of find_kept's questions; [counted_count] */
    const char *why;
    bool timed_out;
    IP_VEC(const bool *) culprits; /* [programs] each: programs that a set may not contain together */
    IP_VEC(const bool *) unproved; /* [programs] each: sets that were decided */
};

static void open_form(ip_delayed *s, int one_state, form *f)
{
    const ip_decision_input *in = s->in;
    if (f->q.encoding)
        return;
    ip_encoding_input input = s->part->encoding;
    input.one_state = one_state;
    input.all_plain = in->dropped[IP_DELAYED_PLAIN];
    input.only_matches = in->dropped[IP_DELAYED_USED];
    ip_question_init(&f->q, in->new_arena(in->owner), &input, MOST_INSTANCES, in->deadline, &s->result->statistics);
    f->q.log = in->log;
    f->q.effort = in->effort;
    /* No row is inserted twice: a second INSERT finds the row if it runs later, and conflicts if it is concurrent. */
    if (one_state)
        ip_encoding_assume_single_inserts(f->q.encoding);
}

static form *whole_of(ip_delayed *s)
{
    open_form(s, s->in->dropped[IP_DELAYED_FIRST] ? MOST_INSTANCES : IP_DELAYED_ONE_STATE, &s->whole);
    return &s->whole;
}

static form *middle_of(ip_delayed *s)
{
    open_form(s, s->in->dropped[IP_DELAYED_LATER] ? IP_DELAYED_ONE_STATE : IP_DELAYED_STATES, &s->middle);
    return &s->middle;
}

static form *past_of(ip_delayed *s)
{
    open_form(s, 0, &s->past);
    return &s->past;
}

/* Except by INSERT's own check of its key where no handler goes on: two instances that insert one key conflict. */
static bool may_read_past(ip_delayed *s)
{
    bool any = false;
    form *f = whole_of(s);
    ip_rules_instances(f->q.encoding, 2);
    for (int p = 0; p < s->part->count && !any && !s->in->dropped[IP_DELAYED_PAST]; p++) {
        if (!s->looks_past[p])
            s->looks_past[p] = ip_delayed_looks_past(f->q.encoding, p) ? 1 : -1;
        any = s->among[p] && s->looks_past[p] > 0;
    }
    return any;
}

/* A dependency between helpers, or a row that both change. */
static Z3_ast step(const ip_delayed *s, form *f, int from, int to)
{
    if (s->in->dropped[IP_DELAYED_ROWS])
        return ip_question_edge(&f->q, from, to);
    Z3_ast edge = ip_question_edge(&f->q, from, to), *kept = &f->same_row[from * MOST_INSTANCES + to];
    if (!*kept)
        *kept = ip_delayed_same_row(f->q.encoding, from, to);
    return ip_term_or(f->q.build, edge, *kept);
}

static void require_one_of(ip_question *q, int instance, const bool *programs, int count)
{
    ip_terms any = {0};
    for (int p = 0; p < count; p++)
        if (programs[p])
            IP_PUSH(q->arena, &any, ip_encoding_runs(q->encoding, instance, p));
    ip_question_assert(q, ip_term_any(q->build, &any));
}

static void require_among(const ip_delayed *s, form *f, int count)
{
    for (int i = 0; i < count; i++)
        if (s->narrowed || i > 1)
            require_one_of(&f->q, i, s->among, s->part->count);
}

/* A question about t0 and helpers 1 … count-1, whose conditions are asserted next. Edges are created before: the facts
 * about them hold for all questions. */
static void begin(ip_delayed *s, form *f, int count)
{
    const ip_build *b = f->q.build;
    ip_delayed_state_held_rows(f->q.encoding);
    ip_question_push(&f->q);
    ip_question_assert(&f->q, ip_delayed_row_order(f->q.encoding, count));
    require_among(s, f, count);
    for (int p = 0; p < s->part->count; p++)
        for (int t = 0; t < s->counted_count; t++)
            for (int i = 1; i < count && s->known->kept[p * s->counted_count + t]; i++) {
                Z3_ast same = ip_term_equal(b, ip_delayed_rows(f->q.encoding, 0, s->counted[t]),
                                            ip_delayed_rows(f->q.encoding, i, s->counted[t]));
                ip_question_assert(&f->q, ip_term_implies(b, ip_encoding_runs(f->q.encoding, 0, p), same));
            }
}

static void require_program(form *f, int instance, int program)
{
    ip_question_assert(&f->q, ip_encoding_runs(f->q.encoding, instance, program));
}

static ip_answer end(ip_delayed *s, form *f)
{
    ip_answer answer = ip_question_check(&f->q);
    ip_question_pop(&f->q);
    s->timed_out = s->timed_out || answer == IP_DONT_KNOW;
    return answer;
}

/* ---- steps between helpers, program by program ---- */

/* With t0 running p0: whether a helper that runs b may follow a helper that runs a. */
static bool is_step(ip_delayed *s, int p0, int a, int b)
{
    int n = s->part->count;
    signed char *answer = &s->known->steps[(p0 * n + a) * n + b];
    if (*answer)
        return *answer > 0;
    form *f = middle_of(s);
    ip_rules_instances(f->q.encoding, 3);
    Z3_ast follows = step(s, f, 1, 2);
    begin(s, f, 3);
    ip_question_assert(&f->q, follows);
    require_program(f, 0, p0);
    require_program(f, 1, a);
    require_program(f, 2, b);
    *answer = end(s, f) == IP_NO ? -1 : 1;
    return *answer > 0;
}

/* Programs of helpers that may follow, by one step or several, a helper that runs the program. */
static bool *after(ip_delayed *s, int p0, int program)
{
    int n = s->part->count, count = 0;
    bool *reached = IP_NEW_ARRAY(s->in->arena, bool, n);
    int *queue = IP_NEW_ARRAY(s->in->arena, int, n + 1);
    queue[count++] = program;
    for (int done = 0; done < count; done++)
        for (int b = 0; b < n; b++)
            if (!reached[b] && s->among[b] && is_step(s, p0, queue[done], b)) {
                reached[b] = true;
                if (b != program)
                    queue[count++] = b;
            }
    return reached;
}

/* ---- tables whose rows are counted ---- */

static void know_nothing(ip_delayed *s, known *known)
{
    int n = s->part->count;
    if (!s->of_all.steps)
        s->counted_count = ip_delayed_counted(whole_of(s)->q.encoding, &s->counted);
    known->steps = IP_NEW_ARRAY(s->in->arena, signed char, n *n *n);
    known->kept = IP_NEW_ARRAY(s->in->arena, bool, n * s->counted_count);
    s->known = known;
}

/* The first helper that inserts into the table, or deletes from it, finds as many rows as t0. If no helper can do so
 * beside a t0 that writes something, no helper does. */
static bool is_kept(ip_delayed *s, int program, int table)
{
    form *f = middle_of(s);
    ip_rules_instances(f->q.encoding, 2);
    if (!s->changes) {
        s->writes = ip_delayed_may_change(f->q.encoding, 0, -1);
        s->changes = IP_NEW_ARRAY(s->in->arena, Z3_ast, s->counted_count);
        for (int t = 0; t < s->counted_count; t++)
            s->changes[t] = ip_delayed_may_change(f->q.encoding, 1, s->counted[t]);
    }
    Z3_ast same = ip_term_equal(f->q.build, ip_delayed_rows(f->q.encoding, 0, s->counted[table]),
                                ip_delayed_rows(f->q.encoding, 1, s->counted[table]));
    begin(s, f, 2);
    ip_question_assert(&f->q, s->writes);
    ip_question_assert(&f->q, s->changes[table]);
    ip_question_assert(&f->q, same);
    require_program(f, 0, program);
    return end(s, f) == IP_NO || s->in->dropped[IP_DELAYED_COUNTED];
}

/* Of all programs, or of those that run: both depend on which helpers there are. Of those that run: is it more than of
 * all? */
static bool find_kept(ip_delayed *s, known *known)
{
    bool more = false;
    know_nothing(s, known);
    int count = s->part->count * s->counted_count;
    if (count && known != &s->of_all)
        memcpy(known->kept, s->of_all.kept, sizeof *known->kept * (size_t)count);
    for (int i = 0; i < count; i++) {
        int program = i / s->counted_count;
        if (known->kept[i] || !s->among[program] || !is_kept(s, program, i % s->counted_count))
            continue;
        known->kept[i] = true;
        more = true;
    }
    return more;
}

/* ---- whole cycles ---- */

/* A model with only these programs is a model for every set that contains them, unless rows are counted. */
static void keep_culprits(ip_delayed *s, const int *programs, int count)
{
    bool *culprits = IP_NEW_ARRAY(s->in->arena, bool, s->part->count);
    for (int i = 0; i < count; i++)
        culprits[programs[i]] = true;
    const bool *kept = culprits;
    if (!s->counted_count)
        IP_PUSH(s->in->arena, &s->culprits, kept);
}

static bool is_hopeless(const ip_delayed *s)
{
    for (int u = 0; u < s->unproved.count; u++)
        if (!memcmp(s->unproved.items[u], s->among, sizeof *s->among * (size_t)s->part->count))
            return true;
    for (int c = 0; c < s->culprits.count; c++) {
        bool all = true;
        for (int p = 0; p < s->part->count; p++)
            all = all && (s->among[p] || !s->culprits.items[c][p]);
        if (all)
            return true;
    }
    return false;
}

static bool is_write_skew(ip_delayed *s)
{
    if (s->no_write_skew)
        return false;
    form *f = whole_of(s);
    ip_rules_instances(f->q.encoding, 2);
    Z3_ast first = ip_question_edge(&f->q, 0, 1), last = ip_question_edge(&f->q, 1, 0);
    begin(s, f, 2);
    ip_question_assert(&f->q, first);
    ip_question_assert(&f->q, last);
    ip_answer answer = ip_question_check(&f->q);
    if (answer == IP_YES) {
        Z3_model model = ip_question_model(&f->q);
        int programs[2];
        for (int i = 0; i < 2; i++)
            programs[i] = ip_encoding_model_program(f->q.encoding, model, i);
        keep_culprits(s, programs, 2);
        const ip_program *const *names = s->part->naming.programs;
        s->why = ip_arena_printf(s->in->arena, "%s may be delayed beside %s", names[programs[0]]->name,
                                 names[programs[1]]->name);
        Z3_model_dec_ref(f->q.build->z3, model);
    }
    ip_question_pop(&f->q);
    s->timed_out = s->timed_out || answer == IP_DONT_KNOW;
    s->no_write_skew = answer == IP_NO && !s->narrowed;
    return answer != IP_NO;
}

/* t0, t1, t2 and back, exactly. */
static bool is_cycle_of_three(ip_delayed *s, const int *programs)
{
    if (!is_step(s, programs[0], programs[1], programs[2]))
        return false;
    form *f = whole_of(s);
    Z3_ast edges[] = {ip_question_edge(&f->q, 0, 1), step(s, f, 1, 2), ip_question_edge(&f->q, 2, 0)};
    begin(s, f, 3);
    for (int i = 0; i < 3; i++) {
        ip_question_assert(&f->q, edges[i]);
        require_program(f, i, programs[i]);
    }
    return end(s, f) != IP_NO;
}

/* t0, t1, …, tn and back for n ≥ 3, with the step at the front, or at the end, exactly, and the rest by programs. */
static bool is_longer_cycle(ip_delayed *s, const int *programs, bool at_front)
{
    int n = s->part->count, p0 = programs[0], p1 = programs[1], last = programs[2];
    bool *between = IP_NEW_ARRAY(s->in->arena, bool, n), any = false;
    const bool *from_first = after(s, p0, p1);
    for (int a = 0; a < n; a++) {
        if (!s->among[a])
            continue;
        between[a] =
            at_front ? is_step(s, p0, p1, a) && after(s, p0, a)[last] : from_first[a] && is_step(s, p0, a, last);
        any = any || between[a];
    }
    if (!any)
        return false;
    form *f = whole_of(s);
    ip_rules_instances(f->q.encoding, 4);
    Z3_ast edges[] = {ip_question_edge(&f->q, 0, 1), at_front ? step(s, f, 1, 2) : step(s, f, 2, 3),
                      ip_question_edge(&f->q, 3, 0)};
    begin(s, f, 4);
    for (int i = 0; i < 3; i++)
        ip_question_assert(&f->q, edges[i]);
    require_program(f, 0, p0);
    require_program(f, 1, p1);
    require_one_of(&f->q, 2, between, n);
    require_program(f, 3, last);
    return end(s, f) != IP_NO;
}

/* Three programs of t0, the first helper and a last one, none of those that are excluded; what lies between is left
 * open. */
static ip_answer find_ends(ip_delayed *s, const ip_terms *excluded, int *programs)
{
    form *f = whole_of(s);
    ip_rules_instances(f->q.encoding, 3);
    Z3_ast first = ip_question_edge(&f->q, 0, 1), last = ip_question_edge(&f->q, 2, 0);
    begin(s, f, 3);
    ip_question_assert(&f->q, first);
    ip_question_assert(&f->q, last);
    for (int i = 0; i < excluded->count; i++)
        ip_question_assert(&f->q, ip_term_not(f->q.build, excluded->items[i]));
    ip_answer answer = ip_question_check(&f->q);
    if (answer == IP_YES) {
        Z3_model model = ip_question_model(&f->q);
        for (int i = 0; i < 3; i++)
            programs[i] = ip_encoding_model_program(f->q.encoding, model, i);
        Z3_model_dec_ref(f->q.build->z3, model);
        const ip_program *const *names = s->part->naming.programs;
        s->why = ip_arena_printf(s->in->arena, "%s may be delayed while others run, from %s to %s",
                                 names[programs[0]]->name, names[programs[1]]->name, names[programs[2]]->name);
    }
    ip_question_pop(&f->q);
    s->timed_out = s->timed_out || answer == IP_DONT_KNOW;
    return answer;
}

/* Cycles of t0 and two helpers or more, by the programs of t0, the first helper and the last. */
static bool is_longer(ip_delayed *s)
{
    ip_terms excluded = {0};
    while (!s->timed_out && excluded.count < MOST_TRIPLES) {
        int programs[3] = {0};
        ip_answer answer = find_ends(s, &excluded, programs);
        if (answer != IP_YES)
            return answer != IP_NO;
        if (after(s, programs[0], programs[1])[programs[2]]) {
            if (is_cycle_of_three(s, programs)) {
                keep_culprits(s, programs, 3);
                return true;
            }
            if (is_longer_cycle(s, programs, true) && is_longer_cycle(s, programs, false))
                return true;
        }
        form *f = whole_of(s);
        ip_terms same = {0};
        for (int i = 0; i < 3; i++)
            IP_PUSH(f->q.arena, &same, ip_encoding_runs(f->q.encoding, i, programs[i]));
        Z3_ast one = ip_term_all(f->q.build, &same);
        IP_PUSH(f->q.arena, &excluded, one);
    }
    return true;
}

/* Some instance reads, to check a constraint, what a transaction has written that its snapshot lacks. */
static bool reads_past_snapshot(ip_delayed *s)
{
    ip_question *q = &past_of(s)->q;
    ip_rules_instances(q->encoding, 2);
    Z3_ast edge = ip_question_edge(q, 0, 1);
    if (!s->reads_past)
        s->reads_past = ip_delayed_past_snapshot(q->encoding, 0, 1);
    ip_question_push(q);
    ip_question_assert(q, edge);
    ip_question_assert(q, s->reads_past);
    for (int i = 0; i < 2 && s->narrowed; i++)
        require_one_of(q, i, s->among, s->part->count);
    ip_answer answer = ip_question_check(q);
    if (answer == IP_YES) {
        Z3_model model = ip_question_model(q);
        int programs[2];
        for (int i = 0; i < 2; i++)
            programs[i] = ip_encoding_model_program(q->encoding, model, i);
        keep_culprits(s, programs, 2);
        s->why =
            ip_arena_printf(s->in->arena, "%s may check a constraint against what its snapshot lacks, of %s",
                            s->part->naming.programs[programs[1]]->name, s->part->naming.programs[programs[0]]->name);
        Z3_model_dec_ref(q->build->z3, model);
    }
    ip_question_pop(q);
    s->timed_out = s->timed_out || answer == IP_DONT_KNOW;
    return answer != IP_NO;
}

ip_delayed *ip_proof_delayed_open(const ip_decision_input *in, const ip_part *part, ip_level_result *result)
{
    ip_delayed *s = IP_NEW(in->arena, ip_delayed);
    *s = (ip_delayed){.in = in, .part = part, .result = result};
    s->looks_past = IP_NEW_ARRAY(in->arena, signed char, part->count);
    return s;
}

void ip_proof_delayed_close(ip_delayed *s, ip_assumptions *assumed)
{
    form *forms[] = {&s->whole, &s->middle, &s->past};
    for (int i = 0; i < 3; i++)
        if (forms[i]->q.encoding) {
            ip_proof_assumptions_add(s->in, assumed, forms[i]->q.encoding);
            ip_question_release(&forms[i]->q);
        }
}

static void set_among(ip_delayed *s, const int *programs, int count)
{
    bool *among = IP_NEW_ARRAY(s->in->arena, bool, s->part->count);
    int different = 0;
    for (int i = 0; i < count; i++) {
        different += !among[programs[i]];
        among[programs[i]] = true;
    }
    s->among = among;
    s->narrowed = different < s->part->count;
    s->why = NULL;
    s->timed_out = false;
}

static ip_proof conclude(const ip_delayed *s, bool proved, const char **why)
{
    *why = s->why;
    return proved && !s->timed_out ? (ip_proof){"delayed", "one transaction"} : (ip_proof){0};
}

ip_proof ip_proof_delayed_prove_at_once(ip_delayed *s, const char **why)
{
    int *all = IP_NEW_ARRAY(s->in->arena, int, s->part->count), programs[3];
    ip_terms none = {0};
    for (int p = 0; p < s->part->count; p++)
        all[p] = p;
    set_among(s, all, s->part->count);
    bool proved = false;
    if (!may_read_past(s) || !reads_past_snapshot(s)) {
        s->none_reads_past = true;
        find_kept(s, &s->of_all);
        proved = !is_write_skew(s) && (s->in->dropped[IP_DELAYED_LONGER] || find_ends(s, &none, programs) == IP_NO);
    }
    return conclude(s, proved, why);
}

static bool finds_nothing(ip_delayed *s)
{
    return !s->timed_out && !is_write_skew(s) && (s->in->dropped[IP_DELAYED_LONGER] || !is_longer(s)) && !s->timed_out;
}

bool ip_proof_delayed_no_write_skew(const ip_delayed *s)
{
    return s->no_write_skew;
}

ip_proof ip_proof_delayed_prove(ip_delayed *s, const int *programs, int count, const char **why, bool *timed_out)
{
    set_among(s, programs, count);
    if (!s->of_all.steps)
        know_nothing(s, &s->of_all);
    bool proved = false;
    bool may = !s->none_reads_past && may_read_past(s);
    if (!is_hopeless(s) && !(may && reads_past_snapshot(s))) {
        s->known = &s->of_all;
        proved = finds_nothing(s) || (s->narrowed && find_kept(s, &s->of_some) && finds_nothing(s));
    }
    if (!proved)
        IP_PUSH(s->in->arena, &s->unproved, s->among);
    *timed_out = *timed_out || s->timed_out;
    return conclude(s, proved, why);
}
