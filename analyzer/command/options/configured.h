/* isoproof.toml: options and files of a project, and what it says of programs. docs/configuration.md. */
#ifndef IP_CONFIGURED_H
#define IP_CONFIGURED_H

#include "command/options/command.h"
#include "isoproof.h"

#define IP_CONFIGURATION_NAME "isoproof.toml"

/* What [promises] and [[ignore]] say; places are in the file. */
typedef struct ip_said_of_program {
    ip_range said;
    const char *program; /* NULL: any */
    const char *level;   /* a promise; NULL: to be ignored */
    const char *id;      /* of a finding; NULL: any */
    const char *reason;
} ip_said_of_program;

typedef struct ip_configuration {
    const ip_source *source;
    IP_VEC(ip_said_of_program) said;
    bool for_files; /* the files are those that it names */
} ip_configuration;

/* Adds to the arguments what the configuration says and the command line does not. The configuration is the file of
 * --config, else the nearest isoproof.toml; without one, nothing changes. A file sqlc.yaml or sqlc.json becomes the
 * files that it names. false after reporting all that is wrong in it. */
bool ip_option_configure(const ip_command *command, ip_arguments *arguments);

/* Hands on to the run what it says of programs. */
void ip_option_configure_run(ip_run *run, const ip_arguments *arguments);

/* After an error in an option's value: where a configuration sets it. */
void ip_option_report_where_set(const ip_given_option *given);

/* The keys that a configuration may have at its top, for `isoproof init` and docs: name and meaning; ends with NULL. */
const char *ip_option_configuration_key(int index, const char **meaning);

#endif
