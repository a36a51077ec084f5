/* Options that serve and rehearse share. */
#ifndef IP_COMMAND_SERVED_H
#define IP_COMMAND_SERVED_H

#include "command/commands.h"
#include "server/server.h"

enum { IP_SERVED_PATIENCE = 5 }; /* seconds that a transaction may be idle while others wait */

typedef struct ip_served_options {
    ip_diagnostics diagnostics;
    const ip_level *level;
    ip_served_schema *schema;
    uint64_t seed;
    ip_store_policy policy;
    bool pauses, interleaved;
    ip_endpoint listen;
    int listening; /* descriptor; -1 if none */
} ip_served_options;

/* Returns false after reporting an error; nothing has to be closed then. */
bool ip_command_served_options_read(const ip_arguments *arguments, ip_served_options *options);
void ip_command_served_options_close(const ip_served_options *options);
/* Creates a database with the definitions and rows of --schema. Returns NULL after reporting an error. */
ip_served *ip_command_served_fresh(ip_served_options *options, uint64_t seed);
/* Reads an option that takes a whole number. Returns false after reporting what was expected. */
bool ip_command_served_number(const ip_arguments *arguments, ip_option option, const char *name, long least,
                              long *number);

#endif
