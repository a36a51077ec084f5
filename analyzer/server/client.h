/* One client of the server. Answers its messages; the caller owns the sockets. */
#ifndef IP_SERVER_CLIENT_H
#define IP_SERVER_CLIENT_H

#include "protocol/frames.h"
#include "protocol/writing.h"
#include "server/database.h"

typedef struct ip_served_client ip_served_client;

/* The statements in the order in which they were answered or began to wait, one a line. */
typedef IP_VEC(const char *) ip_answered_steps;

/* The state that all clients share. */
typedef struct ip_service {
    ip_served *served;
    ip_served_client *owner; /* the client whose transaction runs; NULL if none */
    ip_store_policy policy;
    bool in_turn; /* transactions of an engine run one after the other */
    const char *level;
    const char *isolation;   /* the engine's name of the level */
    int copies;              /* clients that are within COPY FROM */
    int clients;             /* clients accepted so far */
    uint64_t secrets;        /* from which keys for requests to cancel are drawn; not 0 */
    ip_served_client *first; /* of all connected clients */
    ip_arena *left_arena;
    IP_VEC(const char *) left; /* statements that drop temporary tables of clients that have left */
    /* for an engine only */
    long waited, refused; /* number of statements that waited for a lock, or failed with SQLSTATE 40001 or 40P01 */
    ip_arena *arena;      /* of the schedule; NULL if the schedule is not kept */
    ip_answered_steps schedule;
} ip_service;

ip_served_client *ip_served_client_new(ip_service *service);
/* Rolls back the client's transaction. */
void ip_served_client_free(ip_served_client *client);

typedef enum ip_client_answer {
    IP_CLIENT_ANSWERED,
    IP_CLIENT_WAITS, /* for another transaction to end; call again later with the same message */
    IP_CLIENT_LEAVES /* disconnect once the output has been sent */
} ip_client_answer;

ip_client_answer ip_served_client_says(ip_served_client *client, const ip_frame *frame, ip_writing *out);
/* Sends what the client listens to. Call when it has no message that waits for its turn. */
void ip_served_client_notify(ip_served_client *client, ip_writing *out);
void ip_served_service_asks(ip_service *service); /* code asks the client whose transaction runs */
/* For ip_served_when_notified; data is the service. */
void ip_served_service_notified(void *service, const char *channel, const char *payload);
bool ip_served_client_in_block(const ip_served_client *client); /* or within a transaction that has failed */
/* Milliseconds of a setting such as lock_timeout; 0: no limit. */
double ip_served_client_limit(const ip_served_client *client, const char *setting);
bool ip_served_client_is_canceled(ip_served_client *client); /* since the last call */
/* Ends the message that waits with an error, as if the server had ended its statement. Returns false if its engine does
 * so: call ip_served_client_says again. */
bool ip_served_client_cancel(ip_served_client *client, const ip_frame *frame, const char *sqlstate, const char *message,
                             ip_writing *out);
bool ip_served_client_pauses(const ip_served_client *client); /* unless it has set isoproof.pauses to off */
/* The client held a transaction open for too long. It receives an error, and the caller disconnects it. */
void ip_served_client_dismiss(ip_served_client *client, const char *sqlstate, const char *message, ip_writing *out);

#endif
