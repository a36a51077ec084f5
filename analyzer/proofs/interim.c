/* Found so far: lists only grow, so a copy of their heads is a copy of them. */
#include "proofs/interim.h"

#include <string.h>

void ip_proof_interim_anomaly(ip_interim *interim, const ip_anomaly *anomaly)
{
    if (!interim || anomaly->replay.status != IP_REPLAY_CONFIRMED)
        return;
    for (int a = 0; a < interim->anomalies.count; a++)
        if (strcmp(interim->anomalies.items[a].id, anomaly->id) == 0)
            return;
    IP_PUSH(interim->arena, &interim->anomalies, *anomaly);
    interim->publish(interim->data, interim);
}

static int size_of(const bool *set, int count)
{
    int size = 0;
    for (int p = 0; p < count && set; p++)
        size += set[p];
    return size;
}

void ip_proof_interim_safe(ip_interim *interim, const ip_program *const *programs, const bool *set, int count)
{
    if (!interim || size_of(set, count) <= size_of(interim->safe, interim->count))
        return;
    bool *whole = IP_NEW_ARRAY(interim->arena, bool, interim->count);
    for (int p = 0, own = 0; p < interim->count && own < count; p++)
        if (interim->programs[p] == programs[own])
            whole[p] = set[own++];
    interim->safe = whole;
    interim->publish(interim->data, interim);
}
