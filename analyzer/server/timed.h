/* A run as a schedule for a server: what was chosen for the reads, as an order of the same statements in which a server
 * makes the same choices. */
#ifndef IP_SERVER_TIMED_H
#define IP_SERVER_TIMED_H

#include "replay/schedule/schedule.h"
#include "server/database.h"

/* Each connection is an instance. served: its level is an engine's, its answers were noted (ip_served_note_answers),
 * and no transaction runs. schema: of its files. The statements are run by the engine in the schedule's order, and must
 * have the answers that the clients have got. There is none if no such order is found, or some statement cannot be sent
 * again. It holds the transactions of the era (server/era.h) that goes on or, when ip_served_before_settling calls, has
 * ended. */
typedef struct ip_timed {
    const ip_schedule *schedule; /* NULL: none */
    const char *why_not;
    int first;  /* the first step that is not only for a server's sequences to go on where the files have left them */
    long after; /* the number of the transaction after which it begins; 0: with the files */
    const char *const *definitions; /* of clients, which a server needs beside the files; NULL after the last */
} ip_timed;
ip_timed ip_served_timed(ip_arena *arena, ip_served *served, ip_served_schema *schema, const ip_level *level);

#endif
