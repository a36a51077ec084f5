/* A server for PostgreSQL's clients: connections, one thread, one loop. Transactions on a store run one after the
 * other, whole, in the order in which their first statements come; on an engine their statements are interleaved as
 * they come. */
#ifndef IP_SERVER_H
#define IP_SERVER_H

#include "recorder/endpoint.h"
#include "server/client.h"

typedef struct ip_server_options {
    int listening; /* of ip_endpoint_listen */
    const ip_endpoint *listen;
    ip_served *served;
    const ip_level *level;
    ip_store_policy policy;
    bool in_turn;         /* of an engine: one transaction after the other nevertheless */
    uint64_t pauses;      /* 0: none. Else a seed of short pauses before transactions, or an engine's statements, which
                             vary their order */
    double patience;      /* seconds that a transaction may do nothing while others wait */
    char *const *command; /* run with PGHOST, PGPORT and DATABASE_URL set; NULL: until SIGINT or SIGTERM */
    void (*ready)(void *data); /* from now on signals end the server as they should; NULL */
    void *ready_data;
    bool tells; /* keep the schedule of an engine */
    int output; /* where the command's output goes; -1: to ours */
} ip_server_options;

typedef struct ip_server_result {
    int status;   /* of the command, as a shell tells it; 0 without one */
    bool stopped; /* by a signal */
    long connections;
    long waited, refused; /* statements of an engine: for a lock; with SQLSTATE 40001 or 40P01 */
    ip_schedule schedule; /* the first few of them */
    long dismissed;       /* connections whose transactions took too long */
    const char *error;    /* why the command was not run; NULL */
} ip_server_result;

ip_server_result ip_server_run(ip_arena *arena, const ip_server_options *options);

#endif
