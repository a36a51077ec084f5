/* Observable anomalies that earlier searches found: at another level, or for other cycles of the same programs. */
#include "replay/search/known_clients.h"

#include <string.h>

enum { MOST_KEPT = 200 };

ip_known_clients *ip_replay_known_clients_new(ip_arena *arena)
{
    ip_known_clients *known = IP_NEW(arena, ip_known_clients);
    known->arena = arena;
    return known;
}

void ip_replay_known_clients_add(ip_known_clients *known, const ip_trial *trial)
{
    if (!known || known->trials.count >= MOST_KEPT)
        return;
    ip_trial copy = ip_trial_copy(known->arena, trial);
    IP_PUSH(known->arena, &known->trials, copy);
}

void ip_replay_known_clients_add_benign(ip_known_clients *known, const char *id, const ip_trial *trial)
{
    if (!known || known->benign.count >= MOST_KEPT)
        return;
    ip_benign_client client = {ip_arena_strdup(known->arena, id), ip_trial_copy(known->arena, trial)};
    IP_PUSH(known->arena, &known->benign, client);
}

static bool has_trial(const ip_known_clients *known, const ip_trial *trial)
{
    for (int t = 0; t < known->trials.count; t++)
        if (known->trials.items[t].instances == trial->instances)
            return true;
    return false;
}

static bool has_benign(const ip_known_clients *known, const ip_trial *trial)
{
    for (int b = 0; b < known->benign.count; b++)
        if (known->benign.items[b].trial.instances == trial->instances)
            return true;
    return false;
}

void ip_replay_known_clients_take_over(ip_known_clients *known, const ip_known_clients *others)
{
    for (int t = 0; t < others->trials.count && known->trials.count < MOST_KEPT; t++)
        if (!has_trial(known, &others->trials.items[t]))
            IP_PUSH(known->arena, &known->trials, others->trials.items[t]);
    for (int b = 0; b < others->benign.count && known->benign.count < MOST_KEPT; b++)
        if (!has_benign(known, &others->benign.items[b].trial))
            IP_PUSH(known->arena, &known->benign, others->benign.items[b]);
}

const ip_trial *ip_replay_known_clients_benign(const ip_known_clients *known, const char *id,
                                               const ip_level *const *levels)
{
    for (int b = known ? known->benign.count - 1 : -1; b >= 0; b--) {
        const ip_trial *trial = &known->benign.items[b].trial;
        bool same = strcmp(known->benign.items[b].id, id) == 0;
        for (int i = 0; same && i < trial->count; i++)
            same = trial->instances[i].level == levels[trial->instances[i].of];
        if (same)
            return trial;
    }
    return NULL;
}

bool ip_replay_known_clients_as(ip_arena *arena, const ip_trial *client, const ip_trial *like, ip_trial *trial)
{
    int n = like->count;
    if (client->count != n)
        return false;
    *trial = ip_trial_copy(arena, client);
    trial->cuts = NULL; /* of another level */
    bool *taken = IP_NEW_ARRAY(arena, bool, n);
    for (int i = 0; i < n; i++) {
        int at = 0;
        while (at < n && (taken[at] || like->instances[at].program != client->instances[i].program))
            at++;
        if (at == n || client->instances[i].code != like->instances[at].code)
            return false;
        taken[at] = true;
        trial->instances[i].of = like->instances[at].of;
        trial->instances[i].level = like->instances[at].level;
    }
    return true;
}
