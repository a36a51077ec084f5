/* What level files declare about exploration, on small histories: what ships declares nothing false, and the levels
 * that the literature knows not to be causally extensible are refuted, as is a wrong :explored-from. */
#include "test.h"
#include "base/clock.h"
#include "history/claims.h"

#include <string.h>

static ip_arena *arena;
static ip_diagnostics diagnostics;

static const ip_level *level_of(const char *name)
{
    return ip_level_load_for_histories(arena, name, &diagnostics);
}

/* Levels that a solver decides are tried on a part of the histories: tests/explorer/declared.c has others. */
static void test_shipped(void)
{
    int tried = 0;
    for (const char *const *name = ip_level_file_names(arena); *name; name++) {
        const ip_level *level = level_of(*name);
        bool all = false;
        CHECK(level);
        if (level && ip_level_causally_extensible(level)) {
            CHECK(!ip_history_refute_extensible(arena, level, ip_clock() + 100, &all) && all);
            tried++;
        }
        for (int sessions = 0; level && sessions < 2; sessions++) {
            const char *weaker = ip_level_explored_from(level, sessions);
            CHECK(!*weaker ||
                  !ip_history_refute_weaker(arena, level_of(weaker), level, sessions, ip_clock() + 0.3, &all));
        }
    }
    CHECK(tried >= 4);
}

static void test_refuted(void)
{
    static const char *const wrong[] = {"biswas-enea/prefix-consistency", "biswas-enea/snapshot-isolation",
                                        "biswas-enea/serializability", "biswas-enea/update-serializability"};
    bool all;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(ip_history_refute_extensible(arena, level_of(wrong[i]), ip_clock() + 100, &all));
    const char *why = ip_history_refute_extensible(arena, level_of(wrong[0]), ip_clock() + 100, &all);
    CHECK(why && strstr(why, "T4") && strstr(why, "causal past")); /* no three transactions refute it */
    CHECK(ip_history_refute_weaker(arena, level_of("causal"), level_of("ra"), true, ip_clock() + 100, &all));
    CHECK(!ip_history_refute_weaker(arena, level_of("ra"), level_of("causal"), true, ip_clock() + 100, &all) && all);
    /* Visibility says nothing of sessions: only with them does it allow what read atomic on commit orders forbids. */
    const ip_level *plain = level_of("update-atomic"), *ra = level_of("ra");
    CHECK(ip_history_refute_weaker(arena, ra, plain, true, ip_clock() + 100, &all));
    CHECK(!ip_history_refute_weaker(arena, ra, plain, false, ip_clock() + 100, &all));
}

TEST_SUITE(levels_claims)
{
    (void)argc, (void)argv;
    arena = ip_arena_new();
    diagnostics.arena = arena;
    test_shipped();
    test_refuted();
    ip_arena_free(arena);
    return TEST_RESULT();
}
