/* Finds the level files of an engine, and the engine if none is named. */
#include "advice/engine_levels.h"

#include <string.h>

typedef IP_VEC(const char *) name_list;

static void add_once(ip_arena *arena, name_list *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return;
    IP_PUSH(arena, names, name);
}

static const char *joined(ip_arena *arena, const name_list *names)
{
    const char *text = names->count ? "" : "none";
    for (int i = 0; i < names->count; i++)
        text = ip_arena_printf(arena, "%s%s%s", text, i ? ", " : "", names->items[i]);
    return text;
}

bool ip_advice_engine_levels_find(ip_arena *arena, const char *name, ip_engine_levels *engine,
                                  ip_diagnostics *diagnostics)
{
    *engine = (ip_engine_levels){.name = name};
    name_list engines = {0};
    IP_VEC(const ip_level *) levels = {0};
    const char *const *names = ip_level_file_names(arena);
    for (int i = 0; names[i]; i++) {
        const char *of = ip_level_engine_named(arena, names[i]);
        if (of && !*of)
            continue;
        const ip_level *level = ip_level_load(arena, names[i], diagnostics);
        if (!level || !*ip_level_engine(level) || ip_level_vocabulary(level) != IP_VISIBILITY)
            continue;
        add_once(arena, &engines, ip_level_engine(level));
        IP_PUSH(arena, &levels, level);
    }
    if (!name && engines.count == 1)
        engine->name = engines.items[0];
    for (int i = 0; engine->name && i < levels.count; i++)
        if (strcmp(ip_level_engine(levels.items[i]), engine->name) == 0)
            IP_PUSH(arena, &engine->levels, levels.items[i]);
    if (engine->levels.count)
        return true;
    if (name)
        ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){0}, NULL,
                           "--engine: no level file in %s is of an engine named \"%s\"; there are: %s",
                           ip_level_file_folder(), name, joined(arena, &engines));
    else
        ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){0}, NULL, "--engine: which one? %s has level files of: %s",
                           ip_level_file_folder(), joined(arena, &engines));
    return false;
}
