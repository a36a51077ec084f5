/* Finds the level files that are installed. */
#define _GNU_SOURCE /* dladdr */
#include "level_file/folder.h"

#include "level_file/check.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct entry {
    const char *name;
    const ip_level_file *file;
} entry;

typedef IP_VEC(entry) entries;

/* Below the folder of a file, from there. NULL: nothing is there. */
static const char *beside(const char *file, const char *way, char *folder, size_t size)
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (!slash)
        return NULL;
    snprintf(folder, size, "%.*s/%s", (int)(slash - file), file, way);
    return access(folder, R_OK) == 0 ? folder : NULL;
}

/* Where the install step put the files, as seen from the executable, or from the library that this code is in: a prefix
 * may be moved, and what is installed must not depend on the sources it was built from. NULL: not installed. */
static const char *beside_code(void)
{
    static char folder[2 * PATH_MAX];
    Dl_info library;
    char *executable = realpath("/proc/self/exe", NULL);
    const char *found = beside(executable, ISOPROOF_SPECS_FROM_EXECUTABLE, folder, sizeof folder);
    free(executable);
    if (found || !dladdr(folder, &library))
        return found;
    char *file = realpath(library.dli_fname, NULL);
    found = beside(file, ISOPROOF_SPECS_FROM_LIBRARY, folder, sizeof folder);
    free(file);
    return found;
}

const char *ip_level_file_folder(void)
{
    const char *chosen = getenv("ISOPROOF_SPECS");
    if (chosen && *chosen)
        return chosen;
    const char *installed = beside_code();
    if (installed)
        return installed;
    return access(ISOPROOF_SOURCE_SPECS, R_OK) == 0 ? ISOPROOF_SOURCE_SPECS : ISOPROOF_INSTALLED_SPECS;
}

/* Vocabulary by vocabulary. */
static int weakest_first(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->file->vocabulary != b->file->vocabulary)
        return a->file->vocabulary < b->file->vocabulary ? -1 : 1;
    if (a->file->rank != b->file->rank)
        return a->file->rank < b->file->rank ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void add_file(ip_arena *arena, entries *all, const char *path, const char *name)
{
    const char *error = NULL;
    ip_source *source = ip_source_read(arena, path, &error);
    if (!source)
        return; /* asked for by name, it is reported then */
    entry e = {name, ip_level_file_describe(arena, source)};
    IP_PUSH(arena, all, e);
}

/* The files of the folder and, one deep, of the folders in it; prefix: "" or "folder/". */
static void add_folder(ip_arena *arena, entries *all, const char *prefix)
{
    static const char suffix[] = ".smt2";
    DIR *folder = opendir(ip_arena_printf(arena, "%s/%s", ip_level_file_folder(), prefix));
    for (struct dirent *item; folder && (item = readdir(folder));) {
        const char *path = ip_arena_printf(arena, "%s/%s%s", ip_level_file_folder(), prefix, item->d_name);
        size_t length = strlen(item->d_name);
        struct stat status;
        if (length >= sizeof suffix && strcmp(item->d_name + length - (sizeof suffix - 1), suffix) == 0)
            add_file(arena, all, path,
                     ip_arena_printf(arena, "%s%.*s", prefix, (int)(length - (sizeof suffix - 1)), item->d_name));
        else if (!*prefix && item->d_name[0] != '.' && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            add_folder(arena, all, ip_arena_printf(arena, "%s/", item->d_name));
    }
    if (folder)
        closedir(folder);
}

static entries list_folder(ip_arena *arena)
{
    entries all = {0};
    add_folder(arena, &all, "");
    if (all.count)
        qsort(all.items, (size_t)all.count, sizeof *all.items, weakest_first);
    return all;
}

const char *const *ip_level_file_names(ip_arena *arena)
{
    return ip_level_file_names_of_family(arena, NULL);
}

const char *const *ip_level_file_names_of_family(ip_arena *arena, const char *family)
{
    entries all = list_folder(arena);
    const char **names = IP_NEW_ARRAY(arena, const char *, all.count + 1);
    int count = 0;
    for (int i = 0; i < all.count; i++)
        if (!family || strcmp(all.items[i].file->family, family) == 0)
            names[count++] = all.items[i].name;
    return names;
}

bool ip_level_file_folder_has(ip_arena *arena, const char *name)
{
    entries all = list_folder(arena);
    for (int i = 0; i < all.count; i++)
        if (strcmp(all.items[i].name, name) == 0)
            return true;
    return false;
}

static bool has_alias(const ip_level_file *file, const char *name)
{
    for (int i = 0; i < file->aliases.count; i++)
        if (strcmp(file->aliases.items[i], name) == 0)
            return true;
    return false;
}

/* A file's own name beats an alias; the preferred vocabulary beats both. */
static const entry *find(const entries *all, const char *name, ip_vocabulary preferred)
{
    const entry *best = NULL;
    int best_score = 0;
    for (int i = 0; i < all->count; i++) {
        const entry *e = &all->items[i];
        bool own = strcmp(e->name, name) == 0;
        int score = own ? 2 : has_alias(e->file, name) ? 1 : 0;
        if (score && e->file->vocabulary == preferred)
            score += 2;
        if (score > best_score) {
            best = e;
            best_score = score;
        }
    }
    return best;
}

const char *ip_level_file_folder_find(ip_arena *arena, const char *name, ip_vocabulary preferred,
                                      ip_diagnostics *diagnostics)
{
    entries all = list_folder(arena);
    const entry *found = find(&all, name, preferred);
    if (found)
        return found->name;
    IP_VEC(const char *) known = {0};
    for (int i = 0; i < all.count; i++) {
        IP_PUSH(arena, &known, all.items[i].name);
        for (int j = 0; j < all.items[i].file->aliases.count; j++)
            IP_PUSH(arena, &known, all.items[i].file->aliases.items[j]);
    }
    const char *nearest = ip_level_file_nearest(arena, name, known.items, known.count), *list = "";
    for (int i = 0; i < all.count; i++)
        list = ip_arena_printf(arena, "%s%s%s", list, i ? ", " : "", all.items[i].name);
    ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){0}, NULL,
                       "no level is named '%s': %s%s%sexpected a file ending in .smt2 or one of %s (in %s)", name,
                       nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "",
                       *list ? list : "none at all", ip_level_file_folder());
    return NULL;
}
