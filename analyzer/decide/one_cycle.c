/* A question about a single vector of programs: each instance runs one program, so the formula is a small part of that
 * for all vectors. */
#include "decide/one_cycle.h"

#include "base/stop.h"
#include "proofs/part.h"

#include <string.h>

/* Vectors have hardly ever more than four programs: then they are six. */
enum { MOST_ORDERED = 4 };

static bool search(const ip_decision_input *in, const int *programs, int length, ip_cycles *cycles,
                   ip_statistics *statistics)
{
    int *members = IP_NEW_ARRAY(in->arena, int, in->program_count);
    for (int p = 0; p < in->program_count; p++)
        members[p] = p;
    ip_part part = ip_proof_part_make(in, members, in->program_count);
    part.encoding.only = programs;
    part.encoding.only_count = length;
    ip_question q;
    ip_question_init(&q, in->new_arena(in->owner), &part.encoding, length, in->deadline, statistics);
    q.effort = in->effort;
    if (cycles->replayer) /* its queries are counted as those of the level */
        q.log = in->log;
    if (length > 2) /* as in the search by length: shorter cycles are asked about by themselves */
        ip_encoding_assume_single_inserts(q.encoding);
    ip_question_cycles_search(&q, &part.naming, length, cycles);
    ip_question_release(&q);
    return cycles->list.count > 0;
}

/* The first stays first: rotations are the same cycle. */
static bool search_orders(const ip_decision_input *in, int *programs, int at, int length, ip_cycles *cycles,
                          ip_statistics *statistics)
{
    if (at >= length - 1 || length > MOST_ORDERED)
        return search(in, programs, length, cycles, statistics);
    for (int i = at; i < length; i++) {
        int first = programs[at], moved = programs[i];
        bool again = false;
        for (int k = at; k < i; k++)
            again = again || programs[k] == moved;
        if (again)
            continue;
        programs[at] = moved;
        programs[i] = first;
        bool found = search_orders(in, programs, at + 1, length, cycles, statistics);
        programs[at] = first;
        programs[i] = moved;
        if (found)
            return true;
    }
    return false;
}

const ip_anomaly *ip_decide_one_cycle(const ip_decision_input *in, const int *programs, int length, bool any_order)
{
    ip_cycles *cycles = IP_NEW(in->arena, ip_cycles);
    int *order = IP_NEW_ARRAY(in->arena, int, length);
    memcpy(order, programs, sizeof *order * (size_t)length);
    *cycles = (ip_cycles){.limit = 1, .only = order};
    sigjmp_buf out_of_memory;
    if (sigsetjmp(out_of_memory, 1))
        return NULL;
    ip_memory_recover_at(&out_of_memory);
    ip_statistics statistics = {0};
    bool found = any_order ? search_orders(in, order, 1, length, cycles, &statistics)
                           : search(in, order, length, cycles, &statistics);
    ip_memory_recover_at(NULL);
    return found ? &cycles->list.items[0].anomaly : NULL;
}

const ip_anomaly *ip_decide_run_two(const ip_decision_input *in, const int programs[2], struct ip_replayer *replayer,
                                    ip_statistics *statistics)
{
    ip_cycles cycles = {.limit = 1, .only = programs, .replayer = replayer};
    return search(in, programs, 2, &cycles, statistics) ? &cycles.list.items[0].anomaly : NULL;
}
