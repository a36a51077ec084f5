#include "level_folder.h"

#include "level_vocabulary.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct entry {
    const char *name;
    const ip_level_file *file;
} entry;

typedef IP_VEC(entry) entries;

/* Where the install step put the files, as seen from the executable: a prefix may be moved, and an
 * installed command must not depend on the sources it was built from. NULL: not installed. */
static const char *beside_executable(void)
{
    static char folder[4096];
    char executable[2048];
    ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
    if (length <= 0)
        return NULL;
    executable[length] = '\0';
    char *slash = strrchr(executable, '/');
    if (!slash)
        return NULL;
    *slash = '\0';
    snprintf(folder, sizeof folder, "%s/%s", executable, ISOPROOF_SPECS_FROM_EXECUTABLE);
    return access(folder, R_OK) == 0 ? folder : NULL;
}

const char *ip_level_folder(void)
{
    const char *chosen = getenv("ISOPROOF_SPECS");
    if (chosen && *chosen)
        return chosen;
    const char *installed = beside_executable();
    if (installed)
        return installed;
    return access(ISOPROOF_SOURCE_SPECS, R_OK) == 0 ? ISOPROOF_SOURCE_SPECS : ISOPROOF_INSTALLED_SPECS;
}

static int weakest_first(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->file->rank != b->file->rank)
        return a->file->rank < b->file->rank ? -1 : 1;
    return strcmp(a->name, b->name);
}

static entries list_folder(ip_arena *arena)
{
    static const char suffix[] = ".smt2";
    entries all = {0};
    DIR *folder = opendir(ip_level_folder());
    for (struct dirent *item; folder && (item = readdir(folder));) {
        size_t length = strlen(item->d_name);
        if (length < sizeof suffix || strcmp(item->d_name + length - (sizeof suffix - 1), suffix) != 0)
            continue;
        const char *error = NULL, *path = ip_arena_printf(arena, "%s/%s", ip_level_folder(), item->d_name);
        ip_source *source = ip_source_read(arena, path, &error);
        if (!source)
            continue; /* asked for by name, it is reported then */
        entry e = {ip_arena_strndup(arena, item->d_name, length - (sizeof suffix - 1)),
                   ip_level_file_describe(arena, source)};
        IP_PUSH(arena, &all, e);
    }
    if (folder)
        closedir(folder);
    if (all.count)
        qsort(all.items, (size_t)all.count, sizeof *all.items, weakest_first);
    return all;
}

const char *const *ip_level_names(ip_arena *arena)
{
    entries all = list_folder(arena);
    const char **names = IP_NEW_ARRAY(arena, const char *, all.count + 1);
    for (int i = 0; i < all.count; i++)
        names[i] = all.items[i].name;
    return names;
}

const char *ip_level_folder_find(ip_arena *arena, const char *name, ip_diagnostics *diagnostics)
{
    entries all = list_folder(arena);
    IP_VEC(const char *) known = {0};
    for (int i = 0; i < all.count; i++) {
        if (strcmp(all.items[i].name, name) == 0)
            return all.items[i].name;
        IP_PUSH(arena, &known, all.items[i].name);
    }
    for (int i = 0; i < all.count; i++)
        for (int j = 0; j < all.items[i].file->aliases.count; j++) {
            if (strcmp(all.items[i].file->aliases.items[j], name) == 0)
                return all.items[i].name;
            IP_PUSH(arena, &known, all.items[i].file->aliases.items[j]);
        }
    const char *nearest = ip_level_nearest(arena, name, known.items, known.count), *list = "";
    for (int i = 0; i < all.count; i++)
        list = ip_arena_printf(arena, "%s%s%s", list, i ? ", " : "", all.items[i].name);
    ip_report(diagnostics, IP_ERROR, (ip_range){0}, NULL,
              "no level is named '%s': %s%s%sexpected a file ending in .smt2 or one of %s (in %s)", name,
              nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "",
              *list ? list : "none at all", ip_level_folder());
    return NULL;
}
