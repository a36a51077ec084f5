/* Enumeration without any cleverness: all serial orders of the transactions, all answers to each read from what came
 * before, and for each history all commit orders, held against the axioms word by word (Biswas & Enea, OOPSLA 2019;
 * Bouajjani, Enea & Román-Calvo, PLDI 2023, figure 2). Shares nothing with the explorer or the checker of levels. */
#include "toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALL = TOY_TRANSACTIONS + 1 };

typedef struct state {
    const toy_client *client;
    const char *const *levels;
    toy_set *set;
    int order[ALL], placed; /* transactions, in the order they run */
    bool done[ALL];
    toy_history history;
    bool writes[ALL][TOY_OBJECTS];
    int values[ALL][TOY_OBJECTS];
} state;

static bool same_session(const toy_client *c, int t, int u)
{
    return t > 0 && u > 0 && c->transactions[t - 1].session == c->transactions[u - 1].session;
}

static bool so(const state *s, int t, int u)
{
    return t != u && (t == 0 || (same_session(s->client, t, u) && t < u));
}

static bool wr(const state *s, int t, int u)
{
    for (int r = 0; r < s->history.read_count[u]; r++)
        if (s->history.reads[u][r].from == t)
            return true;
    return false;
}

typedef bool relation[ALL][ALL];

static bool conflict(const state *s, int t, int u)
{
    int per_row = s->client->objects_per_row;
    if (!t || !u)
        return false;
    for (int x = 0; x < s->client->objects; x++)
        for (int y = 0; y < s->client->objects; y++)
            if (x / per_row == y / per_row && s->writes[t][x] && s->writes[u][y])
                return true;
    return false;
}

/* φ(t2, t3): t3's read number r must not be from before t2. */
static bool phi(const state *s, const char *level, const relation co, const relation before, int t2, int t3, int r)
{
    int n = s->client->count;
    if (!strcmp(level, "read-committed")) {
        const toy_read *reads = s->history.reads[t3];
        for (int q = 0; q < r; q++)
            if (reads[q].from == t2 && reads[q].step < reads[r].step)
                return true;
        return false;
    }
    if (!strcmp(level, "read-atomic"))
        return so(s, t2, t3) || wr(s, t2, t3);
    if (!strcmp(level, "causal"))
        return before[t2][t3];
    if (!strcmp(level, "serializability"))
        return co[t2][t3];
    bool si = !strcmp(level, "snapshot-isolation");
    if (!si && strcmp(level, "prefix"))
        return false;
    for (int t4 = 0; t4 <= n; t4++)
        if (t2 == t4 || co[t2][t4]) {
            if (so(s, t4, t3) || wr(s, t4, t3))
                return true;
            if (si && co[t4][t3] && conflict(s, t4, t3))
                return true;
        }
    return false;
}

static bool allowed_by(const state *s, const relation co, const relation before)
{
    for (int t3 = 1; t3 <= s->client->count; t3++)
        for (int r = 0; r < s->history.read_count[t3]; r++) {
            int t1 = s->history.reads[t3][r].from, x = s->history.reads[t3][r].object;
            for (int t2 = 0; t2 <= s->client->count; t2++) {
                bool writes = t2 == 0 || s->writes[t2][x];
                if (t2 != t1 && t2 != t3 && writes && phi(s, s->levels[t3], co, before, t2, t3, r) && !co[t2][t1])
                    return false;
            }
        }
    return true;
}

static bool some_order(const state *s, int *order, bool *used, int placed, const relation before)
{
    int n = s->client->count;
    if (placed > n) {
        relation co = {{false}};
        for (int i = 0; i <= n; i++)
            for (int j = i + 1; j <= n; j++)
                co[order[i]][order[j]] = true;
        return allowed_by(s, co, before);
    }
    for (int t = 1; t <= n; t++) {
        bool ready = !used[t];
        for (int u = 1; u <= n && ready; u++)
            ready = used[u] || !before[u][t];
        if (!ready)
            continue;
        used[t] = true;
        order[placed] = t;
        bool found = some_order(s, order, used, placed + 1, before);
        used[t] = false;
        if (found)
            return true;
    }
    return false;
}

static bool allowed(const state *s)
{
    int n = s->client->count;
    relation before = {{false}};
    for (int t = 0; t <= n; t++)
        for (int u = 0; u <= n; u++)
            before[t][u] = so(s, t, u) || wr(s, t, u);
    for (int k = 0; k <= n; k++)
        for (int t = 0; t <= n; t++)
            for (int u = 0; u <= n; u++)
                before[t][u] = before[t][u] || (before[t][k] && before[k][u]);
    int order[ALL] = {0};
    bool used[ALL] = {false};
    return some_order(s, order, used, 1, before);
}

/* A transaction under way. */
typedef struct run {
    int op, step, last;
    bool saved, own[TOY_OBJECTS], saved_own[TOY_OBJECTS];
    int values[TOY_OBJECTS], saved_values[TOY_OBJECTS];
    int scan, sum; /* a scan under way: next object, sum so far; -1: none */
} run;

static void place_next(state *s);
static void go_on(state *s, int t, run at);

static void finish(state *s, int t, const run *at, bool aborted)
{
    s->history.aborted[t] = aborted;
    for (int x = 0; x < s->client->objects; x++) {
        s->writes[t][x] = at->own[x] && !aborted;
        s->values[t][x] = at->values[x];
    }
    s->done[t] = true;
    s->order[s->placed++] = t;
    place_next(s);
    s->placed--;
    s->done[t] = false;
    memset(s->writes[t], 0, sizeof s->writes[t]);
    s->history.aborted[t] = false;
}

static void answered(state *s, int t, run at, int value)
{
    if (at.scan >= 0) {
        at.sum += value;
        at.scan++;
    } else {
        at.last = value;
        at.op++;
    }
    go_on(s, t, at);
}

static void read_object(state *s, int t, const run *at, int x)
{
    if (at->own[x]) {
        answered(s, t, *at, at->values[x]);
        return;
    }
    int r = s->history.read_count[t]++;
    for (int i = -1; i < s->placed; i++) {
        int from = i < 0 ? 0 : s->order[i];
        if (from && !s->writes[from][x])
            continue;
        s->history.reads[t][r] = (toy_read){x, from, at->step};
        answered(s, t, *at, from ? s->values[from][x] : 0);
    }
    s->history.read_count[t]--;
}

static void go_on(state *s, int t, run at)
{
    const toy_transaction *transaction = &s->client->transactions[t - 1];
    if (at.scan >= 0) {
        if (at.scan < s->client->objects) {
            read_object(s, t, &at, at.scan);
            return;
        }
        at.last = at.sum;
        at.scan = -1;
        at.op++;
    }
    if (at.op >= transaction->op_count) {
        finish(s, t, &at, false);
        return;
    }
    toy_op op = transaction->ops[at.op];
    at.step++;
    switch (op.kind) {
    case TOY_READ:
        read_object(s, t, &at, op.object);
        return;
    case TOY_SCAN:
        at.scan = op.object;
        at.sum = 0;
        go_on(s, t, at);
        return;
    case TOY_WRITE:
    case TOY_ADD:
        at.own[op.object] = true;
        at.values[op.object] = op.value + (op.kind == TOY_ADD ? at.last : 0);
        break;
    case TOY_SKIP:
        at.op += at.last != op.value;
        break;
    case TOY_ABORT:
        finish(s, t, &at, true);
        return;
    case TOY_SAVEPOINT:
        at.saved = true;
        memcpy(at.saved_own, at.own, sizeof at.own);
        memcpy(at.saved_values, at.values, sizeof at.values);
        break;
    case TOY_ROLLBACK:
        if (at.saved) {
            memcpy(at.own, at.saved_own, sizeof at.own);
            memcpy(at.values, at.saved_values, sizeof at.values);
        }
        break;
    }
    at.op++;
    go_on(s, t, at);
}

static void place_next(state *s)
{
    int n = s->client->count;
    if (s->placed == n) {
        if (allowed(s)) {
            char text[TOY_TEXT];
            toy_describe(s->client, &s->history, text);
            toy_set_add(s->set, text);
        }
        return;
    }
    for (int t = 1; t <= n; t++) {
        bool ready = !s->done[t];
        for (int u = 1; u < t && ready; u++)
            ready = s->done[u] || !same_session(s->client, u, t);
        if (ready)
            go_on(s, t, (run){.step = -1, .scan = -1});
    }
}

void brute_force(const toy_client *client, const char *const *levels, toy_set *set)
{
    state s = {.client = client, .levels = levels, .set = set};
    place_next(&s);
    toy_set_sort(set);
    int kept = 0;
    for (int i = 0; i < set->count; i++) {
        if (kept && !strcmp(set->texts[kept - 1], set->texts[i]))
            free(set->texts[i]);
        else
            set->texts[kept++] = set->texts[i];
    }
    set->count = kept;
}
