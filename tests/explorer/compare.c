/* The explorer finds each history once and no other, at every level, from every base: compared with brute.c on random
 * clients. Arguments: how many clients, the first seed, "large". Protects NEXT, VALIDWRITES, swaps and the optimality
 * condition: leaving out any part of it loses histories or repeats some. */
#include "test.h"
#include "toy_runner.h"

#include <stdlib.h>

enum { LEVELS = 7, EXTENSIBLE = 4 };

static const char *const level_names[LEVELS] = {"true",   "read-committed",     "read-atomic",    "causal",
                                                "prefix", "snapshot-isolation", "serializability"};
static const ip_level *levels[LEVELS];

static bool same(const toy_set *got, const toy_set *expected)
{
    if (got->count != expected->count)
        return false;
    for (int i = 0; i < got->count; i++)
        if (strcmp(got->texts[i], expected->texts[i]))
            return false;
    return true;
}

static void tell(const toy_client *client, unsigned long seed, const char *what, const char *level, const char *base)
{
    fprintf(stderr, "seed %lu: %s at %s, base %s\n", seed, what, level, base);
    toy_print(client);
}

static ip_consistency *checker(const toy_client *client, const int *level)
{
    const ip_level *list[TOY_TRANSACTIONS];
    for (int t = 0; t < client->count; t++)
        list[t] = levels[level[t]];
    return ip_history_consistency_new(list, client->count, NULL);
}

static void compare(const toy_client *client, unsigned long seed, const int *asked, const int *base, toy_set *expected)
{
    ip_consistency *asked_checker = checker(client, asked), *base_checker = checker(client, base);
    toy_result result = toy_explore(client, base_checker, asked_checker, (toy_options){0});
    bool extensible = true;
    for (int t = 0; t < client->count; t++)
        extensible = extensible && asked[t] == base[t];
    toy_set_sort(&result.filtered);
    toy_set_sort(&result.all);
    bool distinct = true;
    for (int i = 1; i < result.all.count; i++)
        distinct = distinct && strcmp(result.all.texts[i - 1], result.all.texts[i]);
    bool good = result.end == IP_ENGINE_COMPLETE && distinct && same(&result.filtered, expected) &&
                !result.counts.blocked && result.counts.leaves == result.all.count;
    if (extensible)
        good = good && result.filtered.count == result.all.count;
    test_checks++;
    if (!good) {
        test_failures++;
        tell(client, seed, distinct ? "wrong histories" : "repeated histories", level_names[asked[0]],
             level_names[base[0]]);
        fprintf(stderr, "%d of %d histories, not %d; %ld blocked\n", result.filtered.count, result.all.count,
                expected->count, result.counts.blocked);
    }
    toy_result_free(&result);
    ip_history_consistency_free(asked_checker);
    ip_history_consistency_free(base_checker);
}

static void add_up(const toy_client *client, unsigned long seed, int level, const toy_set *expected)
{
    int all[TOY_TRANSACTIONS];
    for (int t = 0; t < client->count; t++)
        all[t] = level;
    ip_consistency *base = checker(client, all);
    toy_result whole = toy_explore(client, base, base, (toy_options){0});
    toy_set joined = {0};
    long explored = 0, leaves = 0;
    int shards = 2 + (int)(seed % 3);
    for (int shard = 1; shard <= shards; shard++) {
        toy_result part =
            toy_explore(client, base, base, (toy_options){.shard = shard, .shard_count = shards, .cache_bytes = 1});
        for (int i = 0; i < part.all.count; i++)
            toy_set_add(&joined, part.all.texts[i]);
        explored += part.counts.explored;
        leaves += part.counts.leaves;
        toy_result_free(&part);
    }
    toy_set_sort(&joined);
    test_checks++;
    if (!same(&joined, expected) || explored != whole.counts.explored || leaves != whole.counts.leaves) {
        test_failures++;
        tell(client, seed, "shards do not add up", level_names[level], level_names[level]);
    }
    toy_set_free(&joined);
    toy_result_free(&whole);
    ip_history_consistency_free(base);
}

/* Plain depth-first search finds the same set, if repeatedly. */
static void plain(const toy_client *client, unsigned long seed, int level, const toy_set *expected)
{
    int all[TOY_TRANSACTIONS];
    for (int t = 0; t < client->count; t++)
        all[t] = level;
    ip_consistency *base = checker(client, all);
    toy_result result = toy_explore(client, base, base, (toy_options){.plain = true});
    toy_set_sort(&result.all);
    toy_set distinct = {0};
    for (int i = 0; i < result.all.count; i++)
        if (!i || strcmp(result.all.texts[i - 1], result.all.texts[i]))
            toy_set_add(&distinct, result.all.texts[i]);
    test_checks++;
    if (!same(&distinct, expected)) {
        test_failures++;
        tell(client, seed, "plain search differs", level_names[level], level_names[level]);
    }
    toy_set_free(&distinct);
    toy_result_free(&result);
    ip_history_consistency_free(base);
}

static void check_client(unsigned long seed, bool large)
{
    toy_client client;
    unsigned long random = seed * 2654435761UL + 12345;
    toy_random(&client, large, &random);
    for (int level = 0; level < LEVELS; level++) {
        const char *names[TOY_TRANSACTIONS + 1];
        int asked[TOY_TRANSACTIONS], base[TOY_TRANSACTIONS];
        for (int t = 0; t < client.count; t++) {
            asked[t] = level;
            names[t + 1] = level_names[level];
        }
        toy_set expected = {0};
        brute_force(&client, names, &expected);
        for (int b = 0; b < EXTENSIBLE && b <= level; b++) {
            for (int t = 0; t < client.count; t++)
                base[t] = b;
            compare(&client, seed, asked, base, &expected);
        }
        if (level < EXTENSIBLE && seed % 4 == 0) {
            add_up(&client, seed, level, &expected);
            plain(&client, seed, level, &expected);
        }
        toy_set_free(&expected);
    }
    const char *names[TOY_TRANSACTIONS + 1];
    int asked[TOY_TRANSACTIONS], base[TOY_TRANSACTIONS];
    for (int t = 0; t < client.count; t++) {
        asked[t] = (int)toy_draw(&random, LEVELS);
        base[t] = asked[t] < EXTENSIBLE ? asked[t] : EXTENSIBLE - 1;
        names[t + 1] = level_names[asked[t]];
    }
    toy_set expected = {0};
    brute_force(&client, names, &expected);
    compare(&client, seed, asked, base, &expected);
    toy_set_free(&expected);
}

/* A history that the condition SWAPPED of the paper loses, as printed (engine_swap.c). */
static void check_spurious(void)
{
    const toy_client client = {.count = 4,
                               .objects = 2,
                               .objects_per_row = 1,
                               .transactions = {{0, 3, {{TOY_READ, 0, 0}, {TOY_ADD, 0, 2}, {TOY_READ, 1, 0}}},
                                                {1, 3, {{TOY_READ, 0, 0}, {TOY_ADD, 0, 2}, {TOY_READ, 1, 0}}},
                                                {1, 1, {{TOY_WRITE, 1, 1}}},
                                                {2, 1, {{TOY_WRITE, 1, 1}}}}};
    const int causal[] = {3, 3, 3, 3};
    ip_consistency *base = checker(&client, causal);
    toy_result result = toy_explore(&client, base, base, (toy_options){0});
    CHECK_INT(result.all.count, 12);
    toy_result_free(&result);
    ip_history_consistency_free(base);
}

TEST_SUITE(explorer_compare)
{
    long count = argc > 1 ? atol(argv[1]) : 300;
    unsigned long first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    bool large = argc > 3 && !strcmp(argv[3], "large");
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    for (int i = 0; i < LEVELS; i++) {
        levels[i] = ip_level_load_for_histories(arena, level_names[i], &diagnostics);
        CHECK(levels[i]);
    }
    check_spurious();
    for (long i = 0; i < count && test_failures < 5; i++)
        check_client(first + (unsigned long)i, large);
    printf("%ld clients from seed %lu\n", count, first);
    ip_arena_free(arena);
    return TEST_RESULT();
}
