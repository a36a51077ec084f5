/* The table of commands. */
#ifndef IP_COMMANDS_H
#define IP_COMMANDS_H

#include "command/options/command.h"

extern const ip_command ip_command_table[]; /* ends with a NULL name */

const ip_command *ip_command_find(const char *name); /* NULL if unknown */

/* The commands. Each has a file of its own. */
ip_exit ip_command_analyze(const ip_arguments *arguments);
ip_exit ip_command_advise(const ip_arguments *arguments);
ip_exit ip_command_explore(const ip_arguments *arguments);
ip_exit ip_command_levels(const ip_arguments *arguments);
ip_exit ip_command_explain(const ip_arguments *arguments);
ip_exit ip_command_programs(const ip_arguments *arguments);
ip_exit ip_command_compare(const ip_arguments *arguments);
ip_exit ip_command_check(const ip_arguments *arguments);
ip_exit ip_command_templates(const ip_arguments *arguments);
ip_exit ip_command_record(const ip_arguments *arguments);
ip_exit ip_command_serve(const ip_arguments *arguments);
ip_exit ip_command_rehearse(const ip_arguments *arguments);
ip_exit ip_command_merge(const ip_arguments *arguments);
ip_exit ip_command_replay(const ip_arguments *arguments);
ip_exit ip_command_init(const ip_arguments *arguments);
ip_exit ip_command_help(const ip_arguments *arguments);
ip_exit ip_command_manual(const ip_arguments *arguments);

/* Writes the help on a command, or on all commands if command is NULL. */
void ip_command_write_help(FILE *out, const ip_command *command);

#endif
