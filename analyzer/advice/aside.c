#include "advice/aside.h"

static ip_arena *arena_of_aside(void *owner)
{
    ip_aside *aside = owner;
    ip_arena *arena = ip_arena_new();
    IP_PUSH(aside->arena, &aside->arenas, arena);
    return arena;
}

void ip_aside_open(ip_aside *aside)
{
    *aside = (ip_aside){.arena = ip_arena_new()};
    aside->diagnostics.arena = aside->arena;
}

ip_level_result ip_aside_ask(ip_aside *aside, ip_run *run, const ip_aside_question *question)
{
    ip_decision_input input = ip_run_question(run, aside->arena, question->schema, question->programs, question->count);
    input.diagnostics = &aside->diagnostics;
    input.levels = question->levels;
    input.level_name = "a mixture of levels";
    input.replay = false;
    input.all_anomalies = false;
    input.few = question->few;
    input.deadline = question->deadline;
    input.effort = question->effort;
    input.log = NULL;
    input.new_arena = arena_of_aside;
    input.owner = aside;
    return ip_decide(&input);
}

void ip_aside_close(ip_aside *aside)
{
    for (int i = 0; i < aside->arenas.count; i++)
        ip_arena_free(aside->arenas.items[i]);
    ip_arena_free(aside->arena);
}
