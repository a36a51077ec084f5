/* What level files declare about exploration is true: explored from the level that :explored-from names, or from a
 * level itself where it is declared causally extensible, random clients have the histories that they have when every
 * one is tried. Arguments: how many clients, the first seed. */
#include "test.h"
#include "toy_runner.h"

#include <stdlib.h>

enum { LEVELS = 64, MOST_BY_SOLVER = 5 };

static const ip_level *levels[LEVELS], *bases[LEVELS][2];
static int level_count;

static void load(ip_arena *arena, ip_diagnostics *diagnostics)
{
    for (const char *const *name = ip_level_file_names(arena); *name && level_count < LEVELS; name++) {
        const ip_level *level = ip_level_load_for_histories(arena, *name, diagnostics);
        CHECK(level);
        ip_consistency *checker = level ? ip_history_consistency_new(&level, 1, diagnostics) : NULL;
        ip_history_consistency_free(checker);
        if (!checker)
            continue; /* of programs that are chosen by name: not for histories */
        for (int sessions = 0; sessions < 2; sessions++) {
            const char *base = ip_level_explored_from(level, sessions);
            bases[level_count][sessions] = ip_level_causally_extensible(level) ? level : NULL;
            if (*base)
                bases[level_count][sessions] = ip_level_load_for_histories(arena, base, diagnostics);
            if (!bases[level_count][sessions] || !ip_level_causally_extensible(bases[level_count][sessions])) {
                fprintf(stderr, "%s is explored from nothing\n", *name);
                CHECK(false);
                return;
            }
        }
        levels[level_count++] = level;
    }
}

static ip_consistency *checker(const toy_client *client, const ip_level *level, ip_diagnostics *diagnostics)
{
    const ip_level *list[TOY_TRANSACTIONS];
    for (int t = 0; t < client->count; t++)
        list[t] = level;
    return ip_history_consistency_new(list, client->count, diagnostics);
}

static void compare(const toy_client *client, unsigned long seed, int level, bool sessions, ip_diagnostics *diagnostics)
{
    ip_consistency *asked = checker(client, levels[level], diagnostics),
                   *base = checker(client, bases[level][sessions], diagnostics);
    toy_options options = {.locks = *ip_level_engine(levels[level]),
                           .reread = ip_level_rereads_locked_rows(levels[level])};
    toy_result from_base = toy_explore(client, base, asked, options);
    toy_result from_all = toy_explore(client, NULL, asked, options);
    toy_set_sort(&from_base.filtered);
    toy_set_sort(&from_all.filtered);
    bool same = from_base.filtered.count == from_all.filtered.count;
    for (int i = 0; i < from_all.filtered.count && same; i++)
        same = !strcmp(from_base.filtered.texts[i], from_all.filtered.texts[i]);
    test_checks++;
    if (!same) {
        test_failures++;
        fprintf(stderr, "seed %lu: %s has %d histories, not %d\n", seed, ip_level_name(levels[level]),
                from_base.filtered.count, from_all.filtered.count);
        toy_print(client);
    }
    toy_result_free(&from_base);
    toy_result_free(&from_all);
    ip_history_consistency_free(asked);
    ip_history_consistency_free(base);
}

TEST_SUITE(explorer_declared)
{
    long count = argc > 1 ? atol(argv[1]) : 300;
    unsigned long first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    load(arena, &diagnostics);
    for (long i = 0; i < count && test_failures < 5; i++) {
        toy_client client;
        unsigned long random = (first + (unsigned long)i) * 2654435761UL + 777;
        toy_random(&client, false, &random);
        bool sessions = false;
        for (int t = 1; t < client.count; t++)
            sessions = sessions || client.transactions[t].session == client.transactions[t - 1].session;
        for (int level = 0; level < level_count; level++)
            /* Levels of whole histories are decided by a solver, which takes long. */
            if (i < MOST_BY_SOLVER || !ip_level_whole_only(levels[level], NULL))
                compare(&client, first + (unsigned long)i, level, sessions, &diagnostics);
    }
    CHECK(level_count >= 12);
    printf("%ld clients from seed %lu, %d levels\n", count, first, level_count);
    ip_arena_free(arena);
    return TEST_RESULT();
}
