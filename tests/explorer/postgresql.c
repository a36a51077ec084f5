/* The explorer at PostgreSQL's levels against a simulation of the server (simulator.c): random small clients. What the
 * simulation ends with must be among what the explorer ends with, or the level files forbid what a server does; and the
 * other way round, or they allow what it does not.
 *
 * One difference is known: a row that is deleted and inserted again is another row to the server, so that a statement
 * that waited for the one does not find the other. To the explorer a row is its key. Clients with both are compared in
 * one direction only, and not at all if one transaction does both.
 *
 * Arguments: how many clients, the first seed. A failure is made smaller and printed. */
#include "locking.h"
#include "test.h"

#include <stdlib.h>

typedef struct comparison {
    locking_levels levels;
    long clients, exact, outcomes;
} comparison;

/* ---- comparison ---- */

static bool agrees(comparison *m, const simulated_client *c, bool tell)
{
    toy_set simulated = {0}, explored = {0};
    bool good = true;
    if (simulate(c, &simulated)) {
        good = locking_explore(&m->levels, c, &explored);
        const char *forbidden = locking_renews_a_row(c) ? NULL : locking_missing(&simulated, &explored);
        const char *allowed = locking_reinserts_a_row(c) ? NULL : locking_missing(&explored, &simulated);
        if (tell && forbidden)
            fprintf(stderr, "the server can end with this, the level forbids it: %s\n", forbidden);
        if (tell && allowed)
            fprintf(stderr, "the level allows this, the server cannot end with it: %s\n", allowed);
        good = good && !forbidden && !allowed;
        m->exact += !locking_reinserts_a_row(c);
        m->outcomes += simulated.count;
    }
    toy_set_free(&simulated);
    toy_set_free(&explored);
    return good;
}

/* Leaves out statements and rows while it still fails. */
static void shrink(comparison *m, simulated_client *c)
{
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (int t = 0; t < c->count; t++)
            for (int i = 0; i < c->transactions[t].count; i++) {
                simulated_client less = *c;
                memmove(&less.transactions[t].statements[i], &less.transactions[t].statements[i + 1],
                        sizeof(simulated_statement) * (size_t)(SIMULATED_STATEMENTS - 1 - i));
                less.transactions[t].count--;
                if (!agrees(m, &less, false)) {
                    *c = less;
                    smaller = true;
                }
            }
        for (int k = 0; k < SIMULATED_KEYS; k++) {
            simulated_client less = *c;
            less.present[k] = false;
            if (c->present[k] && !agrees(m, &less, false)) {
                *c = less;
                smaller = true;
            }
        }
    }
}

TEST_SUITE(explorer_postgresql)
{
    long count = argc > 1 ? atol(argv[1]) : 300;
    unsigned long first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    comparison m = {0};
    ip_arena *arena = ip_arena_new();
    CHECK(locking_load_levels(arena, &m.levels));
    for (long i = 0; i < count && test_failures < 3; i++) {
        simulated_client client;
        unsigned long random = (first + (unsigned long)i) * 2654435761UL + 4242;
        locking_draw(&client, false, &random);
        test_checks++;
        m.clients++;
        if (agrees(&m, &client, false))
            continue;
        test_failures++;
        shrink(&m, &client);
        char text[TOY_TEXT];
        locking_print(&client, text);
        fprintf(stderr, "seed %lu:\n%s", first + (unsigned long)i, text);
        agrees(&m, &client, true);
    }
    printf("%ld clients from seed %lu, %ld compared in both directions, %ld outcomes\n", m.clients, first, m.exact,
           m.outcomes);
    ip_arena_free(arena);
    return TEST_RESULT();
}
