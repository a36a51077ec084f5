/* What is known of a trial: a proof counts even when the effort is spent that a question would need. */
#include "test.h"

#include "advice/trial.h"

static bool is_safe(ip_arena *arena, double effort, bool known, bool chosen)
{
    const bool members[] = {true, true}, choice[] = {true}, asked[] = {chosen};
    ip_mixtures mixtures = {.arena = arena, .program_count = 2, .deadline = 1e18, .left = {effort}};
    ip_workshop workshop = {.candidates = {.count = 1}};
    ip_proved_choices proved = {0};
    const ip_proved_choice proof = {.members = members, .chosen = choice};
    if (known)
        IP_PUSH(arena, &proved, proof);
    const ip_fix_trial trial = {&mixtures, &workshop, &proved, 0};
    return ip_advice_trial_is_safe(&trial, members, asked);
}

TEST_SUITE(advise_trial)
{
    ip_arena *arena = ip_arena_new();
    CHECK(is_safe(arena, 0, true, true));
    CHECK(is_safe(arena, 100, true, true));
    CHECK(!is_safe(arena, 0, true, false));
    CHECK(!is_safe(arena, 0, false, true));
    ip_arena_free(arena);
    return TEST_RESULT();
}
