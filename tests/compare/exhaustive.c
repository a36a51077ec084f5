/* Every history of two transactions and two objects is given to the checker of histories at every
 * level that ships. isoproof compare must find a history that one level allows and another forbids exactly where there
 * is one, and none with fewer transactions, session pairs or operations.
 *
 *   compare [all]   all: also without blind writes, and three transactions on one object */
#include "suite.h"
#include "compare/compare.h"
#include "compare/level_terms.h"
#include "history/consistency.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 40 };

static ip_arena *arena;
static ip_diagnostics diagnostics;
static const ip_level *levels[MOST_LEVELS];
static ip_consistency *checkers[MOST_LEVELS];
static int level_count, failures;
static long smallest[MOST_LEVELS][MOST_LEVELS]; /* size of the smallest history that the first allows and the second
                                                   forbids; 0: there is none */

static void load_levels(void)
{
    for (const char *const *name = ip_level_file_names(arena); *name; name++) {
        const ip_level *level = ip_level_load_for_histories(arena, *name, &diagnostics);
        if (!level || ip_compare_comparable_allowed(level) || ip_compare_comparable_forbidden(level))
            continue;
        levels[level_count] = level;
        checkers[level_count] = ip_history_consistency_new(&level, 1, &diagnostics);
        level_count++;
    }
}

/* By transactions, then objects, then pairs in a session, then operations. */
static long size_of(const ip_history *h)
{
    long pairs = 0, operations = 0;
    for (int t = 1; t < h->count; t++) {
        operations += h->transactions[t].read_count;
        for (int x = 0; x < h->object_count; x++)
            operations += h->writers[x] >> t & 1;
        for (int u = 1; u < h->count; u++)
            pairs += u != t && (h->transactions[t].sessions_before >> u & 1);
    }
    return (((h->count - 1) * 10 + h->object_count) * 10 + pairs) * 100 + operations;
}

static void judge(const ip_history *h)
{
    bool allowed[MOST_LEVELS];
    long size = size_of(h);
    for (int l = 0; l < level_count; l++)
        allowed[l] = ip_history_consistent(checkers[l], h);
    for (int a = 0; a < level_count; a++)
        for (int b = 0; b < level_count; b++)
            if (allowed[a] && !allowed[b] && (smallest[a][b] == 0 || size < smallest[a][b]))
                smallest[a][b] = size;
}

/* ------------------------------------------------------------------ enumeration -- */

typedef struct maker {
    int transactions, objects;
    bool blind_writes;
    int choice[4]
              [4]; /* [transaction][object]: the writer that it is read from, -1: no transaction; + 8: written, too */
    ip_history history;
    ip_transactions writers[4];
    ip_history_read reads[4][4];
} maker;

static bool fill(maker *m, unsigned sessions)
{
    ip_history *h = &m->history;
    h->count = m->transactions + 1;
    h->object_count = m->objects;
    h->writers = m->writers;
    for (int x = 0; x < m->objects; x++) {
        m->writers[x] = 1;
        for (int t = 1; t <= m->transactions; t++)
            m->writers[x] |= (ip_transactions)(m->choice[t][x] >= 7) << t;
    }
    int bit = 0;
    for (int t = 1; t <= m->transactions; t++) {
        ip_history_transaction *transaction = &h->transactions[t];
        int touched = 0;
        transaction->sessions_before = 1;
        transaction->reads = m->reads[t];
        transaction->read_count = 0;
        for (int u = 1; u < t; u++, bit++)
            transaction->sessions_before |= (ip_transactions)(sessions >> bit & 1) << u;
        for (int x = 0; x < m->objects; x++) {
            bool writes = m->choice[t][x] >= 7;
            int from = writes ? m->choice[t][x] - 8 : m->choice[t][x];
            touched += writes || from >= 0;
            if (from >= 0 && (from == t || !(m->writers[x] >> from & 1)))
                return false;
            if (writes && from < 0 && !m->blind_writes)
                return false;
            if (from >= 0) {
                m->reads[t][transaction->read_count] =
                    (ip_history_read){.object = x, .from = from, .step = transaction->read_count};
                transaction->read_count++;
            }
        }
        if (!touched)
            return false;
    }
    return true;
}

/* A session is a chain: of t < u < v, two of the pairs imply the third. */
static bool are_chains(int transactions, unsigned sessions)
{
    bool tu = sessions & 1, tv = sessions >> 1 & 1, uv = sessions >> 2 & 1;
    return transactions < 3 || tu + tv + uv != 2;
}

static void enumerate(maker *m, int cell)
{
    int cells = m->transactions * m->objects, pairs = m->transactions * (m->transactions - 1) / 2;
    if (cell == cells) {
        for (unsigned sessions = 0; sessions < 1u << pairs; sessions++)
            if (are_chains(m->transactions, sessions) && fill(m, sessions))
                judge(&m->history);
        return;
    }
    for (int written = 0; written <= 1; written++)
        for (int from = -1; from <= m->transactions; from++) {
            m->choice[cell / m->objects + 1][cell % m->objects] = from + 8 * written;
            enumerate(m, cell + 1);
        }
}

/* --------------------------------------------------------------------- compared -- */

static void compare(const maker *m, int a, int b)
{
    ip_comparison question = {.allow = &levels[a],
                              .forbid = &levels[b],
                              .allow_count = 1,
                              .forbid_count = 1,
                              .scope = {m->transactions, m->objects, m->transactions + 1, m->blind_writes, false},
                              .minimize = true};
    ip_compared found = ip_compare(arena, &question, &diagnostics);
    long size = found.history ? size_of(found.history) : 0;
    if (found.end == (smallest[a][b] ? IP_COMPARE_FOUND : IP_COMPARE_NONE) && size == smallest[a][b])
        return;
    failures++;
    printf("allowed by %s, forbidden by %s, of %d transactions and %d objects%s: expected size %ld, found %ld\n",
           ip_level_name(levels[a]), ip_level_name(levels[b]), m->transactions, m->objects,
           m->blind_writes ? " with blind writes" : "", smallest[a][b], size);
}

static void try_scope(int transactions, int objects, bool blind_writes)
{
    memset(smallest, 0, sizeof smallest);
    for (int t = 1; t <= transactions; t++)
        for (int x = 1; x <= objects; x++) {
            maker m = {.transactions = t, .objects = x, .blind_writes = blind_writes};
            enumerate(&m, 0);
        }
    maker m = {.transactions = transactions, .objects = objects, .blind_writes = blind_writes};
    int differences = 0;
    for (int a = 0; a < level_count; a++)
        for (int b = 0; b < level_count; b++) {
            differences += smallest[a][b] != 0;
            if (a != b)
                compare(&m, a, b);
        }
    if (differences == 0) {
        failures++;
        printf("no two levels differ: the comparison says nothing\n");
    }
}

TEST_SUITE(compare)
{
    arena = ip_arena_new();
    diagnostics.arena = arena;
    load_levels();
    if (argc > 1) {
        try_scope(2, 2, false);
        try_scope(3, 1, true);
    }
    try_scope(2, 2, true);
    printf("%d levels, %d failures\n", level_count, failures);
    for (int l = 0; l < level_count; l++)
        ip_history_consistency_free(checkers[l]);
    ip_arena_free(arena);
    return failures || level_count < 10;
}
