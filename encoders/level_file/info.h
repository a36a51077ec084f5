/* What a level file says of itself: (set-info :key value). */
#ifndef IP_LEVEL_INFO_H
#define IP_LEVEL_INFO_H

#include "level_file/check.h"

/* A file that says nothing. */
ip_level_file *ip_level_file_new(ip_arena *arena, const ip_source *source);

bool ip_level_info_is(const ip_sexpr *command);
/* All of them; commands that are something else are passed over. */
void ip_level_info_take(ip_arena *arena, ip_level_file *file, const ip_sexpr *commands);
/* false after reporting a value that the key does not have. */
bool ip_level_info_check(const ip_sexpr *command, ip_diagnostics *diagnostics);

#endif
