/* Observable anomalies found by earlier searches: at another level, or for other cycles of the same programs. What
 * happens at a stronger level often happens at a weaker one. */
#ifndef IP_KNOWN_CLIENTS_H
#define IP_KNOWN_CLIENTS_H

#include "replay/trial/trial_run.h"

typedef struct ip_benign_client {
    const char *id; /* of the anomaly */
    ip_trial trial;
} ip_benign_client;

typedef struct ip_known_clients {
    ip_arena *arena;
    IP_VEC(ip_trial) trials;
    IP_VEC(ip_benign_client) benign; /* what was found instead */
} ip_known_clients;

ip_known_clients *ip_known_clients_new(ip_arena *arena);
/* Keeps what an execution began with, unless it is there already. known: may be NULL. */
void ip_known_clients_add(ip_known_clients *known, const ip_trial *trial);
/* Those that another process has come upon; what they point to stays theirs. */
void ip_known_clients_take_over(ip_known_clients *known, const ip_known_clients *others);
void ip_known_clients_add_benign(ip_known_clients *known, const char *id, const ip_trial *trial);
/* The one found last for that anomaly, if its instances have these levels; NULL. */
const ip_trial *ip_known_clients_benign(const ip_known_clients *known, const char *id, const ip_level *const *levels);

/* The same programs, each as often? Then *trial becomes that client with the levels and the code of like. */
bool ip_known_clients_as(ip_arena *arena, const ip_trial *client, const ip_trial *like, ip_trial *trial);

#endif
