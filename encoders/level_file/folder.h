/* The folder of levels that ship. */
#ifndef IP_LEVEL_FOLDER_H
#define IP_LEVEL_FOLDER_H

#include "base/diagnostic.h"
#include "level_file/vocabulary.h"

/* Names of the levels that ship, in specs/ order (weakest first). NULL-terminated. The folder is
 * $ISOPROOF_SPECS, else the one installed with the executable, else the one of the sources it was built from. */
const char *const *ip_level_file_names(ip_arena *arena);
/* Those that declare this family; the files are not checked, which takes most of the time that a level does. */
const char *const *ip_level_file_names_of_family(ip_arena *arena, const char *family);
const char *ip_level_file_folder(void);

/* The name ("name", "folder/name") of the file that has this name or declares this alias; where several do, one in
 * the preferred vocabulary. NULL after reporting. */
const char *ip_level_file_folder_find(ip_arena *arena, const char *name, ip_vocabulary preferred,
                                      ip_diagnostics *diagnostics);
/* Is there a file of that very name? */
bool ip_level_file_folder_has(ip_arena *arena, const char *name);

#endif
