/* The cheapest choice, against trying all of them. */
#include "test.h"

#include "advice/cover.h"

#include <limits.h>
#include <stdlib.h>

enum { ITEMS = 9, ROUNDS = 400 };

static bool together[ITEMS][ITEMS];

static bool compatible(const void *data, int a, int b)
{
    (void)data;
    return !together[a][b];
}

static bool allowed(const ip_cover *cover, unsigned choice)
{
    for (int a = 0; a < ITEMS; a++)
        for (int b = 0; b < a; b++)
            if (choice >> a & 1 && choice >> b & 1 && together[a][b])
                return false;
    for (int c = 0; c < cover->clauses.count; c++) {
        const ip_clause *clause = &cover->clauses.items[c];
        bool good = false;
        for (int i = 0; i < clause->some.count; i++)
            good = good || (choice >> clause->some.items[i] & 1);
        for (int i = 0; i < clause->not_all.count; i++)
            good = good || !(choice >> clause->not_all.items[i] & 1);
        if (!good)
            return false;
    }
    int scarce = 0;
    for (int a = 0; a < ITEMS; a++) {
        if (choice >> a & 1 && cover->barred[a])
            return false;
        scarce += choice >> a & 1 && cover->scarce && cover->scarce[a];
    }
    return !cover->scarce || scarce <= cover->most_scarce;
}

static int cost_of(const ip_cover *cover, unsigned choice)
{
    int cost = 0;
    for (int a = 0; a < ITEMS; a++)
        cost += choice >> a & 1 ? cover->costs[a] : 0;
    return cost;
}

static void fill(ip_arena *arena, ip_indexes *indexes, int most)
{
    for (int i = rand() % (most + 1); i > 0; i--)
        IP_PUSH(arena, indexes, rand() % ITEMS);
}

static void test_random(ip_arena *arena)
{
    int costs[ITEMS];
    bool barred[ITEMS], scarce[ITEMS], chosen[ITEMS];
    ip_cover cover = {.count = ITEMS, .costs = costs, .barred = barred, .compatible = compatible};
    for (int a = 0; a < ITEMS; a++) {
        costs[a] = 1 + rand() % 9;
        barred[a] = rand() % 8 == 0;
        scarce[a] = rand() % 2 == 0;
        for (int b = 0; b < a; b++)
            together[a][b] = together[b][a] = rand() % 6 == 0;
    }
    for (int c = rand() % 8; c > 0; c--) {
        ip_clause clause = {0};
        fill(arena, &clause.some, 4);
        if (rand() % 3 == 0)
            fill(arena, &clause.not_all, 2);
        if (clause.some.count + clause.not_all.count > 0)
            IP_PUSH(arena, &cover.clauses, clause);
    }
    if (rand() % 2) {
        cover.scarce = scarce;
        cover.most_scarce = rand() % 3;
    }
    int best = INT_MAX;
    for (unsigned choice = 0; choice < 1u << ITEMS; choice++)
        if (allowed(&cover, choice) && cost_of(&cover, choice) < best)
            best = cost_of(&cover, choice);
    bool found = ip_advice_cover_cheapest(arena, &cover, chosen);
    CHECK_INT(found, best < INT_MAX);
    unsigned choice = 0;
    for (int a = 0; found && a < ITEMS; a++)
        choice |= chosen[a] ? 1u << a : 0;
    if (found) {
        CHECK(allowed(&cover, choice));
        CHECK_INT(cost_of(&cover, choice), best);
    }
}

TEST_SUITE(advise_cover)
{
    ip_arena *arena = ip_arena_new();
    srand(1);
    for (int i = 0; i < ROUNDS; i++)
        test_random(arena);
    ip_arena_free(arena);
    return TEST_RESULT();
}
