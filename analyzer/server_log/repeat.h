/* Entries that several files have: the log of one run in two formats. Internal to this folder. */
#ifndef IP_LOG_REPEAT_H
#define IP_LOG_REPEAT_H

#include "server_log/log_entry.h"

typedef struct ip_log_repeats ip_log_repeats;

ip_log_repeats *ip_log_repeats_new(ip_arena *arena);
/* Call before each file. */
void ip_log_repeats_next_file(ip_log_repeats *repeats);
/* Takes an entry. Tells whether an earlier file has it. */
bool ip_log_repeats_take(ip_log_repeats *repeats, const ip_log_entry *entry);

#endif
