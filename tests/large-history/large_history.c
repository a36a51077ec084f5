/* The checker of large histories against brute force and against the checker of small ones.
 *
 *   large-history SEED ROUNDS   random histories at each level
 *
 * Fails when two disagree, when a commit order that is handed out does not satisfy the axioms, when an explanation
 * is about transactions that do not contradict each other, or when either answer is rare. */
#include "suite.h"
#include "../history/naive.h"
#include "../history/random_history.h"
#include "history/consistency.h"
#include "large_history/builder.h"
#include "large_history/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 6, MIDDLING = 24 };

static const char *const names[NAIVE_LEVELS] = {"true", "rc", "ra", "causal", "prefix", "si", "ser"};
static const ip_level *levels[NAIVE_LEVELS];
static ip_large_form forms[NAIVE_LEVELS];
static ip_consistency *checkers[NAIVE_LEVELS];
static int failures;

/* Levels on visibility; those before SESSIONS only where each session is one transaction. */
enum { VISIBILITY = 12, SESSIONS = 3 };
static const char *const visibility_names[VISIBILITY] = {
    "specs/causal-consistency",        "specs/prefix-consistency",
    "specs/snapshot-isolation",        "specs/read-atomic",
    "specs/serializability",           "specs/strong-session-snapshot-isolation",
    "specs/session/read-atomic",       "specs/session/causal-consistency",
    "specs/session/prefix-consistency"};
static int visibility_count;
static const ip_level *visibility_levels[VISIBILITY];
static ip_consistency *visibility_checkers[VISIBILITY];

static void load_visibility(ip_arena *arena)
{
    ip_diagnostics diagnostics = {.arena = arena};
    for (; visibility_count < VISIBILITY && visibility_names[visibility_count]; visibility_count++) {
        const char *path = ip_arena_printf(arena, "%s%s.smt2", ip_level_file_folder(),
                                           visibility_names[visibility_count] + strlen("specs"));
        const ip_level *level = ip_level_load(arena, path, &diagnostics);
        ip_large_form form;
        if (!level || ip_large_form_of(level, false, &form) ||
            (ip_large_form_of(level, true, &form) == NULL) != (visibility_count >= SESSIONS)) {
            printf("%s: not of the form that it should have\n", path);
            exit(1);
        }
        visibility_levels[visibility_count] = level;
        visibility_checkers[visibility_count] = ip_history_consistency_new(&level, 1, &diagnostics);
    }
}

static void load_levels(ip_arena *arena)
{
    ip_diagnostics diagnostics = {.arena = arena};
    for (int l = 0; l < NAIVE_LEVELS; l++) {
        levels[l] = ip_level_load_for_histories(arena, names[l], &diagnostics);
        const char *why = levels[l] ? ip_large_form_of(levels[l], true, &forms[l]) : "not loaded";
        if (why) {
            printf("%s: %s\n", names[l], why);
            exit(1);
        }
        checkers[l] = ip_history_consistency_new(&levels[l], 1, &diagnostics);
    }
}

static void fail(const char *what, int level, const ip_history *history)
{
    failures++;
    printf("%s: %s\n", names[level], what);
    random_history_print(history);
}

/* ----------------------------------------------------------------- conversion -- */

static const char *name_of(ip_arena *arena, int transaction)
{
    return ip_arena_printf(arena, "t%d", transaction);
}

static int session_of(const ip_history *h, int t, const int *sessions)
{
    for (int u = t - 1; u > 0; u--)
        if (h->transactions[t].sessions_before >> u & 1)
            return sessions[u];
    return -1;
}

static void add_events(ip_arena *arena, ip_large_builder *b, const ip_history *h, int t)
{
    const ip_history_transaction *transaction = &h->transactions[t];
    for (int r = 0; r < transaction->read_count; r++) {
        const ip_history_read *read = &transaction->reads[r];
        const char *object = ip_arena_printf(arena, "x%d", read->object);
        ip_large_event event = {.transaction = t - 1,
                                .object = ip_large_object(b, object, strlen(object)),
                                .value = -1,
                                .step = read->step};
        ip_large_read_from(b, &event, read->from ? name_of(arena, read->from) : NULL);
    }
    for (int x = 0; x < h->object_count; x++) {
        const char *object = ip_arena_printf(arena, "x%d", x);
        ip_large_event event = {
            .transaction = t - 1, .object = ip_large_object(b, object, strlen(object)), .value = -1, .step = -1};
        if (h->row_of)
            ip_large_set_row(b, event.object, ip_arena_printf(arena, "row%d", h->row_of[x]));
        if (h->writers[x] >> t & 1)
            ip_large_write(b, &event);
    }
}

static const ip_large_history *convert(ip_arena *arena, const ip_history *h)
{
    static ip_diagnostics diagnostics;
    diagnostics = (ip_diagnostics){.arena = arena};
    ip_large_builder *b =
        ip_large_builder_new(arena, ip_source_from_text(arena, "random", "", 0), &diagnostics, "", "", 0);
    int sessions[IP_MAX_TRANSACTIONS];
    for (int t = 1; t < h->count; t++) {
        sessions[t] = session_of(h, t, sessions);
        if (sessions[t] < 0)
            sessions[t] = ip_large_unnamed_session(b);
        ip_large_transaction(b, sessions[t], name_of(arena, t), 0);
        if (h->transactions[t].aborted)
            ip_large_set_outcome(b, t - 1, IP_LARGE_ABORTED);
    }
    for (int t = 1; t < h->count; t++)
        add_events(arena, b, h, t);
    const ip_large_history *large = ip_large_finish(b);
    for (int i = 0; i < diagnostics.list.count; i++)
        printf("%s\n", diagnostics.list.items[i].message);
    return large;
}

/* -------------------------------------------------------------------- answers -- */

static bool is_order(const ip_history *h, const ip_large_history *large, const int *order, int level)
{
    int numbers[IP_MAX_TRANSACTIONS] = {0};
    for (int i = 1; i < h->count; i++)
        numbers[i] = atoi(large->names[order[i]] + 1);
    return order[0] == 0 && naive_satisfies(h, &level, numbers);
}

static void check_explanation(ip_arena *arena, const ip_history *h, const ip_large_history *large, int level,
                              const ip_large_verdict *verdict)
{
    ip_large_explanation because = ip_large_explain(arena, large, levels[level], &forms[level], verdict);
    if (verdict->cycle.count < 2 && !verdict->searched)
        fail("no cycle", level, h);
    for (int i = 0; i < verdict->cycle.count; i++)
        if (verdict->cycle.items[i].to != verdict->cycle.items[(i + 1) % verdict->cycle.count].from)
            fail("a cycle that is none", level, h);
    if (!because.count || !because.why ||
        (because.why->core && ip_history_consistent(checkers[level], because.why->core)))
        fail("an explanation of something else", level, h);
}

/* 1: consistent. */
static int check(ip_arena *arena, const ip_history *h, const ip_large_history *large, int level, bool expected)
{
    ip_large_verdict verdict;
    ip_large_check(arena, large, &forms[level], &verdict);
    if (verdict.answer == IP_LARGE_UNDECIDED)
        fail("undecided", level, h);
    else if ((verdict.answer == IP_LARGE_CONSISTENT) != expected)
        fail(expected ? "wrongly inconsistent" : "wrongly consistent", level, h);
    else if (expected && h->count <= SMALL + 1 && !is_order(h, large, verdict.order, level))
        fail("not a commit order", level, h);
    else if (!expected)
        check_explanation(arena, h, large, level, &verdict);
    return expected;
}

/* The form of a level on visibility decides as the level does. */
static void check_visibility(ip_arena *arena, const ip_history *h, const ip_large_history *large, long *consistent)
{
    for (int l = 0; l < visibility_count; l++) {
        ip_large_form form;
        ip_large_verdict verdict;
        if (ip_large_form_of(visibility_levels[l], large->session_count < large->count, &form))
            continue;
        bool expected = ip_history_consistent(visibility_checkers[l], h);
        ip_large_check(arena, large, &form, &verdict);
        consistent[l] += expected;
        if ((verdict.answer == IP_LARGE_CONSISTENT) == expected)
            continue;
        failures++;
        printf("%s: %s\n", visibility_names[l], expected ? "wrongly inconsistent" : "wrongly consistent");
        random_history_print(h);
    }
}

static void test_random(uint64_t seed, long rounds, int most)
{
    long consistent[NAIVE_LEVELS] = {0}, of_visibility[VISIBILITY] = {0};
    for (long i = 0; i < rounds && failures < 3; i++) {
        ip_arena *arena = ip_arena_new();
        random_shape shape = random_shape_make(&seed, most);
        random_history created;
        shape.precedences = false;
        random_history_make(&seed, &shape, &created);
        const ip_large_history *large = convert(arena, &created.history);
        for (int l = 0; l < NAIVE_LEVELS && large; l++)
            consistent[l] += check(arena, &created.history, large, l,
                                   most <= SMALL ? naive_consistent(&created.history, &l)
                                                 : ip_history_consistent(checkers[l], &created.history));
        if (large && most <= SMALL)
            check_visibility(arena, &created.history, large, of_visibility);
        failures += !large;
        ip_arena_free(arena);
    }
    for (int l = 0; l < NAIVE_LEVELS; l++) {
        printf("%s: %ld of %ld consistent, of up to %d transactions\n", names[l], consistent[l], rounds, most);
        if (consistent[l] < rounds / 20 || (l != NAIVE_TRUE && consistent[l] == rounds))
            failures++;
    }
    for (int l = 0; l < visibility_count && most <= SMALL; l++) {
        printf("%s: %ld consistent\n", visibility_names[l], of_visibility[l]);
        failures += of_visibility[l] == 0;
    }
}

TEST_SUITE(large_history)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 3000;
    ip_arena *arena = ip_arena_new();
    load_levels(arena);
    load_visibility(arena);
    test_random(seed, rounds, SMALL);
    test_random(seed + 1, rounds / 10, MIDDLING);
    for (int l = 0; l < NAIVE_LEVELS; l++)
        ip_history_consistency_free(checkers[l]);
    for (int l = 0; l < visibility_count; l++)
        ip_history_consistency_free(visibility_checkers[l]);
    ip_arena_free(arena);
    printf("%d failures\n", failures);
    return failures > 0;
}
