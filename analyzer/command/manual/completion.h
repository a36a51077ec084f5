/* Completions for shells, from the tables of commands and options. */
#ifndef IP_COMPLETION_H
#define IP_COMPLETION_H

#include "command/commands.h"

/* "bash", "zsh" or "fish"; NULL: no such shell. */
typedef void ip_write_completion(ip_arena *arena, FILE *out);
ip_write_completion *ip_command_completion_for(const char *shell);

#endif
