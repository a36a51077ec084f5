/* Files that a configuration names: found upwards, matched by patterns, in the order that migrations are numbered. */
#ifndef IP_FILES_H
#define IP_FILES_H

#include "base/arena.h"

#include <stdbool.h>

/* Paths, and messages about patterns. In the caller's arena. */
typedef IP_VEC(const char *) ip_paths;

/* The path of the file of that name in the current folder or the nearest above it that has one; a folder with .git is
 * the last that is looked at. NULL: there is none. */
const char *ip_configuration_find_upwards(ip_arena *arena, const char *name);
/* The path up to its last slash, with it; "" where it has none. */
const char *ip_configuration_folder_of(ip_arena *arena, const char *path);

/* Appends the files that a pattern names, below the folder ("" or ending with a slash): a path, or one with the signs
 * of glob(7), where a part that is ** stands for any folders. In the order of ip_configuration_compare_numbered, each
 * once.
 * "!PATTERN" takes those out that match it. false: there is none. */
bool ip_configuration_add_matching(ip_arena *arena, const char *folder, const char *pattern, ip_paths *paths);

/* Names as people number them: V2 before V10, V1__x before V1_1__x and V1.1__x. For qsort over const char *. */
int ip_configuration_compare_numbered(const void *a, const void *b);

#endif
