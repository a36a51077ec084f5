/* The checker against brute force.
 *
 *   history SEED ROUNDS   random histories at each level and at mixtures of levels
 *
 * Fails when the two disagree, when a commit order that is handed out does not satisfy the axioms, or when either
 * answer is so rare that agreement says little. */
#include "naive.h"
#include "random_history.h"
#include "replay/history/consistency.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[NAIVE_LEVELS] = {"true", "rc", "ra", "causal", "prefix", "si", "ser"};
static ip_arena *arena;
static ip_diagnostics diagnostics;
static int failures;

static const ip_level *load(const char *name)
{
    const ip_level *level = ip_level_load_for_histories(arena, name, &diagnostics);
    for (int i = 0; i < diagnostics.list.count; i++)
        printf("%s\n", diagnostics.list.items[i].message);
    if (!level)
        exit(1);
    return level;
}

static void fail(const char *what, const ip_history *history, const int *levels, int count)
{
    failures++;
    printf("%s:", what);
    for (int l = 0; l < count; l++)
        printf(" %s", names[levels[l]]);
    putchar('\n');
    random_history_print(history);
}

static bool check(ip_consistency *checker, const ip_history *history, const int *levels, int count)
{
    bool expected = naive_consistent(history, levels);
    int order[IP_MAX_TRANSACTIONS];
    if (ip_consistent(checker, history) != expected)
        fail(expected ? "wrongly inconsistent" : "wrongly consistent", history, levels, count);
    else if (ip_consistency_order(checker, history, order) != expected)
        fail("an order or none", history, levels, count);
    else if (expected && !naive_satisfies(history, levels, order))
        fail("not a commit order", history, levels, count);
    return expected;
}

/* One level for all transactions. */
static void test_levels(uint64_t seed, long rounds)
{
    ip_consistency *checkers[NAIVE_LEVELS];
    long consistent[NAIVE_LEVELS] = {0};
    for (int l = 0; l < NAIVE_LEVELS; l++) {
        const ip_level *level = load(names[l]);
        checkers[l] = ip_consistency_new(&level, 1, &diagnostics);
    }
    for (long i = 0; i < rounds && failures < 3; i++) {
        random_shape shape = random_shape_make(&seed, 6);
        random_history made;
        random_history_make(&seed, &shape, &made);
        for (int l = 0; l < NAIVE_LEVELS; l++)
            consistent[l] += check(checkers[l], &made.history, &l, 1);
    }
    for (int l = 0; l < NAIVE_LEVELS; l++) {
        printf("%s: %ld of %ld consistent\n", names[l], consistent[l], rounds);
        if (consistent[l] < rounds / 10 || (l != NAIVE_TRUE && consistent[l] > rounds / 10 * 9))
            failures++;
        ip_consistency_free(checkers[l]);
    }
}

/* Each transaction at one of two or three levels. */
static void test_mixtures(uint64_t seed, long rounds)
{
    for (int mixture = 0; mixture < 12; mixture++) {
        int levels[3], count = 2 + mixture % 2;
        const ip_level *loaded[3];
        for (int l = 0; l < count; l++) {
            levels[l] = (int)random_below(&seed, NAIVE_LEVELS);
            loaded[l] = load(names[levels[l]]);
        }
        ip_consistency *checker = ip_consistency_new(loaded, count, &diagnostics);
        for (long i = 0; i < rounds / 12 && failures < 3; i++) {
            random_shape shape = random_shape_make(&seed, 6);
            random_history made;
            shape.levels = count;
            random_history_make(&seed, &shape, &made);
            check(checker, &made.history, levels, count);
        }
        ip_consistency_free(checker);
    }
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 6000;
    arena = ip_arena_new();
    diagnostics.arena = arena;
    test_levels(seed, rounds);
    test_mixtures(seed + 1, rounds);
    ip_arena_free(arena);
    printf("%d failures\n", failures);
    return failures > 0;
}
