/* The levels of an engine: all level files that declare it. */
#ifndef IP_ENGINE_LEVELS_H
#define IP_ENGINE_LEVELS_H

#include "base/diagnostic.h"
#include "level/level.h"

typedef struct ip_engine_levels {
    const char *name;
    IP_VEC(const ip_level *) levels; /* weakest first */
} ip_engine_levels;

/* name NULL: the only engine. false after reporting an unknown engine, with the known ones. */
bool ip_advice_engine_levels_find(ip_arena *arena, const char *name, ip_engine_levels *engine,
                                  ip_diagnostics *diagnostics);

#endif
