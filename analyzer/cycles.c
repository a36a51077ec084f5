#include "cycles.h"

#include "counterexample.h"

int ip_cycles_shortest(const ip_cycles *cycles)
{
    return cycles->list.count ? cycles->list.items[0].length : 0;
}

/* Not this vector of programs again, whichever instance it starts from. */
static void block(ip_question *q, const int *programs, int length)
{
    for (int shift = 0; shift < length; shift++) {
        ip_terms same = {0};
        for (int i = 0; i < length; i++)
            IP_PUSH(q->arena, &same, ip_encoding_runs(q->encoding, i, programs[(i + shift) % length]));
        ip_question_assert(q, ip_not(q->build, ip_all(q->build, &same)));
    }
}

/* Not all programs of a shorter cycle among the instances. */
static void block_superset(ip_question *q, const ip_cycle *cycle, int length)
{
    const ip_build *b = q->build;
    ip_terms all = {0};
    for (int i = 0; i < cycle->length; i++) {
        int program = cycle->programs[i], times = 0;
        bool first = true;
        for (int j = 0; j < cycle->length; j++) {
            times += cycle->programs[j] == program;
            first = first && !(j < i && cycle->programs[j] == program);
        }
        if (!first)
            continue;
        ip_terms runs = {0};
        bool certain = false;
        for (int j = 0; j < length; j++) {
            Z3_ast term = ip_encoding_runs(q->encoding, j, program);
            certain = certain || term == b->yes; /* there is but one program */
            IP_PUSH(q->arena, &runs, term);
        }
        if (certain)
            continue;
        IP_PUSH(q->arena, &all,
                times == 1 ? ip_any(b, &runs)
                           : Z3_mk_atleast(b->z3, (unsigned)runs.count, runs.items, (unsigned)times));
    }
    ip_question_assert(q, ip_not(b, ip_all(b, &all)));
}

void ip_cycles_search(ip_question *q, const ip_naming *naming, int length, ip_cycles *cycles)
{
    ip_question_path(q, length);
    Z3_ast closing = ip_question_edge(q, length - 1, 0);
    Z3_ast once = length == 2 ? ip_encoding_inserts_once_or_both(q->encoding, 0, 1) : q->build->yes;
    ip_question_push(q);
    ip_question_assert(q, once);
    for (int i = 0; i + 1 < length; i++)
        ip_question_assert(q, ip_question_edge(q, i, i + 1));
    ip_question_assert(q, closing);
    /* Every cycle has a first instance to commit: call it 0. */
    ip_question_assert_first(q, 0, length);
    for (int i = 0; i < cycles->list.count; i++)
        if (cycles->list.items[i].length < length)
            block_superset(q, &cycles->list.items[i], length);
    while (!cycles->limit || cycles->list.count < cycles->limit) {
        ip_answer answer = ip_question_check(q);
        if (answer == IP_DONT_KNOW) {
            cycles->timed_out = true;
            break;
        }
        if (answer == IP_NO)
            break;
        Z3_model model = ip_question_model(q);
        ip_cycle cycle = {.length = length, .programs = IP_NEW_ARRAY(q->arena, int, length)};
        for (int i = 0; i < length; i++)
            cycle.programs[i] = ip_encoding_model_program(q->encoding, model, i);
        ip_counterexample_read(q, naming, model, cycle.programs, length, &cycle.anomaly);
        Z3_model_dec_ref(q->build->z3, model);
        IP_PUSH(q->arena, &cycles->list, cycle);
        block(q, cycle.programs, length);
    }
    if (!cycles->timed_out)
        cycles->searched = length;
    ip_question_pop(q);
}
