/* Draws random clients that lock rows, writes them as SQL and explores them. */
#include "locking.h"

#include "explorer/load.h"

#include <stdio.h>
#include <string.h>

/* ---- clients ---- */

static simulated_statement draw_statement(bool server, unsigned long *seed)
{
    simulated_statement p = {.kind = (simulated_kind)toy_draw(seed, server ? SERVER_KINDS : SIMULATED_KINDS),
                             .key = (int)toy_draw(seed, 2 + toy_draw(seed, 2)),
                             .value = 1 + (int)toy_draw(seed, 3),
                             .least = 1 + (int)toy_draw(seed, 4)};
    if (toy_draw(seed, 2))
        p.lock = 1 + (int)toy_draw(seed, server ? 4 : 2);
    return p;
}

void locking_draw(simulated_client *c, bool server, unsigned long *seed)
{
    memset(c, 0, sizeof *c);
    c->count = 2 + (toy_draw(seed, 3) == 0);
    for (int k = 0; k < SIMULATED_KEYS; k++) {
        c->present[k] = toy_draw(seed, 3) != 0;
        c->values[k] = (int)toy_draw(seed, 4);
    }
    unsigned count = server ? SERVER_LEVELS : SERVER_SERIALIZABLE;
    unsigned levels = toy_draw(seed, count + 1); /* one for all, or a mixture */
    for (int t = 0; t < c->count; t++) {
        c->transactions[t].level = (simulated_level)(levels < count ? levels : toy_draw(seed, count));
        c->transactions[t].count = 1 + (int)toy_draw(seed, c->count == 2 ? 3 : 2);
        for (int i = 0; i < c->transactions[t].count; i++)
            c->transactions[t].statements[i] = draw_statement(server, seed);
    }
}

void locking_print_statement(char *text, const simulated_statement *p)
{
    static const char *const locks[] = {"", " FOR SHARE", " FOR UPDATE", " FOR KEY SHARE", " FOR NO KEY UPDATE"};
    text += strlen(text);
    switch (p->kind) {
    case SIMULATED_GET:
        sprintf(text, "SELECT k, v FROM kv WHERE k = %d%s; ", p->key, locks[p->lock]);
        break;
    case SIMULATED_SCAN:
        sprintf(text, "SELECT k, v FROM kv WHERE v >= %d ORDER BY k%s; ", p->least, locks[p->lock]);
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
    case SERVER_COUNT:
        sprintf(text, "SELECT count(*) FROM kv WHERE v >= %d; ", p->least);
        break;
    case SERVER_FILL:
        sprintf(text, "INSERT INTO kv SELECT %d, count(*) FROM kv; ", p->key);
        break;
    case SERVER_ADVISORY:
        sprintf(text, "SELECT pg_advisory_xact_lock(%d); ", p->key);
        break;
    case SERVER_TABLE:
        strcpy(text, "LOCK TABLE kv IN SHARE ROW EXCLUSIVE MODE; ");
        break;
    default:
        sprintf(text, "INSERT INTO kv VALUES (%d, %d)%s; ", p->key, p->value,
                p->kind == SIMULATED_OFFER ? " ON CONFLICT DO NOTHING" : "");
    }
}

const char *locking_level(simulated_level level)
{
    static const char *const names[] = {"READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"};
    return names[level];
}

static void print(const simulated_client *c, bool levels, char *text)
{
    strcpy(text, "setup { CREATE TABLE kv (k int primary key, v int); ");
    for (int k = 0; k < SIMULATED_KEYS; k++)
        if (c->present[k])
            sprintf(text + strlen(text), "INSERT INTO kv VALUES (%d, %d); ", k, c->values[k]);
    strcat(text, "}\n");
    for (int t = 0; t < c->count; t++) {
        sprintf(text + strlen(text), "session s%d\nstep a%d { BEGIN%s%s; ", t + 1, t + 1,
                levels ? " ISOLATION LEVEL " : "", levels ? locking_level(c->transactions[t].level) : "");
        for (int i = 0; i < c->transactions[t].count; i++)
            locking_print_statement(text, &c->transactions[t].statements[i]);
        strcat(text, "COMMIT; }\n");
    }
}

void locking_print(const simulated_client *c, char *text)
{
    print(c, true, text);
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

static void add_value(const collector *c, char *text, ip_datum value)
{
    const char *given = value.kind == IP_DATUM_NULL ? "" : ip_value_datum_text(c->arena, value);
    sprintf(text + strlen(text), " %s", *given ? given : "-");
}

static void add_outcome(const collector *c, const ip_explored *x, const int *order)
{
    char text[TOY_TEXT] = "";
    for (int t = 1; t < x->history->count; t++) {
        const ip_run_outcome *outcome = &x->outcomes[t];
        strcat(text, x->history->transactions[t].aborted ? "!" : "");
        for (int r = 0; r < outcome->result_count; r++)
            add_value(c, text, outcome->results[r]);
        strcat(text, ";");
    }
    const ip_table *table = x->client->schema->tables.items[0];
    const int *rows;
    int count = ip_interpreter_rows_of(x->rows, table, &rows);
    for (int i = 0; i < count; i++) {
        int exists = ip_explore_explored_object(x, rows[i], IP_EXISTS),
            value = ip_explore_explored_object(x, rows[i], 1);
        if (ip_explore_explored_written(x, last_writer(x->history, order, exists), exists).as.boolean) {
            add_value(c, text, ip_interpreter_rows_key(x->rows, rows[i])[0]);
            add_value(c, text, ip_explore_explored_written(x, last_writer(x->history, order, value), value));
        }
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
    if (ip_history_consistent(x->levels, &h))
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

bool locking_load_levels(ip_arena *arena, locking_levels *levels)
{
    static const char *const names[] = {"postgresql/read-committed", "postgresql/repeatable-read",
                                        "postgresql/serializable"};
    ip_diagnostics diagnostics = {.arena = arena};
    bool good = true;
    for (int l = 0; l < SERVER_LEVELS; l++)
        good &= (levels->levels[l] = ip_level_load(arena, names[l], &diagnostics)) != NULL;
    return good;
}

bool locking_explore(const locking_levels *levels, const simulated_client *client, toy_set *outcomes)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    char text[TOY_TEXT];
    print(client, false, text); /* levels are loaded already: assigned below */
    const ip_source *spec = ip_source_from_text(arena, "client", text, strlen(text));
    ip_loaded_client *loaded = ip_explore_client_load(arena, spec, NULL, 0, levels->levels[0], 0, &diagnostics);
    collector c = {arena, outcomes};
    ip_explore_options options = {.visit = visit, .data = &c};
    for (int t = 0; loaded && t < client->count; t++)
        loaded->client.sessions.items[t].transactions.items[0].level = levels->levels[client->transactions[t].level];
    bool good = loaded && ip_explore(&loaded->client, &options, &diagnostics).end == IP_EXPLORE_COMPLETE;
    for (int i = 0; i < diagnostics.list.count && !good; i++)
        fprintf(stderr, "%s\n", diagnostics.list.items[i].message);
    ip_arena_free(arena);
    return good;
}

bool locking_renews_a_row(const simulated_client *c)
{
    for (int t = 0; t < c->count; t++)
        for (int i = 0; i < c->transactions[t].count; i++)
            for (int j = i + 1; j < c->transactions[t].count; j++) {
                const simulated_statement *p = c->transactions[t].statements;
                if (p[i].kind == SIMULATED_DELETE && p[j].kind >= SIMULATED_INSERT && p[i].key == p[j].key)
                    return true;
            }
    return false;
}

bool locking_reinserts_a_row(const simulated_client *c)
{
    bool deletes = false, inserts = false;
    for (int t = 0; t < c->count; t++)
        for (int i = 0; i < c->transactions[t].count; i++) {
            deletes |= c->transactions[t].statements[i].kind == SIMULATED_DELETE;
            inserts |= c->transactions[t].statements[i].kind >= SIMULATED_INSERT &&
                       c->transactions[t].statements[i].kind != SERVER_COUNT;
        }
    return deletes && inserts;
}

/* An outcome of the first that is none of the other; NULL: there is none. */
const char *locking_missing(const toy_set *of, const toy_set *in)
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
