/* Observable anomalies found by earlier searches: at another level, or for other cycles of the same programs. An
 * anomaly of a stronger level often happens at a weaker level, too. */
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

ip_known_clients *ip_replay_known_clients_new(ip_arena *arena);
/* Adds the client of an execution, unless it is known already. known: may be NULL. */
void ip_replay_known_clients_add(ip_known_clients *known, const ip_trial *trial);
/* Adds clients that another process has found, and does not share with these; the data that they point to stays there.
 */
void ip_replay_known_clients_take_over(ip_known_clients *known, const ip_known_clients *others);
void ip_replay_known_clients_add_benign(ip_known_clients *known, const char *id, const ip_trial *trial);
/* The one found last for that anomaly, if its instances have these levels; NULL. */
const ip_trial *ip_replay_known_clients_benign(const ip_known_clients *known, const char *id,
                                               const ip_level *const *levels);

/* If both have the same programs, each equally often, *trial becomes that client with the levels and the code of
 * like. */
bool ip_replay_known_clients_as(ip_arena *arena, const ip_trial *client, const ip_trial *like, ip_trial *trial);

#endif
