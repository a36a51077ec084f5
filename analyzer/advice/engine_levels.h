/* The levels of an engine: whatever level files declare it. */
#ifndef IP_ENGINE_LEVELS_H
#define IP_ENGINE_LEVELS_H

#include "base/diagnostic.h"
#include "level/level.h"

typedef struct ip_engine_levels {
    const char *name;
    IP_VEC(const ip_level *) levels; /* weakest first */
} ip_engine_levels;

/* name NULL: the only one there is. false after reporting an unknown engine, with those that are known. */
bool ip_engine_levels_find(ip_arena *arena, const char *name, ip_engine_levels *engine, ip_diagnostics *diagnostics);

#endif
