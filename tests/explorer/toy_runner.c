/* Runs the toy clients of toy.h as the transactions of the explorer's algorithm. */
#include "toy_runner.h"

#include "catalog/lock_mode.h"

#include <string.h>

typedef struct runner {
    const toy_client *client;
    ip_explorer_engine *engine;
    ip_consistency *asked;
    toy_result *result;
    toy_options options;
} runner;

static bool read_integer(ip_explorer_engine *engine, int object, bool newest, int *value)
{
    ip_datum datum;
    if (!ip_explore_engine_read(engine, (ip_engine_question){.object = object, .newest = newest}, &datum))
        return false;
    *value = (int)datum.as.integer;
    return true;
}

/* Of three reads one locks, one is a check, which sees what is committed. */
static bool is_newest(const runner *r, const toy_op *op)
{
    bool locks = r->options.locks && op->value == 2, checks = r->options.locks && op->value == 1;
    if (locks)
        ip_explore_engine_lock(r->engine, op->object / r->client->objects_per_row, IP_LOCK_UPDATE, false);
    return checks || (locks && r->options.reread);
}

static ip_run_end run(void *data, int t, ip_run_outcome *outcome)
{
    const runner *r = data;
    const toy_transaction *transaction = &r->client->transactions[t - 1];
    int last = 0, savepoint = -1;
    *outcome = (ip_run_outcome){0};
    for (int o = 0; o < transaction->op_count; o++) {
        const toy_op *op = &transaction->ops[o];
        int value = 0, sum = 0;
        ip_explore_engine_statement(r->engine);
        switch (op->kind) {
        case TOY_READ:
            if (!read_integer(r->engine, op->object, is_newest(r, op), &last))
                return IP_RUN_STOPPED;
            break;
        case TOY_SCAN:
            for (int x = op->object; x < r->client->objects; x++) {
                if (!read_integer(r->engine, x, false, &value))
                    return IP_RUN_STOPPED;
                sum += value;
            }
            last = sum;
            break;
        case TOY_WRITE:
        case TOY_ADD:
            value = op->value + (op->kind == TOY_ADD ? last : 0);
            ip_explore_engine_lock(r->engine, op->object / r->client->objects_per_row, IP_LOCK_NO_KEY_UPDATE, false);
            ip_explore_engine_write(r->engine, op->object, (ip_datum){.kind = IP_DATUM_INTEGER, .as.integer = value});
            ip_explore_engine_change(r->engine, op->object / r->client->objects_per_row, false);
            break;
        case TOY_SKIP:
            o += last != op->value;
            break;
        case TOY_ABORT:
            return IP_RUN_ABORTED;
        case TOY_SAVEPOINT:
            savepoint = ip_explore_engine_savepoint(r->engine);
            break;
        case TOY_ROLLBACK:
            if (savepoint >= 0)
                ip_explore_engine_rollback(r->engine, savepoint);
            break;
        }
    }
    return IP_RUN_COMMITTED;
}

static ip_datum initial(void *data, int object)
{
    (void)data;
    (void)object;
    return (ip_datum){.kind = IP_DATUM_INTEGER};
}

static bool leaf(void *data)
{
    runner *r = data;
    if (r->options.count_only)
        return true;
    const ip_history *h = ip_explore_engine_history(r->engine);
    toy_history toy = {0};
    for (int t = 1; t < h->count; t++) {
        const ip_history_transaction *transaction = &h->transactions[t];
        toy.aborted[t] = transaction->aborted;
        toy.read_count[t] = transaction->read_count;
        for (int i = 0; i < transaction->read_count; i++)
            toy.reads[t][i] =
                (toy_read){transaction->reads[i].object, transaction->reads[i].from, transaction->reads[i].step};
    }
    char text[TOY_TEXT];
    toy_describe(r->client, &toy, text);
    toy_set_add(&r->result->all, text);
    if (ip_history_consistent(r->asked, h))
        toy_set_add(&r->result->filtered, text);
    return true;
}

static bool proceed(void *data)
{
    (void)data;
    return true;
}

toy_result toy_explore(const toy_client *client, ip_consistency *base, ip_consistency *asked, toy_options options)
{
    toy_result result = {0};
    runner r = {.client = client, .asked = asked, .result = &result, .options = options};
    ip_engine_input input = {.count = client->count + 1,
                             .base = base,
                             .objects_per_row = client->objects_per_row,
                             .models_locks = options.locks,
                             .plain = options.plain,
                             .shard = options.shard,
                             .shard_count = options.shard_count,
                             .cache_bytes = options.cache_bytes,
                             .data = &r,
                             .run = run,
                             .initial = initial,
                             .leaf = leaf,
                             .proceed = proceed};
    for (int t = 1; t <= client->count; t++) {
        input.level[t] = t - 1;
        input.sessions_before[t] = 1;
        for (int u = 1; u < t; u++)
            if (client->transactions[u - 1].session == client->transactions[t - 1].session)
                input.sessions_before[t] |= (ip_transactions)1 << u;
    }
    r.engine = ip_explore_engine_new(&input);
    result.end = ip_explore_engine_explore(r.engine);
    result.counts = *ip_explore_engine_counted(r.engine);
    ip_explore_engine_free(r.engine);
    return result;
}

void toy_result_free(toy_result *result)
{
    toy_set_free(&result->all);
    toy_set_free(&result->filtered);
}
