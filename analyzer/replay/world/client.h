/* A client: concrete transactions in sessions, over concrete initial rows. The explorer, the replay and a live server
 * run clients. */
#ifndef IP_CLIENT_H
#define IP_CLIENT_H

#include "interpreter/interpreter.h"
#include "level/level.h"

typedef struct ip_client_row {
    const ip_table *table;
    const ip_datum *values; /* [table columns] */
} ip_client_row;

typedef struct ip_client_transaction {
    const char *name; /* "s1.a", "T1": for people */
    const ip_code *code;
    const ip_datum *arguments; /* one for each parameter that is in */
    const ip_level *level;
} ip_client_transaction;

typedef struct ip_client_session {
    const char *name;
    IP_VEC(ip_client_transaction) transactions;
} ip_client_session;

typedef struct ip_client {
    const ip_schema *schema;
    IP_VEC(ip_client_row) rows;
    IP_VEC(ip_client_session) sessions;
} ip_client;

#endif
