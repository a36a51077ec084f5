/* A cycle that is asked about by itself is there if, and only if, the search among all programs finds it. */
#include "advice/mixture_verdicts.h"
#include "decide/decide.h"
#include "decide/one_cycle.h"
#include "test.h"

enum { LONGEST = 3 };

typedef struct comparison {
    ip_decision_input input;
    ip_level_result all; /* every cycle of up to LONGEST programs that has no shorter one in it */
    int there, absent;   /* vectors asked about */
} comparison;

static bool is_listed(const comparison *c, const int *programs, int length)
{
    for (int a = 0; a < c->all.anomalies.count; a++) {
        const ip_anomaly *anomaly = &c->all.anomalies.items[a];
        int found[LONGEST] = {0};
        for (int i = 0; i < anomaly->instance_count; i++)
            while (c->input.programs[found[i]] != anomaly->instances[i].program)
                found[i]++;
        if (ip_advice_is_same_vector(found, anomaly->instance_count, programs, length))
            return true;
    }
    return false;
}

/* Such vectors are not listed, whether they are cycles or not. */
static bool has_shorter(const comparison *c, const int *programs, int length)
{
    for (int i = 0; i < length && length > 2; i++)
        for (int k = i + 1; k < length; k++) {
            const int pair[] = {programs[i], programs[k]};
            if (is_listed(c, pair, 2))
                return true;
        }
    return false;
}

static void compare_one(comparison *c, const int *programs, int length)
{
    const ip_anomaly *cycle = ip_decide_one_cycle(&c->input, programs, length, false);
    bool listed = is_listed(c, programs, length);
    CHECK((cycle != NULL) == listed);
    CHECK(!cycle || cycle->instance_count == length);
    for (int i = 0; cycle && i < length; i++)
        CHECK(cycle->instances[i].program == c->input.programs[programs[i]]);
    c->there += listed;
    c->absent += !listed;
}

static void compare(comparison *c, int *programs, int at, int length)
{
    if (at == length) {
        if (!has_shorter(c, programs, length))
            compare_one(c, programs, length);
        return;
    }
    for (programs[at] = 0; programs[at] < c->input.program_count; programs[at]++)
        if (at == 0 || programs[at] >= programs[0]) /* a rotation begins with the least */
            compare(c, programs, at + 1, length);
}

static void compare_all(const char *level_name, const char *file)
{
    ip_run *run = ip_run_new();
    CHECK(ip_run_add_file(run, file));
    const ip_workload *workload = ip_run_workload(run);
    const ip_level *level = ip_level_load(run->arena, level_name, &run->diagnostics);
    int count = workload->programs.count;
    CHECK(level && count);
    comparison c = {.input = ip_run_question(run, run->arena, &workload->schema,
                                             (const ip_program *const *)workload->programs.items, count)};
    const ip_level **levels = IP_NEW_ARRAY(run->arena, const ip_level *, count);
    for (int p = 0; p < count; p++)
        levels[p] = level;
    c.input.levels = levels;
    c.input.level_name = level_name;
    c.input.max_cycle = LONGEST;
    c.input.replay = false;
    c.input.all_anomalies = true;
    c.input.deadline = 1e300;
    c.all = ip_decide(&c.input);
    for (int length = 2; length <= LONGEST; length++) {
        int programs[LONGEST];
        compare(&c, programs, 0, length);
    }
    CHECK(c.there > 0 && c.absent > 0); /* otherwise nothing was compared */
    ip_run_free(run);
}

TEST_SUITE(advise_one_cycle)
{
    static const char *const levels[] = {"postgresql/read-committed", "postgresql/repeatable-read", "causal"};
    static const char *const files[] = {"../../benchmarks/smallbank/smallbank.sql",
                                        "../../benchmarks/courseware/courseware.sql"};
    (void)argc, (void)argv;
    for (size_t l = 0; l < sizeof levels / sizeof *levels; l++)
        for (size_t f = 0; f < sizeof files / sizeof *files; f++)
            compare_all(levels[l], files[f]);
    return TEST_RESULT();
}
