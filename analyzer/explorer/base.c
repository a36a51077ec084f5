/* Which causally extensible level to explore from. */
#include "explorer/base.h"

#include "history/claims.h"

#include <string.h>

static bool same(const ip_level *a, const ip_level *b)
{
    return !strcmp(ip_level_path(a), ip_level_path(b));
}

static bool weaker(const ip_level *base, const ip_level *level)
{
    return same(base, level) ||
           (ip_level_vocabulary(base) == ip_level_vocabulary(level) && ip_level_implies(level, base));
}

static const ip_level *declared(ip_arena *arena, const ip_level *level, bool sessions, ip_diagnostics *diagnostics)
{
    const char *name = ip_level_explored_from(level, sessions);
    return *name ? ip_level_load_for_histories(arena, name, diagnostics) : NULL;
}

const ip_level *ip_explore_base(ip_arena *arena, const ip_level *level, bool sessions, ip_diagnostics *diagnostics)
{
    if (ip_level_causally_extensible(level))
        return level;
    const ip_level *best = declared(arena, level, sessions, diagnostics);
    if (best && ip_level_causally_extensible(best))
        return best;
    best = NULL;
    for (const char *const *name = ip_level_file_names(arena); *name; name++) {
        const ip_level *candidate = ip_level_load_for_histories(arena, *name, diagnostics);
        if (candidate && ip_level_causally_extensible(candidate) && weaker(candidate, level) &&
            (!best || weaker(best, candidate)))
            best = candidate;
    }
    return best;
}

bool ip_explore_base_fits(ip_arena *arena, const ip_level *base, const ip_level *level, bool sessions,
                          ip_diagnostics *diagnostics)
{
    ip_range nowhere = {0};
    if (!ip_level_causally_extensible(base)) {
        ip_diagnostics_add(diagnostics, IP_ERROR, nowhere, NULL,
                           "%s cannot be explored from: its file does not declare it causally extensible",
                           ip_level_name(base));
        return false;
    }
    const ip_level *known = declared(arena, level, sessions, diagnostics);
    if (weaker(base, level) || (known && weaker(base, known)))
        return true;
    ip_diagnostics_add(diagnostics, IP_ERROR, nowhere, NULL,
                       "%s cannot be explored from %s, which is not known to be weaker: histories could be missed",
                       ip_level_name(level), ip_level_name(base));
    return false;
}

static bool is_installed(const ip_level *level)
{
    size_t length = strlen(ip_level_file_folder());
    return strncmp(ip_level_path(level), ip_level_file_folder(), length) == 0 && ip_level_path(level)[length] == '/';
}

bool ip_explore_claims_hold(ip_arena *arena, const ip_level *base, const ip_level *level, ip_diagnostics *diagnostics)
{
    bool good = is_installed(level) || ip_history_level_claims_hold(arena, level, diagnostics);
    bool other = base && !same(base, level) && !is_installed(base);
    return (!other || ip_history_level_claims_hold(arena, base, diagnostics)) && good;
}
