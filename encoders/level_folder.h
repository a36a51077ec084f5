/* The folder of levels that ship. */
#ifndef IP_LEVEL_FOLDER_H
#define IP_LEVEL_FOLDER_H

#include "level_check.h"

/* The base name of the file that has this name or declares this alias. NULL after reporting. */
const char *ip_level_folder_find(ip_arena *arena, const char *name, ip_diagnostics *diagnostics);

#endif
