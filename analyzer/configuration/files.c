/* Files that a configuration names. */
#include "configuration/files.h"

#include <dirent.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 32 };

static bool exists(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0;
}

const char *ip_configuration_find_upwards(ip_arena *arena, const char *name)
{
    char *here = realpath(".", NULL);
    const char *up = "", *found = NULL;
    for (char *at = here; at && !found; up = ip_arena_printf(arena, "%s../", up)) {
        const char *path = ip_arena_printf(arena, "%s%s", up, name);
        if (exists(path))
            found = path;
        char *slash = strrchr(at, '/');
        if (exists(ip_arena_printf(arena, "%s.git", up)) || !slash || !slash[1])
            break;
        slash[slash == at] = '\0'; /* the folder above: "/" has none */
    }
    free(here);
    return found;
}

const char *ip_configuration_folder_of(ip_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? ip_arena_strndup(arena, path, (size_t)(slash - path) + 1) : "";
}

/* What separates words comes before what they consist of, so that a longer version comes after a shorter one. */
static int rank(unsigned char c)
{
    static const char separators[] = "/_-. ";
    const char *at = c ? strchr(separators, c) : NULL;
    return !c ? 0 : at ? (int)(at - separators) + 1 : c + (int)sizeof separators;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int compare_numbers(const char **a, const char **b)
{
    *a += strspn(*a, "0");
    *b += strspn(*b, "0");
    size_t n = strspn(*a, "0123456789"), m = strspn(*b, "0123456789");
    int order = n != m ? (n < m ? -1 : 1) : strncmp(*a, *b, n);
    *a += n;
    *b += m;
    return order;
}

int ip_configuration_compare_numbered(const void *first, const void *second)
{
    const char *a = *(const char *const *)first, *b = *(const char *const *)second;
    while (*a && *b) {
        if (is_digit(*a) && is_digit(*b)) {
            int order = compare_numbers(&a, &b);
            if (order)
                return order;
            continue;
        }
        if (*a != *b)
            break;
        a++;
        b++;
    }
    int order = rank((unsigned char)*a) - rank((unsigned char)*b);
    return order ? order : strcmp(*(const char *const *)first, *(const char *const *)second);
}

static void add_glob(ip_arena *arena, const char *pattern, ip_paths *paths)
{
    glob_t found;
    if (glob(pattern, GLOB_NOSORT, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            struct stat file;
            const char *path = ip_arena_strdup(arena, found.gl_pathv[i]);
            if (stat(path, &file) == 0 && !S_ISDIR(file.st_mode))
                IP_PUSH(arena, paths, path);
        }
        globfree(&found);
    }
}

/* The pattern in the folder and in every folder below. */
static void add_below(ip_arena *arena, const char *folder, const char *pattern, int depth, ip_paths *paths)
{
    add_glob(arena, ip_arena_printf(arena, "%s%s", folder, pattern), paths);
    DIR *opened = depth < DEEPEST ? opendir(*folder ? folder : ".") : NULL;
    for (struct dirent *entry = NULL; opened && (entry = readdir(opened));) {
        struct stat found;
        const char *path = ip_arena_printf(arena, "%s%s", folder, entry->d_name);
        if (entry->d_name[0] != '.' && lstat(path, &found) == 0 && S_ISDIR(found.st_mode))
            add_below(arena, ip_arena_printf(arena, "%s/", path), pattern, depth + 1, paths);
    }
    if (opened)
        closedir(opened);
}

static bool has_signs(const char *pattern)
{
    return strpbrk(pattern, "*?[") != NULL;
}

static void matching(ip_arena *arena, const char *folder, const char *pattern, ip_paths *paths)
{
    const char *any = strstr(pattern, "**/");
    if (any && (any == pattern || any[-1] == '/'))
        add_below(arena, ip_arena_printf(arena, "%s%.*s", folder, (int)(any - pattern), pattern), any + 3, 0, paths);
    else
        add_glob(arena, ip_arena_printf(arena, "%s%s", folder, pattern), paths);
    if (paths->count)
        qsort(paths->items, (size_t)paths->count, sizeof *paths->items, ip_configuration_compare_numbered);
}

static int index_of(const ip_paths *paths, const char *path)
{
    for (int i = 0; i < paths->count; i++)
        if (strcmp(paths->items[i], path) == 0)
            return i;
    return -1;
}

static void take_out(ip_paths *paths, const ip_paths *others)
{
    int kept = 0;
    for (int i = 0; i < paths->count; i++)
        if (index_of(others, paths->items[i]) < 0)
            paths->items[kept++] = paths->items[i];
    paths->count = kept;
}

bool ip_configuration_add_matching(ip_arena *arena, const char *folder, const char *pattern, ip_paths *paths)
{
    bool out = *pattern == '!';
    pattern += out;
    while (strncmp(pattern, "./", 2) == 0 && pattern[2] && pattern[2] != '/') /* messages name db/a.sql as others do */
        pattern += 2;
    if (*pattern == '/')
        folder = "";
    ip_paths found = {0};
    const char *whole = ip_arena_printf(arena, "%s%s", folder, pattern);
    if (exists(whole))
        IP_PUSH(arena, &found, whole);
    else if (has_signs(pattern))
        matching(arena, folder, pattern, &found);
    if (out)
        take_out(paths, &found);
    for (int i = 0; !out && i < found.count; i++)
        if (index_of(paths, found.items[i]) < 0)
            IP_PUSH(arena, paths, found.items[i]);
    return out || found.count > 0;
}
