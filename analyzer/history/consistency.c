/* Whether a history satisfies its transactions' levels; commit orders; cycles of dependencies. */
#include "history/consistency.h"

#include "level/order.h"
#include "history/order_search.h"
#include "history/solver_check.h"
#include "history/visibility_search.h"

#include <string.h>

/* The fastest of three ways that is exact for the levels: masks for commit orders, least visibility, a solver. */
struct ip_consistency {
    ip_arena *arena;
    const ip_level *const *levels;
    int level_count;
    ip_order_search *orders;
    ip_visibility_search *visibility;
    int order[IP_MAX_TRANSACTIONS]; /* the solver's */
};

static const ip_mask_program *program_of(ip_arena *arena, const ip_level *level)
{
    ip_order_axioms axioms = {0};
    ip_diagnostics ignored_messages = {.arena = arena}; /* the form was checked when the level was loaded */
    ip_mask_program *program = IP_NEW(arena, ip_mask_program);
    bool good = ip_level_order_axioms(arena, level, &axioms, &ignored_messages) &&
                ip_history_mask_program_compile(arena, &axioms, program);
    return good ? program : NULL;
}

static void choose_orders(ip_consistency *checker)
{
    const ip_mask_program **programs = IP_NEW_ARRAY(checker->arena, const ip_mask_program *, checker->level_count);
    for (int l = 0; l < checker->level_count; l++)
        if (!(programs[l] = program_of(checker->arena, checker->levels[l])))
            return;
    checker->orders = ip_history_order_search_new(programs, checker->level_count);
}

static bool is_checkable(const ip_level *level, ip_vocabulary vocabulary, ip_diagnostics *diagnostics)
{
    const char *why = NULL;
    if (ip_level_vocabulary(level) != vocabulary)
        why = "levels of visibility and levels of commit orders cannot be mixed in one history";
    if (ip_level_axioms_mention(&level->axioms, IP_SYMBOL_IN_A) ||
        ip_level_axioms_mention(&level->axioms, IP_SYMBOL_IN_B))
        why = "it speaks of the programs A and B of --serialize A:B, and a history has transactions only";
    if (why)
        ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){0}, NULL, "level %s: %s", ip_level_name(level), why);
    return !why;
}

/* Levels of the literature, and other engines' levels, cannot be mixed with the lock axioms of an engine's levels. */
static bool is_of_engine(const ip_level *level, const ip_level *first, ip_diagnostics *diagnostics)
{
    const char *engine = ip_level_engine(level), *other = ip_level_engine(first);
    if (!strcmp(engine, other))
        return true;
    ip_diagnostics_add(
        diagnostics, IP_ERROR, (ip_range){0}, NULL,
        "levels %s and %s cannot be mixed in one history: %s is a level of %s%s", ip_level_name(first),
        ip_level_name(level), ip_level_name(*engine ? level : first), *engine ? engine : other,
        *engine && *other ? ip_arena_printf(diagnostics->arena, ", %s of %s", ip_level_name(first), other) : "");
    return false;
}

ip_consistency *ip_history_consistency_new(const ip_level *const *levels, int count, ip_diagnostics *diagnostics)
{
    bool good = true;
    ip_vocabulary vocabulary = count > 0 ? ip_level_vocabulary(levels[0]) : IP_COMMIT_ORDER;
    for (int l = 0; l < count; l++)
        good &= is_checkable(levels[l], vocabulary, diagnostics) && is_of_engine(levels[l], levels[0], diagnostics);
    if (!good)
        return NULL;
    ip_arena *arena = ip_arena_new();
    ip_consistency *checker = IP_NEW(arena, ip_consistency);
    const ip_level **kept = IP_NEW_ARRAY(arena, const ip_level *, count);
    if (count > 0)
        memcpy(kept, levels, sizeof *kept * (size_t)count);
    *checker = (ip_consistency){.arena = arena, .levels = kept, .level_count = count};
    if (vocabulary == IP_COMMIT_ORDER)
        choose_orders(checker);
    else
        checker->visibility = ip_history_visibility_search_new(kept, count);
    return checker;
}

ip_consistency *ip_history_consistency_new_by_solver(const ip_level *const *levels, int count,
                                                     ip_diagnostics *diagnostics)
{
    ip_consistency *checker = ip_history_consistency_new(levels, count, diagnostics);
    if (!checker)
        return NULL;
    ip_history_order_search_free(checker->orders);
    ip_history_visibility_search_free(checker->visibility);
    checker->orders = NULL;
    checker->visibility = NULL;
    return checker;
}

void ip_history_consistency_free(ip_consistency *checker)
{
    if (!checker)
        return;
    ip_history_order_search_free(checker->orders);
    ip_history_visibility_search_free(checker->visibility);
    ip_arena_free(checker->arena);
}

bool ip_history_consistent(ip_consistency *checker, const ip_history *history)
{
    if (checker->orders)
        return ip_history_order_search_run(checker->orders, history);
    if (checker->visibility)
        return ip_history_visibility_search_run(checker->visibility, history);
    return ip_history_solver_consistent(checker->levels, checker->level_count, history, checker->order);
}

int ip_history_consistency_hurry(ip_consistency *checker)
{
    enum { STEPS = 100000, ASSIGNMENTS = 500000, OF_SOLVER = 8 };
    if (checker->orders)
        ip_history_order_search_limit(checker->orders, STEPS);
    if (checker->visibility)
        ip_history_visibility_search_limit(checker->visibility, ASSIGNMENTS);
    return checker->orders || checker->visibility ? IP_MAX_TRANSACTIONS : OF_SOLVER;
}

bool ip_history_consistency_gave_up(const ip_consistency *checker)
{
    return (checker->orders && ip_history_order_gave_up(checker->orders)) ||
           (checker->visibility && ip_history_visibility_gave_up(checker->visibility));
}

const int *ip_history_consistency_found(const ip_consistency *checker)
{
    return checker->orders       ? ip_history_order_found(checker->orders)
           : checker->visibility ? ip_history_visibility_found(checker->visibility)
                                 : checker->order;
}

bool ip_history_consistency_order(ip_consistency *checker, const ip_history *history, int order[IP_MAX_TRANSACTIONS])
{
    if (!ip_history_consistent(checker, history))
        return false;
    memcpy(order, ip_history_consistency_found(checker), sizeof *order * (size_t)history->count);
    return true;
}
