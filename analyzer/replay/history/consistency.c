#include "consistency.h"

#include "level_order.h"
#include "order_search.h"

#include <string.h>

struct ip_consistency {
    ip_arena *arena;
    ip_order_search *search;
};

static const ip_mask_program *program_of(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics)
{
    ip_order_axioms axioms = {0};
    ip_mask_program *program = IP_NEW(arena, ip_mask_program);
    if (ip_level_vocabulary(level) != IP_COMMIT_ORDER)
        ip_report(diagnostics, IP_ERROR, (ip_range){0}, NULL,
                  "%s: a level of visibility cannot be checked on histories yet; expected one of commit orders",
                  ip_level_name(level));
    else if (ip_level_order_axioms(arena, level, &axioms, diagnostics)) {
        if (ip_mask_program_compile(arena, &axioms, program))
            return program;
        ip_report(diagnostics, IP_ERROR, (ip_range){0}, NULL, "%s: these axioms cannot be checked on histories yet",
                  ip_level_name(level));
    }
    return NULL;
}

ip_consistency *ip_consistency_new(const ip_level *const *levels, int count, ip_diagnostics *diagnostics)
{
    ip_arena *arena = ip_arena_new();
    ip_consistency *checker = IP_NEW(arena, ip_consistency);
    checker->arena = arena;
    const ip_mask_program **programs = IP_NEW_ARRAY(arena, const ip_mask_program *, count);
    bool good = true;
    for (int l = 0; l < count; l++) {
        programs[l] = program_of(arena, levels[l], diagnostics);
        good &= programs[l] != NULL;
    }
    if (!good) {
        ip_arena_free(arena);
        return NULL;
    }
    checker->search = ip_order_search_new(programs, count);
    return checker;
}

void ip_consistency_free(ip_consistency *checker)
{
    if (!checker)
        return;
    ip_order_search_free(checker->search);
    ip_arena_free(checker->arena);
}

bool ip_consistent(ip_consistency *checker, const ip_history *history)
{
    return ip_order_search_run(checker->search, history);
}

bool ip_consistency_order(ip_consistency *checker, const ip_history *history, int order[IP_MAX_TRANSACTIONS])
{
    if (!ip_order_search_run(checker->search, history))
        return false;
    memcpy(order, ip_order_found(checker->search), sizeof *order * (size_t)history->count);
    return true;
}
