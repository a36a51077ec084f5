/* Runs every execution of one client: all commit orders, all visibilities. */
#include "exhaust.h"

#include <string.h>

observation *observation_find(observations *o, int count, const int *values, const uint64_t *state)
{
    for (int i = 0; i < o->count; i++)
        if ((!state || o->items[i].state == *state) &&
            memcmp(o->items[i].value, values, (size_t)count * sizeof *values) == 0)
            return &o->items[i];
    return NULL;
}

static void note(const execution *x, const ending *e, const int *instance, observations *out)
{
    int value[MAX_INSTANCES] = {0};
    for (int i = 0; i < x->count; i++)
        value[instance[i]] = e->aborted >> i & 1 ? ABORTED : e->result[i];
    observation *o = observation_find(out, x->count, value, &e->state);
    if (!o) {
        if (out->count == MAX_OBSERVATIONS) {
            out->complete = false;
            return;
        }
        o = &out->items[out->count++];
        *o = (observation){.state = e->state};
        memcpy(o->value, value, sizeof value);
    }
    o->levels |= e->levels;
    if (!e->unchecked_key)
        o->checked |= e->levels;
    o->serial |= execution_serial(x);
}

/* Commit order order: which instance of the client comes when. */
static void every_visibility(const program_set *set, const execution *client, const int *order, observations *out)
{
    static execution x;
    x = *client;
    for (int i = 0; i < x.count; i++) {
        x.program[i] = client->program[order[i]];
        memcpy(x.parameters[i], client->parameters[order[i]], sizeof x.parameters[i]);
    }
    int pairs = x.count * (x.count - 1) / 2;
    for (unsigned bits = 0; bits < 1u << pairs; bits++) {
        int bit = 0;
        for (int b = 0; b < x.count; b++) {
            x.visible[b] = 0;
            for (int a = 0; a < b; a++, bit++)
                x.visible[b] |= (bits >> bit & 1) << a;
        }
        ending e;
        execution_end(set, &x, &e);
        if (e.left_domain)
            out->complete = false;
        else
            note(&x, &e, order, out);
    }
}

static void every_order(const program_set *set, const execution *client, int *order, int placed, observations *out)
{
    if (placed == client->count) {
        every_visibility(set, client, order, out);
        return;
    }
    for (int i = placed; i < client->count; i++) {
        int moved = order[placed];
        order[placed] = order[i];
        order[i] = moved;
        every_order(set, client, order, placed + 1, out);
        order[i] = order[placed];
        order[placed] = moved;
    }
}

void exhaust(const program_set *set, const execution *x, observations *out)
{
    int order[MAX_INSTANCES] = {0, 1, 2, 3};
    out->count = 0;
    out->complete = true;
    every_order(set, x, order, 0, out);
}
