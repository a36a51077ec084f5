/* Explores the small clients of simulator.h by every interleaving of their steps. */
#include "simulator.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULTS = SIMULATED_KEYS * SIMULATED_STATEMENTS, MOST_STATES = 60000 };
enum { NONE, SHARED, EXCLUSIVE }; /* locks */

typedef struct version {
    signed char exists, value;
    signed char
        birth; /* the number of the row's last INSERT: a row that is deleted and inserted again is another row */
    signed char commit; /* that made it; 0: initial */
} version;

typedef struct running {
    signed char statement, key; /* key: the next key that the statement looks at; -1: not begun */
    signed char snapshot, ended, failed;
    signed char writes[SIMULATED_KEYS];
    signed char locks[SIMULATED_KEYS];
    version own[SIMULATED_KEYS];
    signed char result_count;
    signed char results[RESULTS][2];
} running;

/* Compared as bytes: padding is zero throughout, since states are copied as wholes. */
typedef struct state {
    signed char commits, births;
    version after[SIMULATED_TRANSACTIONS + 1][SIMULATED_KEYS]; /* [commits] */
    running transactions[SIMULATED_TRANSACTIONS];
} state;

typedef enum step_result { DONE, WAITS, FAILS } step_result;

typedef struct simulation {
    const simulated_client *client;
    toy_set *outcomes;
    state *states;
    int state_count, *slots, slot_count;
} simulation;

static const version *newest(const state *s, int key)
{
    return &s->after[s->commits][key];
}

static const version *visible(const state *s, const running *t, int key)
{
    return t->writes[key] ? &t->own[key] : &s->after[t->snapshot][key];
}

static bool another_holds(const state *s, const simulated_client *c, int t, int key, int mode)
{
    for (int u = 0; u < c->count; u++) {
        int held = s->transactions[u].locks[key];
        if (u != t && held != NONE && !(held == SHARED && mode == SHARED))
            return true;
    }
    return false;
}

static void lock(running *t, int key, int mode)
{
    if (t->locks[key] != EXCLUSIVE)
        t->locks[key] = (signed char)mode;
}

static bool fits(const simulated_statement *p, const version *v)
{
    bool by_value = p->kind == SIMULATED_SCAN || p->kind == SIMULATED_ADD_TO;
    return v->exists && (!by_value || v->value >= p->least);
}

static void give(running *t, int key, int value)
{
    t->results[t->result_count][0] = (signed char)key;
    t->results[t->result_count++][1] = (signed char)value;
}

static void put(running *t, int key, version v)
{
    t->own[key] = v;
    t->writes[key] = 1;
}

static void end(running *t, bool failed)
{
    signed char count = t->result_count, results[RESULTS][2];
    memcpy(results, t->results, sizeof results);
    memset(t, 0, sizeof *t);
    t->result_count = count;
    memcpy(t->results, results, sizeof results);
    t->ended = 1;
    t->failed = failed;
}

/* SELECT, UPDATE and DELETE at one row: found in the snapshot, then locked, then looked at again. */
static step_result visit(state *s, const simulated_client *c, int t, const simulated_statement *p, int key)
{
    running *own = &s->transactions[t];
    const version *found = visible(s, own, key);
    if (!fits(p, found))
        return DONE;
    version now = *found;
    bool selects = p->kind == SIMULATED_GET || p->kind == SIMULATED_SCAN;
    if (!selects || p->lock) {
        int mode = selects && p->lock == 1 ? SHARED : EXCLUSIVE;
        if (another_holds(s, c, t, key, mode))
            return WAITS;
        const version *last = own->writes[key] ? found : newest(s, key);
        bool changed = last->commit != found->commit;
        if (changed && c->transactions[t].level)
            return FAILS;
        if (!last->exists || last->birth != found->birth)
            return DONE;
        lock(own, key, mode);
        if (!fits(p, last))
            return DONE;
        now = *last;
    }
    if (selects)
        give(own, key, now.value);
    else if (p->kind == SIMULATED_DELETE)
        put(own, key, (version){0});
    else
        put(own, key, (version){1, (signed char)(now.value + p->value), now.birth, now.commit});
    return DONE;
}

static bool another_writes(const state *s, const simulated_client *c, int t, int key)
{
    for (int u = 0; u < c->count; u++)
        if (u != t && s->transactions[u].writes[key])
            return true;
    return false;
}

/* INSERT: checked by the key, against all that is committed. */
static step_result insert(state *s, const simulated_client *c, int t, const simulated_statement *p)
{
    running *own = &s->transactions[t];
    int key = p->key;
    if (another_writes(s, c, t, key))
        return WAITS;
    const version *there = own->writes[key] ? &own->own[key] : newest(s, key);
    if (!there->exists) {
        put(own, key, (version){1, (signed char)p->value, ++s->births, 0});
        lock(own, key, EXCLUSIVE);
        return DONE;
    }
    bool unseen = !own->writes[key] && s->after[own->snapshot][key].commit != there->commit;
    if (p->kind == SIMULATED_INSERT) {
        end(own, true);
        return DONE;
    }
    /* DO NOTHING does not mind that the row is changed, if some version of it is in the snapshot */
    bool unknown = unseen && (p->kind == SIMULATED_UPSERT || s->after[own->snapshot][key].birth != there->birth);
    if (unknown && c->transactions[t].level)
        return FAILS;
    if (p->kind == SIMULATED_OFFER)
        return DONE;
    if (another_holds(s, c, t, key, EXCLUSIVE))
        return WAITS;
    lock(own, key, EXCLUSIVE);
    put(own, key, (version){1, (signed char)(there->value + p->value), there->birth, there->commit});
    return DONE;
}

static void commit(state *s, running *t)
{
    memcpy(s->after[s->commits + 1], s->after[s->commits], sizeof s->after[0]);
    s->commits++;
    for (int k = 0; k < SIMULATED_KEYS; k++)
        if (t->writes[k]) {
            t->own[k].commit = s->commits;
            s->after[s->commits][k] = t->own[k];
        }
    end(t, false);
}

static step_result step(state *s, const simulated_client *c, int t)
{
    running *own = &s->transactions[t];
    if (own->statement == c->transactions[t].count) {
        commit(s, own);
        return DONE;
    }
    const simulated_statement *p = &c->transactions[t].statements[(int)own->statement];
    if (own->key < 0) {
        if (own->statement == 0 || !c->transactions[t].level)
            own->snapshot = s->commits;
        own->key = 0;
        return DONE;
    }
    step_result result = DONE;
    bool inserts = p->kind >= SIMULATED_INSERT, all = p->kind == SIMULATED_SCAN || p->kind == SIMULATED_ADD_TO;
    if (inserts)
        result = insert(s, c, t, p);
    else
        result = visit(s, c, t, p, all ? own->key : p->key);
    if (result != DONE || own->ended)
        return result;
    if (all && ++own->key < SIMULATED_KEYS)
        return DONE;
    own->statement++;
    own->key = -1;
    return DONE;
}

/* --------------------------------------------------------------- states -- */

static unsigned long hash(const state *s)
{
    const unsigned char *bytes = (const unsigned char *)s;
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *s; i++)
        h = (h ^ bytes[i]) * 1099511628211u;
    return (unsigned long)(h ^ h >> 29);
}

static bool add(simulation *m, const state *s)
{
    unsigned long slot = hash(s) % (unsigned long)m->slot_count;
    for (; m->slots[slot]; slot = (slot + 1) % (unsigned long)m->slot_count)
        if (!memcmp(&m->states[m->slots[slot] - 1], s, sizeof *s))
            return false;
    m->states[m->state_count] = *s;
    m->slots[slot] = ++m->state_count;
    return true;
}

static void add_row(char *text, int key, int value)
{
    sprintf(text + strlen(text), " %d %d", key, value);
}

static void tell(const simulation *m, const state *s)
{
    char text[TOY_TEXT] = "";
    for (int t = 0; t < m->client->count; t++) {
        const running *own = &s->transactions[t];
        strcat(text, own->failed ? "!" : "");
        for (int r = 0; r < own->result_count; r++)
            add_row(text, own->results[r][0], own->results[r][1]);
        strcat(text, ";");
    }
    for (int k = 0; k < SIMULATED_KEYS; k++)
        if (newest(s, k)->exists)
            add_row(text, k, newest(s, k)->value);
    toy_set_add(m->outcomes, text);
}

bool simulate(const simulated_client *client, toy_set *outcomes)
{
    simulation m = {.client = client, .outcomes = outcomes, .slot_count = 2 * MOST_STATES};
    m.states = malloc(sizeof *m.states * MOST_STATES);
    m.slots = calloc((size_t)m.slot_count, sizeof *m.slots);
    state first;
    memset(&first, 0, sizeof first);
    for (int k = 0; k < SIMULATED_KEYS; k++)
        first.after[0][k] =
            (version){client->present[k], (signed char)(client->present[k] ? client->values[k] : 0), 0, 0};
    for (int t = 0; t < client->count; t++)
        first.transactions[t].key = -1;
    add(&m, &first);
    for (int at = 0; at < m.state_count && m.state_count < MOST_STATES - 8; at++) {
        bool ended = true;
        for (int t = 0; t < client->count; t++) {
            if (m.states[at].transactions[t].ended)
                continue;
            state next = m.states[at];
            ended = false;
            if (step(&next, client, t) == DONE)
                add(&m, &next);
        }
        if (ended)
            tell(&m, &m.states[at]);
    }
    bool all = m.state_count < MOST_STATES - 8;
    free(m.states);
    free(m.slots);
    return all;
}
