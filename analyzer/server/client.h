/* One client of the server: its messages, answered. Sockets are the caller's. */
#ifndef IP_SERVER_CLIENT_H
#define IP_SERVER_CLIENT_H

#include "protocol/frames.h"
#include "protocol/writing.h"
#include "server/database.h"

typedef struct ip_served_client ip_served_client;

/* What all clients share. */
typedef struct ip_service {
    ip_served *served;
    ip_served_client *owner; /* whose transaction runs; NULL: none */
    ip_store_policy policy;
    const char *level;
    int clients; /* so many have come */
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
/* It has taken too long within a transaction, and others wait: it hears of that, and leaves. */
void ip_served_client_dismiss(ip_served_client *client, ip_writing *out);

#endif
