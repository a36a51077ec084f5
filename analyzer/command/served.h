/* What serve and rehearse have in common: their options. */
#ifndef IP_COMMAND_SERVED_H
#define IP_COMMAND_SERVED_H

#include "command/commands.h"
#include "server/server.h"

enum { IP_SERVED_PATIENCE = 5 }; /* seconds that a transaction may do nothing while others wait */

typedef struct ip_served_options {
    ip_diagnostics diagnostics;
    const ip_level *level;
    ip_served_schema *schema;
    uint64_t seed;
    ip_store_policy policy;
    bool pauses, interleaved;
    ip_endpoint listen;
    int listening; /* -1: none */
} ip_served_options;

/* false after reporting what is wrong; then nothing is to be closed. */
bool ip_served_options_read(const ip_arguments *arguments, ip_served_options *options);
void ip_served_options_close(const ip_served_options *options);
/* The database as --schema leaves it; NULL after reporting why not. */
ip_served *ip_served_fresh(ip_served_options *options, uint64_t seed);
/* Of an option that takes a whole number; false after reporting what was expected. */
bool ip_served_number(const ip_arguments *arguments, ip_option option, const char *name, long least, long *number);

#endif
