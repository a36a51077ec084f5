/* The explorer at PostgreSQL's levels against a simulation of the server (simulator.c): random small clients. What the
 * simulation ends with must be among what the explorer ends with, or the level files forbid what a server does; and the
 * other way round, or they allow what it does not.
 *
 * One difference is known: a row that is deleted and inserted again is another row to the server, so that a statement
 * that waited for the one does not find the other. To the explorer a row is its key. Clients with both are compared in
 * one direction only.
 *
 * Arguments: how many clients, the first seed. A failure is made smaller and printed. */
#include "replay/explorer/explorer.h"
#include "replay/explorer/load.h"
#include "simulator.h"
#include "test.h"

#include <stdlib.h>

typedef struct comparison {
    ip_arena *levels_arena;
    const ip_level *levels[2]; /* read committed, repeatable read */
    long clients, mixed, exact, outcomes;
} comparison;

/* ---- clients ---- */

static simulated_statement draw_statement(unsigned long *seed)
{
    simulated_statement p = {.kind = (simulated_kind)toy_draw(seed, SIMULATED_KINDS),
                             .key = (int)toy_draw(seed, 2 + toy_draw(seed, 2)),
                             .value = 1 + (int)toy_draw(seed, 3),
                             .least = 1 + (int)toy_draw(seed, 4)};
    if (toy_draw(seed, 2))
        p.lock = 1 + (int)toy_draw(seed, 2);
    return p;
}

static void draw(simulated_client *c, unsigned long *seed)
{
    memset(c, 0, sizeof *c);
    c->count = 2 + (toy_draw(seed, 3) == 0);
    for (int k = 0; k < SIMULATED_KEYS; k++) {
        c->present[k] = toy_draw(seed, 3) != 0;
        c->values[k] = (int)toy_draw(seed, 4);
    }
    unsigned levels = toy_draw(seed, 3); /* read committed, repeatable read, both */
    for (int t = 0; t < c->count; t++) {
        c->transactions[t].one_snapshot = levels == 1 || (levels == 2 && toy_draw(seed, 2));
        c->transactions[t].count = 1 + (int)toy_draw(seed, c->count == 2 ? 3 : 2);
        for (int i = 0; i < c->transactions[t].count; i++)
            c->transactions[t].statements[i] = draw_statement(seed);
    }
}

static void print_statement(char *text, const simulated_statement *p)
{
    static const char *const locks[] = {"", " FOR SHARE", " FOR UPDATE"};
    text += strlen(text);
    switch (p->kind) {
    case SIMULATED_GET:
        sprintf(text, "SELECT k, v FROM kv WHERE k = %d%s; ", p->key, locks[p->lock]);
        break;
    case SIMULATED_SCAN:
        sprintf(text, "SELECT k, v FROM kv WHERE v >= %d%s; ", p->least, locks[p->lock]);
        break;
    case SIMULATED_ADD:
        sprintf(text, "UPDATE kv SET v = v + %d WHERE k = %d; ", p->value, p->key);
        break;
    case SIMULATED_ADD_TO:
        sprintf(text, "UPDATE kv SET v = v + %d WHERE v >= %d; ", p->value, p->least);
        break;
    case SIMULATED_DELETE:
        sprintf(text, "DELETE FROM kv WHERE k = %d; ", p->key);
        break;
    case SIMULATED_UPSERT:
        sprintf(text, "INSERT INTO kv VALUES (%d, %d) ON CONFLICT (k) DO UPDATE SET v = kv.v + %d; ", p->key, p->value,
                p->value);
        break;
    default:
        sprintf(text, "INSERT INTO kv VALUES (%d, %d)%s; ", p->key, p->value,
                p->kind == SIMULATED_OFFER ? " ON CONFLICT DO NOTHING" : "");
    }
}

static void print(const simulated_client *c, char *text)
{
    strcpy(text, "setup { CREATE TABLE kv (k int primary key, v int); ");
    for (int k = 0; k < SIMULATED_KEYS; k++)
        if (c->present[k])
            sprintf(text + strlen(text), "INSERT INTO kv VALUES (%d, %d); ", k, c->values[k]);
    strcat(text, "}\n");
    for (int t = 0; t < c->count; t++) {
        sprintf(text + strlen(text), "session s%d\nstep a%d { BEGIN ISOLATION LEVEL %s; ", t + 1, t + 1,
                c->transactions[t].one_snapshot ? "REPEATABLE READ" : "READ COMMITTED");
        for (int i = 0; i < c->transactions[t].count; i++)
            print_statement(text, &c->transactions[t].statements[i]);
        strcat(text, "COMMIT; }\n");
    }
}

/* ---- the explorer's outcomes ---- */

typedef struct collector {
    ip_arena *arena;
    toy_set *outcomes;
} collector;

static int last_writer(const ip_history *h, const int *order, int object)
{
    int last = 0;
    for (int i = 1; i < h->count && object < h->object_count; i++)
        if (h->writers[object] >> order[i] & 1)
            last = order[i];
    return last;
}

static void add_outcome(const collector *c, const ip_explored *x, const int *order)
{
    char text[TOY_TEXT] = "";
    for (int t = 1; t < x->history->count; t++) {
        const ip_run_outcome *outcome = &x->outcomes[t];
        strcat(text, x->history->transactions[t].aborted ? "!" : "");
        for (int r = 0; r + 1 < outcome->result_count; r += 2)
            simulated_row(text, (int)outcome->results[r].as.integer, (int)outcome->results[r + 1].as.integer);
        strcat(text, ";");
    }
    const ip_table *table = x->client->schema->tables.items[0];
    const int *rows;
    int count = ip_rows_of(x->rows, table, &rows);
    for (int i = 0; i < count; i++) {
        int exists = ip_explored_object(x, rows[i], IP_EXISTS), value = ip_explored_object(x, rows[i], 1);
        if (ip_explored_written(x, last_writer(x->history, order, exists), exists).as.boolean)
            simulated_row(text, (int)ip_rows_key(x->rows, rows[i])[0].as.integer,
                          (int)ip_explored_written(x, last_writer(x->history, order, value), value).as.integer);
    }
    toy_set_add(c->outcomes, text);
}

/* Each order of commits that the levels allow is an outcome of its own. */
static void add_orders(const collector *c, const ip_explored *x, int *order, int placed)
{
    ip_history h = *x->history;
    ip_transactions before[IP_MAX_TRANSACTIONS] = {0};
    if (placed < h.count) {
        for (int i = placed; i < h.count; i++) {
            int other = order[i];
            order[i] = order[placed];
            order[placed] = other;
            add_orders(c, x, order, placed + 1);
            order[placed] = order[i];
            order[i] = other;
        }
        return;
    }
    for (int i = 2; i < h.count; i++)
        before[order[i]] = before[order[i - 1]] | (ip_transactions)1 << order[i - 1];
    h.before = before;
    if (ip_consistent(x->levels, &h))
        add_outcome(c, x, order);
}

static bool visit(void *data, const ip_explored *x)
{
    int order[IP_MAX_TRANSACTIONS];
    for (int t = 0; t < x->history->count; t++)
        order[t] = t;
    add_orders(data, x, order, 1);
    return true;
}

static bool explore(const comparison *m, const simulated_client *client, toy_set *outcomes)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    char text[TOY_TEXT];
    print(client, text);
    const ip_source *spec = ip_source_from_text(arena, "client", text, strlen(text));
    ip_loaded_client *loaded = ip_client_load(arena, spec, NULL, 0, m->levels[0], &diagnostics);
    collector c = {arena, outcomes};
    ip_explore_options options = {.visit = visit, .data = &c};
    for (int t = 0; loaded && t < client->count; t++)
        loaded->client.sessions.items[t].transactions.items[0].level = m->levels[client->transactions[t].one_snapshot];
    bool good = loaded && ip_explore(&loaded->client, &options, &diagnostics).end == IP_EXPLORE_COMPLETE;
    for (int i = 0; i < diagnostics.list.count && !good; i++)
        fprintf(stderr, "%s\n", diagnostics.list.items[i].message);
    ip_arena_free(arena);
    return good;
}

/* ---- comparison ---- */

static bool makes_rows_anew(const simulated_client *c)
{
    bool deletes = false, inserts = false;
    for (int t = 0; t < c->count; t++)
        for (int i = 0; i < c->transactions[t].count; i++) {
            deletes |= c->transactions[t].statements[i].kind == SIMULATED_DELETE;
            inserts |= c->transactions[t].statements[i].kind >= SIMULATED_INSERT;
        }
    return deletes && inserts;
}

/* An outcome of the one that is none of the other; NULL: there is none. */
static const char *missing(const toy_set *of, const toy_set *in)
{
    for (int i = 0; i < of->count; i++) {
        bool found = false;
        for (int j = 0; j < in->count && !found; j++)
            found = !strcmp(of->texts[i], in->texts[j]);
        if (!found)
            return of->texts[i];
    }
    return NULL;
}

static bool agrees(comparison *m, const simulated_client *c, bool tell)
{
    toy_set simulated = {0}, explored = {0};
    bool good = true;
    if (simulate(c, &simulated)) {
        good = explore(m, c, &explored);
        const char *forbidden = missing(&simulated, &explored);
        const char *allowed = makes_rows_anew(c) ? NULL : missing(&explored, &simulated);
        if (tell && forbidden)
            fprintf(stderr, "the server can end with this, the level forbids it: %s\n", forbidden);
        if (tell && allowed)
            fprintf(stderr, "the level allows this, the server cannot end with it: %s\n", allowed);
        good = good && !forbidden && !allowed;
        m->exact += !makes_rows_anew(c);
        m->outcomes += simulated.count;
    }
    toy_set_free(&simulated);
    toy_set_free(&explored);
    return good;
}

/* Leaves out statements and rows while it still fails. */
static void shrink(comparison *m, simulated_client *c)
{
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (int t = 0; t < c->count; t++)
            for (int i = 0; i < c->transactions[t].count; i++) {
                simulated_client less = *c;
                memmove(&less.transactions[t].statements[i], &less.transactions[t].statements[i + 1],
                        sizeof(simulated_statement) * (size_t)(SIMULATED_STATEMENTS - 1 - i));
                less.transactions[t].count--;
                if (!agrees(m, &less, false)) {
                    *c = less;
                    smaller = true;
                }
            }
        for (int k = 0; k < SIMULATED_KEYS; k++) {
            simulated_client less = *c;
            less.present[k] = false;
            if (c->present[k] && !agrees(m, &less, false)) {
                *c = less;
                smaller = true;
            }
        }
    }
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 300;
    unsigned long first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    comparison m = {.levels_arena = ip_arena_new()};
    ip_diagnostics diagnostics = {.arena = m.levels_arena};
    m.levels[0] = ip_level_load(m.levels_arena, "postgresql/read-committed", &diagnostics);
    m.levels[1] = ip_level_load(m.levels_arena, "postgresql/repeatable-read", &diagnostics);
    CHECK(m.levels[0] && m.levels[1]);
    for (long i = 0; i < count && test_failures < 3; i++) {
        simulated_client client;
        unsigned long random = (first + (unsigned long)i) * 2654435761UL + 4242;
        draw(&client, &random);
        test_checks++;
        m.clients++;
        if (agrees(&m, &client, false))
            continue;
        test_failures++;
        shrink(&m, &client);
        char text[TOY_TEXT];
        print(&client, text);
        fprintf(stderr, "seed %lu:\n%s", first + (unsigned long)i, text);
        agrees(&m, &client, true);
    }
    printf("%ld clients from seed %lu, %ld compared in both directions, %ld outcomes\n", m.clients, first, m.exact,
           m.outcomes);
    ip_arena_free(m.levels_arena);
    return TEST_RESULT();
}
