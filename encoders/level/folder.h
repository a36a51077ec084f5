/* The folder of levels that ship. */
#ifndef IP_LEVEL_FOLDER_H
#define IP_LEVEL_FOLDER_H

#include "level/check.h"

/* The name ("name", "folder/name") of the file that has this name or declares this alias; where several do, one in
 * the preferred vocabulary. NULL after reporting. */
const char *ip_level_folder_find(ip_arena *arena, const char *name, ip_vocabulary preferred,
                                 ip_diagnostics *diagnostics);
/* Is there a file of that very name? */
bool ip_level_folder_has(ip_arena *arena, const char *name);

#endif
