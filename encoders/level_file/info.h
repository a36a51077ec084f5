/* The (set-info :key value) commands of a level file. */
#ifndef IP_LEVEL_INFO_H
#define IP_LEVEL_INFO_H

#include "level_file/check.h"

/* An empty file. */
ip_level_file *ip_level_file_new(ip_arena *arena, const ip_source *source);

bool ip_level_file_info_is(const ip_sexpr *command);
/* Reads all of them; other commands are ignored. */
void ip_level_file_info_take(ip_arena *arena, ip_level_file *file, const ip_sexpr *commands);
/* false after reporting a value that the key does not have. */
bool ip_level_file_info_check(const ip_sexpr *command, ip_diagnostics *diagnostics);

#endif
