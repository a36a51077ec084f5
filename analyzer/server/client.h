/* One client of the server: its messages, answered. Sockets are the caller's. */
#ifndef IP_SERVER_CLIENT_H
#define IP_SERVER_CLIENT_H

#include "protocol/frames.h"
#include "protocol/writing.h"
#include "server/database.h"

typedef struct ip_served_client ip_served_client;

/* Statements in the order in which they were answered, or began to wait, as lines. */
typedef IP_VEC(const char *) ip_schedule;

/* What all clients share. */
typedef struct ip_service {
    ip_served *served;
    ip_served_client *owner; /* whose transaction runs; NULL: none */
    ip_store_policy policy;
    bool in_turn; /* interleaved, but one transaction after the other */
    const char *level;
    const char *isolation; /* an engine's name of it */
    int copies;            /* clients within COPY FROM */
    int clients;           /* so many have come */
    /* of an engine */
    long waited, refused; /* statements, for a lock; with SQLSTATE 40001 or 40P01 */
    ip_arena *arena;      /* of the schedule; NULL: it is not kept */
    ip_schedule schedule;
} ip_service;

ip_served_client *ip_served_client_new(ip_service *service);
/* Its transaction is rolled back. */
void ip_served_client_free(ip_served_client *client);

typedef enum ip_client_answer {
    IP_CLIENT_ANSWERED,
    IP_CLIENT_WAITS, /* for another one's transaction to end: to be asked again with the same message */
    IP_CLIENT_LEAVES /* once what is written has been sent */
} ip_client_answer;

ip_client_answer ip_served_client_says(ip_served_client *client, const ip_frame *frame, ip_writing *out);
bool ip_served_client_in_block(const ip_served_client *client); /* of an engine */
/* It has taken too long within a transaction, and others wait: it hears of that, and leaves. */
void ip_served_client_dismiss(ip_served_client *client, ip_writing *out);

#endif
