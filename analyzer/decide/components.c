/* Connected components of the conflict graph, and their shares of the shards. */
#include "decide/components.h"

#include "base/invariant.h"
#include "proofs/conflicts.h"

static int root(int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

typedef struct joining {
    int *parent, *first; /* of each group, the first program that uses it; -1: none */
    int program;
} joining;

/* Joins the program with the others that use the group. */
static void join(void *data, int group, bool reads, bool writes)
{
    joining *j = data;
    (void)reads;
    (void)writes;
    if (j->first[group] < 0)
        j->first[group] = j->program;
    j->parent[root(j->parent, j->program)] = root(j->parent, j->first[group]);
}

/* Cycles are searched within each component alone, so no program may be left out. */
static bool is_partition(const ip_components *components, int count)
{
    int all = 0;
    for (int i = 0; i < components->count; i++)
        all += components->items[i].programs.count;
    return all == count;
}

ip_components ip_decide_components_split(ip_arena *arena, const ip_facts *facts, const ip_program *const *programs,
                                         int count, bool together)
{
    int *parent = IP_NEW_ARRAY(arena, int, count), *first = IP_NEW_ARRAY(arena, int, facts->groups.count);
    int *component = IP_NEW_ARRAY(arena, int, count);
    bool *touches = IP_NEW_ARRAY(arena, bool, count);
    for (int i = 0; i < count; i++)
        parent[i] = i;
    for (int g = 0; g < facts->groups.count; g++)
        first[g] = -1;
    for (int i = 0; i < count; i++) {
        ip_proof_visit_groups(facts, programs[i], join, &(joining){parent, first, i});
        if (together)
            parent[root(parent, i)] = root(parent, 0);
        component[i] = -1;
    }
    for (int g = 0; g < facts->groups.count; g++)
        if (first[g] >= 0)
            touches[root(parent, first[g])] = true;
    ip_components components = {0};
    for (int i = 0; i < count; i++) {
        int r = root(parent, i);
        if (component[r] < 0) {
            ip_component fresh = {.conflicts = touches[r]};
            component[r] = components.count;
            IP_PUSH(arena, &components, fresh);
        }
        IP_PUSH(arena, &components.items[component[r]].programs, i);
    }
    ip_assert(is_partition(&components, count));
    return components;
}

/* Work grows faster than the number of programs, as pairs are decided. */
static long work_of(const ip_component *component)
{
    return component->conflicts ? (long)component->programs.count * component->programs.count : 0;
}

const int *ip_decide_components_deal(ip_arena *arena, const ip_components *components, int shards)
{
    int *dealt = IP_NEW_ARRAY(arena, int, components->count);
    long *load = IP_NEW_ARRAY(arena, long, shards);
    for (int i = 0; i < components->count; i++)
        dealt[i] = -1;
    for (int round = 0; round < components->count; round++) {
        int largest = -1, idle = 0;
        for (int i = 0; i < components->count; i++)
            if (dealt[i] < 0 && (largest < 0 || work_of(&components->items[i]) > work_of(&components->items[largest])))
                largest = i;
        for (int s = 0; s < shards; s++)
            if (load[s] < load[idle])
                idle = s;
        dealt[largest] = idle;
        load[idle] += work_of(&components->items[largest]);
    }
    return dealt;
}
