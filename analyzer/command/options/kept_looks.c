/* The file of kept looks, and the settings that their answers depend on. */
#include "command/options/kept_looks.h"

#include <stdlib.h>
#include <sys/stat.h>

/* isoproof/, made where it is not there yet. NULL: there is no such folder. */
static const char *cache_folder(ip_arena *arena)
{
    const char *home = getenv("HOME"), *set = getenv("XDG_CACHE_HOME");
    bool absolute = set && *set == '/'; /* others are to be ignored */
    if (!absolute && (!home || *home != '/'))
        return NULL;
    const char *all = absolute ? set : ip_arena_printf(arena, "%s/.cache", home);
    const char *own = ip_arena_printf(arena, "%s/isoproof", all);
    struct stat found;
    mkdir(all, 0700);
    mkdir(own, 0700);
    return stat(own, &found) == 0 && S_ISDIR(found.st_mode) ? own : NULL;
}

/* Another build of isoproof may find more. */
static const char *program_stamp(ip_arena *arena)
{
    struct stat own;
    if (stat("/proc/self/exe", &own) != 0)
        return IP_VERSION;
    return ip_arena_printf(arena, "%s %lld %lld.%09ld", IP_VERSION, (long long)own.st_size,
                           (long long)own.st_mtim.tv_sec, own.st_mtim.tv_nsec);
}

void ip_option_keep_looks(ip_run *run, const ip_arguments *arguments)
{
    ip_arena *arena = ip_run_arena(run);
    const char *folder = ip_option_given(arguments, IP_OPT_NO_CACHE) ? NULL : cache_folder(arena);
    if (!folder)
        return;
    const char *settings = program_stamp(arena);
    for (int i = 0; i < arguments->options.count; i++) {
        const ip_given_option *given = &arguments->options.items[i];
        if (given->option != IP_OPT_AT)
            settings = ip_arena_printf(arena, "%s\n%s %s", settings, ip_option_table[given->option].name,
                                       given->value ? given->value : "");
    }
    ip_run_keep_looks(run, ip_arena_printf(arena, "%s/looks", folder), settings);
}
