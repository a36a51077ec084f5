/* The checker against brute force.
 *
 *   history SEED ROUNDS   random histories at each level and at mixtures of levels
 *
 * Fails when the two disagree, when a commit order that is handed out does not satisfy the axioms, or when either
 * answer is so rare that agreement says little. */
#include "suite.h"
#include "catalog/lock_mode.h"
#include "naive.h"
#include "naive_postgresql.h"
#include "naive_visibility.h"
#include "random_history.h"
#include "history/explanation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[NAIVE_LEVELS] = {"true", "rc", "ra", "causal", "prefix", "si", "ser"};
static ip_arena *arena;
static ip_diagnostics diagnostics;
static int failures;

static const char *const seen_names[SEEN_LEVELS] = {"read-atomic",
                                                    "causal-consistency",
                                                    "prefix-consistency",
                                                    "update-atomic",
                                                    "psi",
                                                    "snapshot-isolation",
                                                    "strong-session-snapshot-isolation",
                                                    "serializability"};

static const ip_level *load_from(const char *name, ip_vocabulary vocabulary)
{
    const ip_level *level = vocabulary == IP_COMMIT_ORDER ? ip_level_load_for_histories(arena, name, &diagnostics)
                                                          : ip_level_load(arena, name, &diagnostics);
    for (int i = 0; i < diagnostics.list.count; i++)
        printf("%s\n", diagnostics.list.items[i].message);
    if (!level)
        exit(1);
    return level;
}

static const ip_level *load(const char *name)
{
    return load_from(name, IP_COMMIT_ORDER);
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
    if (ip_history_consistent(checker, history) != expected)
        fail(expected ? "wrongly inconsistent" : "wrongly consistent", history, levels, count);
    else if (ip_history_consistency_order(checker, history, order) != expected)
        fail("an order or none", history, levels, count);
    else if (expected && !naive_satisfies(history, levels, order))
        fail("not a commit order", history, levels, count);
    return expected;
}

/* One level for all transactions. */
static void test_levels(uint64_t seed, long rounds)
{
    ip_consistency *checkers[NAIVE_LEVELS];
    long consistent[NAIVE_LEVELS] = {0}, distinguished[NAIVE_LEVELS] = {0};
    for (int l = 0; l < NAIVE_LEVELS; l++) {
        const ip_level *level = load(names[l]);
        checkers[l] = ip_history_consistency_new(&level, 1, &diagnostics);
    }
    for (long i = 0; i < rounds && failures < 3; i++) {
        random_shape shape = random_shape_make(&seed, 6);
        random_history created;
        random_history_make(&seed, &shape, &created);
        bool weaker = true;
        for (int l = 0; l < NAIVE_LEVELS; l++) {
            bool allowed = check(checkers[l], &created.history, &l, 1);
            if (allowed && !weaker)
                fail("allowed here, forbidden at a weaker level", &created.history, &l, 1);
            consistent[l] += allowed;
            distinguished[l] += weaker && !allowed;
            weaker = allowed;
        }
    }
    for (int l = 0; l < NAIVE_LEVELS; l++) {
        printf("%s: %ld of %ld consistent, %ld less than before\n", names[l], consistent[l], rounds, distinguished[l]);
        if (consistent[l] < rounds / 10 || (l != NAIVE_TRUE && distinguished[l] == 0))
            failures++;
        ip_history_consistency_free(checkers[l]);
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
        ip_consistency *checker = ip_history_consistency_new(loaded, count, &diagnostics);
        for (long i = 0; i < rounds / 12 && failures < 3; i++) {
            random_shape shape = random_shape_make(&seed, 6);
            random_history created;
            shape.levels = count;
            random_history_make(&seed, &shape, &created);
            check(checker, &created.history, levels, count);
        }
        ip_history_consistency_free(checker);
    }
}

/* Levels of visibility, alone and mixed, against brute force. */
static void test_visibility(uint64_t seed, long rounds)
{
    long consistent[SEEN_LEVELS] = {0};
    for (int mixture = 0; mixture < 2 * SEEN_LEVELS && failures < 3; mixture++) {
        int levels[2] = {mixture / 2, (int)random_below(&seed, SEEN_LEVELS)}, count = 1 + mixture % 2;
        const ip_level *loaded[] = {load_from(seen_names[levels[0]], IP_VISIBILITY),
                                    load_from(seen_names[levels[1]], IP_VISIBILITY)};
        ip_consistency *checker = ip_history_consistency_new(loaded, count, &diagnostics);
        for (long i = 0; i < rounds && failures < 3; i++) {
            random_shape shape = random_shape_make(&seed, SEEN_MOST);
            random_history created;
            int order[IP_MAX_TRANSACTIONS];
            shape.levels = count;
            random_history_make(&seed, &shape, &created);
            bool expected = naive_visible(&created.history, levels);
            if (ip_history_consistent(checker, &created.history) != expected ||
                ip_history_consistency_order(checker, &created.history, order) != expected) {
                failures++;
                printf("%s, %s: expected %d\n", seen_names[levels[0]], count > 1 ? seen_names[levels[1]] : "",
                       expected);
                random_history_print(&created.history);
            }
            if (count == 1)
                consistent[levels[0]] += expected;
        }
        ip_history_consistency_free(checker);
    }
    for (int l = 0; l < SEEN_LEVELS; l++) {
        printf("%s: %ld of %ld consistent\n", seen_names[l], consistent[l], rounds);
        failures += consistent[l] < rounds / 10 || consistent[l] > rounds / 10 * 9;
    }
}

/* Locks, and reads that are marked as the newest or not recorded at all. */
static void add_locks(uint64_t *seed, random_history *created, ip_history_lock locks[][RANDOM_MOST_READS])
{
    static const int modes[] = {IP_LOCK_KEY_SHARE, IP_LOCK_SHARE, IP_LOCK_NO_KEY_UPDATE, IP_LOCK_UPDATE};
    ip_history *h = &created->history;
    for (int t = 1; t < h->count; t++) {
        ip_history_transaction *own = &h->transactions[t];
        for (int r = 0; r < own->read_count; r++) {
            created->reads[t][r].newest = random_below(seed, 3) == 0;
            created->reads[t][r].unsure = !created->reads[t][r].newest && random_below(seed, 3) == 0;
        }
        own->lock_count = (int)random_below(seed, RANDOM_MOST_READS);
        own->locks = locks[t];
        for (int i = 0; i < own->lock_count; i++) {
            ip_history_lock *lock = &locks[t][i];
            int object = (int)random_below(seed, (unsigned)h->object_count);
            *lock = (ip_history_lock){.row = h->row_of ? h->row_of[object] : object,
                                      .mode = modes[random_below(seed, 4)],
                                      .step = (int)random_below(seed, 5)};
            lock->changes = lock->mode >= IP_LOCK_NO_KEY_UPDATE && random_below(seed, 2);
            lock->met = random_below(seed, 4) == 0;
            if (lock->met)
                lock->mode = IP_LOCK_NONE;
            lock->inserts = lock->changes && lock->mode == IP_LOCK_UPDATE && random_below(seed, 2);
        }
    }
}

/* PostgreSQL's levels, alone and mixed, and by the solver, too, now and then. */
static void test_postgresql(uint64_t seed, long rounds)
{
    static const char *const files[] = {"postgresql/read-committed", "postgresql/repeatable-read"};
    for (int mixture = 0; mixture < 4 && failures < 3; mixture++) {
        int first = mixture & 1, count = 1 + mixture / 2;
        const ip_level *loaded[] = {load_from(files[first], IP_VISIBILITY), load_from(files[!first], IP_VISIBILITY)};
        const bool statement_snapshots[] = {!first, first};
        ip_consistency *checker = ip_history_consistency_new(loaded, count, &diagnostics);
        ip_consistency *solver = ip_history_consistency_new_by_solver(loaded, count, &diagnostics);
        long consistent = 0;
        for (long i = 0; i < rounds && failures < 3; i++) {
            random_shape shape = random_shape_make(&seed, 5);
            random_history created;
            ip_history_lock locks[IP_MAX_TRANSACTIONS][RANDOM_MOST_READS];
            shape.levels = count;
            shape.precedences = false;
            random_history_make(&seed, &shape, &created);
            add_locks(&seed, &created, locks);
            bool expected = naive_postgresql(&created.history, statement_snapshots);
            consistent += expected;
            bool by_solver = i % 20 || ip_history_consistent(solver, &created.history) == expected;
            if (by_solver && ip_history_consistent(checker, &created.history) == expected)
                continue;
            failures++;
            printf("%s%s%s: expected %d%s\n", files[first], count > 1 ? " and " : "", count > 1 ? files[!first] : "",
                   expected, by_solver ? "" : ", by the solver");
            random_history_print(&created.history);
        }
        printf("%s%s: %ld of %ld consistent\n", files[first], count > 1 ? ", mixed" : "", consistent, rounds);
        failures += consistent < rounds / 10 || consistent > rounds / 10 * 9;
        ip_history_consistency_free(checker);
        ip_history_consistency_free(solver);
    }
}

/* Whatever way the checker chooses for these levels, a solver that evaluates the axioms must agree. */
static void compare_with_solver(const ip_level *const *levels, int count, uint64_t *seed, long rounds, int least,
                                int most)
{
    ip_consistency *checker = ip_history_consistency_new(levels, count, &diagnostics);
    ip_consistency *solver = ip_history_consistency_new_by_solver(levels, count, &diagnostics);
    long consistent = 0;
    for (long i = 0; i < rounds && failures < 3; i++) {
        random_shape shape = random_shape_make(seed, most);
        random_history created;
        if (shape.transactions < least)
            shape.transactions = least;
        shape.levels = count;
        random_history_make(seed, &shape, &created);
        bool expected = ip_history_consistent(solver, &created.history);
        consistent += expected;
        if (ip_history_consistent(checker, &created.history) == expected)
            continue;
        failures++;
        printf("%s%s%s: the solver says %d\n", ip_level_name(levels[0]), count > 1 ? ", " : "",
               count > 1 ? ip_level_name(levels[1]) : "", expected);
        random_history_print(&created.history);
    }
    printf("%s%s%s: %ld of %ld consistent\n", ip_level_name(levels[0]), count > 1 ? ", " : "",
           count > 1 ? ip_level_name(levels[1]) : "", consistent, rounds);
    if (consistent == 0 && most <= 5) /* few of the large ones are */
        failures++;
    ip_history_consistency_free(checker);
    ip_history_consistency_free(solver);
}

static void test_solver(uint64_t seed, long rounds)
{
    static const char *const files[] = {
        "levels/unguarded.smt2",           "levels/chosen.smt2",     "levels/long-chain.smt2",
        "levels/same-object.smt2",         "levels/two-heads.smt2",  "levels/dependencies.smt2",
        "levels/as-much-as-possible.smt2", "levels/statements.smt2", "levels/all-or-none.smt2"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        const ip_level *level = load(files[f]), *beside;
        beside = load_from(ip_level_vocabulary(level) == IP_COMMIT_ORDER ? "ser" : "psi", ip_level_vocabulary(level));
        const ip_level *levels[] = {level, beside};
        compare_with_solver(levels, 1, &seed, rounds, 1, 5);
        compare_with_solver(levels, 2, &seed, rounds, 1, 5);
    }
    for (int l = NAIVE_TRUE; l < NAIVE_LEVELS; l++) {
        const ip_level *levels[] = {load(names[l]), load("si")};
        compare_with_solver(levels, 1, &seed, rounds / 2, 1, 5);
        if (l >= NAIVE_PC) /* beyond brute force */
            compare_with_solver(levels, 2, &seed, rounds / 2, 9, 10);
    }
}

/* Where each session is one transaction, both families say the same. */
static void test_families(uint64_t seed, long rounds)
{
    static const struct {
        const char *order, *visibility;
    } pairs[] = {{"ra", "read-atomic"},
                 {"causal", "causal-consistency"},
                 {"prefix", "prefix-consistency"},
                 {"si", "snapshot-isolation"},
                 {"ser", "serializability"}};
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        const ip_level *order = load(pairs[p].order), *visibility = load_from(pairs[p].visibility, IP_VISIBILITY);
        ip_consistency *orders = ip_history_consistency_new(&order, 1, &diagnostics);
        ip_consistency *visible = ip_history_consistency_new(&visibility, 1, &diagnostics);
        for (long i = 0; i < rounds && failures < 3; i++) {
            random_shape shape = random_shape_make(&seed, i % 4 ? 7 : 12);
            random_history created;
            random_history_make(&seed, &shape, &created);
            for (int t = 1; t < created.history.count; t++)
                created.history.transactions[t].sessions_before = 1;
            bool expected = ip_history_consistent(orders, &created.history);
            if (ip_history_consistent(visible, &created.history) == expected)
                continue;
            failures++;
            printf("%s: %d in commit orders\n", pairs[p].visibility, expected);
            random_history_print(&created.history);
        }
        ip_history_consistency_free(orders);
        ip_history_consistency_free(visible);
    }
}

/* Does the history itself, with the order recorded, have the edge? */
static bool has_edge(const ip_history *h, const ip_explanation *why, const ip_reason *edge)
{
    int position[IP_MAX_TRANSACTIONS] = {0};
    for (int i = 0; i < why->order_count; i++)
        position[why->order[i]] = i;
    const ip_history_transaction *from = &h->transactions[edge->from], *to = &h->transactions[edge->to];
    switch (edge->type) {
    case IP_REASON_SO:
        return to->sessions_before >> edge->from & 1;
    case IP_REASON_WR:
        for (int r = 0; r < to->read_count; r++)
            if (to->reads[r].from == edge->from && to->reads[r].object == edge->object)
                return true;
        return false;
    case IP_REASON_RW:
        for (int r = 0; r < from->read_count; r++)
            if (from->reads[r].object == edge->object && from->reads[r].from != edge->to &&
                (from->reads[r].from == 0 || position[from->reads[r].from] < position[edge->to])) /* 0: initial */
                return h->writers[edge->object] >> edge->to & 1;
        return false;
    case IP_REASON_WW:
        return (h->writers[edge->object] >> edge->from & 1) && (h->writers[edge->object] >> edge->to & 1) &&
               position[edge->from] < position[edge->to];
    case IP_REASON_CO:
        break;
    }
    return edge->text && (h->writers[edge->object] >> edge->from & 1) && (h->writers[edge->object] >> edge->to & 1);
}

/* What is shown for an inconsistent history: fewer reads that are inconsistent, too, and a closed cycle of edges that
 * are there. */
static void test_explanations(uint64_t seed, long rounds)
{
    static const char *const transactions[] = {"initial", "a", "b", "c", "d", "e", "f", "g"};
    static const char *const objects[] = {"u", "v", "x", "y", "z"};
    for (int l = NAIVE_RC; l < NAIVE_LEVELS + SEEN_LEVELS; l++) {
        const ip_level *level =
            l < NAIVE_LEVELS ? load(names[l]) : load_from(seen_names[l - NAIVE_LEVELS], IP_VISIBILITY);
        ip_consistency *checker = ip_history_consistency_new(&level, 1, &diagnostics);
        long explained = 0, forced = 0;
        for (long i = 0; i < rounds && failures < 3; i++) {
            ip_arena *scratch = ip_arena_new();
            random_shape shape = random_shape_make(&seed, 6);
            random_history created;
            shape.precedences = false; /* recorded histories have none */
            random_history_make(&seed, &shape, &created);
            const ip_explanation *why =
                ip_history_consistent(checker, &created.history)
                    ? NULL
                    : ip_history_explain(scratch, checker, &level, 1, &created.history, transactions, objects);
            bool good = !why || (why->cycle.count >= 2 && !ip_history_consistent(checker, why->core));
            for (int e = 0; why && e < why->cycle.count && good; e++)
                good = has_edge(why->core, why, &why->cycle.items[e]) &&
                       why->cycle.items[e].to == why->cycle.items[(e + 1) % why->cycle.count].from;
            explained += why != NULL;
            forced += why && !why->tried_orders;
            if (!good) {
                failures++;
                printf("%s: a bad explanation, %d edges\n", ip_level_name(level), why->cycle.count);
                random_history_print(&created.history);
                random_history_print(why->core);
            }
            ip_arena_free(scratch);
        }
        printf("%s: %ld explained, %ld by forced edges\n", ip_level_name(level), explained, forced);
        failures += explained == 0 || (l < NAIVE_PC && forced != explained);
        ip_history_consistency_free(checker);
    }
}

TEST_SUITE(history)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 6000;
    arena = ip_arena_new();
    diagnostics.arena = arena;
    test_levels(seed, rounds);
    test_mixtures(seed + 1, rounds);
    test_visibility(seed + 2, rounds / 20);
    test_solver(seed + 3, rounds / 200);
    test_families(seed + 4, rounds / 4);
    test_explanations(seed + 5, rounds / 20);
    test_postgresql(seed + 6, rounds / 4);
    ip_arena_free(arena);
    printf("%d failures\n", failures);
    return failures > 0;
}
