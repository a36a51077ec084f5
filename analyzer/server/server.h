/* A server for PostgreSQL's clients: one thread, one loop. With a store, transactions run one after the other as a
 * whole, in the order of their first statements. With an engine, statements are interleaved in the order in which they
 * arrive. */
#ifndef IP_SERVER_H
#define IP_SERVER_H

#include "recorder/endpoint.h"
#include "server/client.h"

typedef struct ip_server_options {
    int listening; /* of ip_recorder_endpoint_listen */
    const ip_endpoint *listen;
    ip_served *served;
    const ip_level *level;
    ip_store_policy policy;
    bool in_turn;    /* with an engine: transactions run one after the other all the same */
    uint64_t pauses; /* seed of short random pauses before transactions, or before statements of an engine, which vary
                        their order; 0 for none */
    double patience; /* seconds that a transaction may be idle while others wait */
    char *const *command;      /* run with PGHOST, PGPORT and DATABASE_URL set; NULL to serve until SIGINT or SIGTERM */
    void (*ready)(void *data); /* called once signals end the server in order; NULL if not needed */
    void *ready_data;
    bool tells; /* keep the schedule of an engine */
    int output; /* descriptor for the command's output; -1 for the standard output */
} ip_server_options;

typedef struct ip_server_result {
    int status;   /* exit status of the command as a shell reports it; 0 without a command */
    bool stopped; /* by a signal */
    long connections;
    long waited,
        refused; /* number of statements of an engine that waited for a lock, or failed with SQLSTATE 40001 or 40P01 */
    ip_answered_steps schedule; /* the first statements */
    long dismissed;             /* connections whose transactions took too long */
    const char *error;          /* why the command was not run; NULL if it was */
} ip_server_result;

ip_server_result ip_served_server_run(ip_arena *arena, const ip_server_options *options);

#endif
