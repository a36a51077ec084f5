/* Decisions on the side, in memory of their own. */
#include "advice/side_question.h"

#include "decide/one_cycle.h"

static ip_arena *arena_of_aside(void *owner)
{
    ip_side_question *side = owner;
    ip_arena *arena = ip_arena_new();
    IP_PUSH(side->arena, &side->arenas, arena);
    return arena;
}

void ip_advice_side_question_open(ip_side_question *side)
{
    *side = (ip_side_question){.arena = ip_arena_new()};
}

static ip_decision_input input_of(ip_side_question *side, ip_run *run, const ip_side_question_input *question)
{
    ip_decision_input input = ip_run_question(run, side->arena, question->schema, question->programs, question->count);
    side->diagnostics = (ip_diagnostics){.arena = side->arena};
    input.diagnostics = &side->diagnostics;
    input.levels = question->levels;
    input.level_name = "a mixture of levels";
    input.replay = false;
    input.all_anomalies = false;
    input.few = question->few;
    if (question->windows) {
        input.max_cycle = question->windows < input.max_cycle ? question->windows : input.max_cycle;
        for (int m = 0; m < IP_PROOF_METHOD_COUNT; m++)
            input.methods[m] = input.methods[m] && m == IP_PROOF_WINDOW;
    }
    input.elsewhere = question->elsewhere;
    input.deadline = question->deadline;
    input.effort = question->effort;
    input.log = NULL;
    input.new_arena = arena_of_aside;
    input.owner = side;
    return input;
}

ip_level_result ip_advice_side_question_ask(ip_side_question *side, ip_run *run, const ip_side_question_input *question)
{
    const ip_decision_input input = input_of(side, run, question);
    return ip_decide(&input);
}

const ip_anomaly *ip_advice_side_question_cycle(ip_side_question *side, ip_run *run,
                                                const ip_side_question_input *question, const int *programs, int length,
                                                bool any_order)
{
    const ip_decision_input input = input_of(side, run, question);
    return ip_decide_one_cycle(&input, programs, length, any_order);
}

void ip_advice_side_question_close(ip_side_question *side)
{
    for (int i = 0; i < side->arenas.count; i++)
        ip_arena_free(side->arenas.items[i]);
    ip_arena_free(side->arena);
}
