/* The same questions as without sessions, with session order as one more kind of edge. Facts that rest on the absence
 * of cycles of dependencies alone hold here, since that absence has been proved. */
#include "proofs/sessions.h"

#include "proofs/pairs.h"

static const char *names_of(const ip_decision_input *in, const ip_part *whole, ip_question *q, int length)
{
    Z3_model model = ip_question_model(q);
    const char *names = "";
    for (int i = 0; i < length; i++)
        names = ip_arena_printf(in->arena, "%s%s%s", names, i ? ", " : "",
                                whole->naming.programs[ip_encoding_model_program(q->encoding, model, i)]->name);
    Z3_model_dec_ref(q->build->z3, model);
    return names;
}

/* Whether there is a cycle of this length. Every cycle has a first instance to commit. */
static ip_answer ask(const ip_decision_input *in, const ip_part *whole, ip_question *q, int length, ip_part_finding *f)
{
    ip_proof_part_progress(in, "cycles through sessions, of length", length);
    ip_question_cycles_ask(q, length);
    ip_question_assert_first(q, 0, length);
    ip_answer answer = ip_question_check(q);
    if (answer == IP_YES)
        f->in_sessions =
            ip_arena_printf(in->arena, "a possible anomaly of %s in the order of their sessions: those are not run",
                            names_of(in, whole, q, length));
    ip_question_pop(q);
    return answer;
}

static void prove(const ip_decision_input *in, const ip_part *whole, ip_question *q, ip_part_finding *f)
{
    bool timed_out = false;
    ip_proof proof = {0};
    if (!q->spares)
        ip_encoding_assume_single_inserts(q->encoding);
    for (int length = 2; length <= in->max_cycle && !proof.method && !timed_out; length++) {
        ip_answer answer = ask(in, whole, q, length, f);
        timed_out = answer == IP_DONT_KNOW;
        if (answer != IP_NO)
            break;
        if (in->methods[IP_PROOF_WINDOW])
            ip_proof_part_windows(in, q, length, length, &proof, &timed_out);
    }
    bool clean = !f->in_sessions && !timed_out && in->max_cycle >= 2;
    if (in->methods[IP_PROOF_INDUCTIVE] && clean && !proof.method)
        proof = ip_proof_inductive(q, &whole->naming, whole->count, in->max_cycle, &timed_out);
    if (in->methods[IP_PROOF_SHORTEST_PATH] && clean && !proof.method && !q->spares)
        proof = ip_proof_shortest_path(q, in->max_cycle, &timed_out);
    f->timed_out = f->timed_out || (timed_out && !proof.method);
    if (!proof.method && !f->in_sessions && !timed_out)
        f->in_sessions = ip_arena_printf(in->arena,
                                         "in the order of sessions no cycle of up to %d transactions exists, but none "
                                         "of the proof methods excludes longer ones",
                                         in->max_cycle);
    f->proof = proof;
}

void ip_proof_sessions_check(const ip_decision_input *in, const ip_part *whole, ip_part_finding *f,
                             ip_assumptions *assumed, ip_level_result *result)
{
    if (whole->count > IP_MOST_AT_ONCE) {
        f->proof = (ip_proof){0};
        f->in_sessions = ip_arena_printf(in->arena, "the order of sessions is looked at for up to %d programs",
                                         (int)IP_MOST_AT_ONCE);
        return;
    }
    ip_question q;
    ip_encoding_input encoding = whole->encoding;
    encoding.sessions = true;
    int largest = (in->max_cycle > 4 ? in->max_cycle : 4) + 2;
    ip_question_init(&q, in->new_arena(in->owner), &encoding, largest, in->deadline, &result->statistics);
    q.log = in->log;
    q.effort = in->effort;
    prove(in, whole, &q, f);
    ip_proof_assumptions_add(in, assumed, q.encoding);
    ip_question_release(&q);
}
