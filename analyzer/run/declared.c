/* Finds declared levels among an engine's; one object for each level, as for requested levels. */
#include "run/declared.h"

#include <string.h>

bool ip_run_is_assigned(const ip_run *run, const ip_program *program)
{
    for (int a = 0; a < run->assigned.count; a++)
        if (strcmp(run->assigned.items[a].program, program->name) == 0)
            return true;
    return false;
}

static bool means(const ip_level *level, const ip_level *asked, const char *words)
{
    return strcmp(ip_level_engine(level), ip_level_engine(asked)) == 0 &&
           strcmp(ip_level_postgresql(level), words) == 0;
}

const ip_level *ip_run_level_declared(ip_run *run, const ip_level *asked, const ip_program *program)
{
    if (!program->declared || !*ip_level_engine(asked))
        return NULL;
    for (int i = 0; i < run->levels.count; i++)
        if (means(run->levels.items[i], asked, program->declared))
            return run->levels.items[i];
    for (int i = 0; i < run->assigned.count; i++)
        if (means(run->assigned.items[i].level, asked, program->declared))
            return run->assigned.items[i].level;
    for (int i = 0; i < run->declared.count; i++)
        if (means(run->declared.items[i], asked, program->declared))
            return run->declared.items[i];
    const char *const *names = ip_level_file_names(run->arena);
    for (int i = 0; names[i]; i++) {
        const ip_level *level = ip_level_load(run->arena, names[i], &run->diagnostics);
        if (!level || !means(level, asked, program->declared))
            continue;
        IP_PUSH(run->arena, &run->declared, level);
        return level;
    }
    return NULL;
}
