/* GROUP BY and aggregates over the rows that a scan found. */
#include "interpreter/run/run.h"

#include <stdlib.h>
#include <string.h>

typedef IP_VEC(ip_datum) datums;

typedef struct group {
    uint64_t hash;
    int set;
    const ip_datum *key;
    ip_binding *first; /* of the group's rows: columns that depend on the key are read there */
    datums *values;    /* [aggregates] */
    int64_t *counts;   /* [aggregates] of count(*) */
} group;

typedef IP_VEC(group) groups;

static bool same_key(const ip_datum *a, const ip_datum *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!ip_value_datum_equal(a[i], b[i]))
            return false;
    return true;
}

static bool has(const ip_query_plan *query, int set, int item)
{
    return query->sets[set] >> item & 1;
}

/* set: which one of the query's, -1: it has none */
static group *find(ip_run_state *run, const ip_query_plan *query, int set, groups *all, ip_binding *tuple)
{
    int width = query->group_by.count;
    ip_datum *key = IP_NEW_ARRAY(run->arena, ip_datum, width);
    uint64_t hash = 0;
    for (int i = 0; i < width; i++) {
        if (set < 0 || has(query, set, i))
            key[i] = ip_evaluate(run, query->group_by.items[i]);
        hash = hash * UINT64_C(0x9E3779B97F4A7C15) + ip_value_datum_hash(key[i]);
    }
    for (int i = 0; i < all->count; i++)
        if (all->items[i].hash == hash && all->items[i].set == set && same_key(all->items[i].key, key, width))
            return &all->items[i];
    group new = {.hash = hash, .set = set, .key = key, .first = tuple};
    new.values = ip_arena_alloc(run->arena, sizeof *new.values *(size_t)(query->aggregate_count + 1));
    new.counts = IP_NEW_ARRAY(run->arena, int64_t, query->aggregate_count);
    IP_PUSH(run->arena, all, new);
    return &all->items[all->count - 1];
}

static void collect(ip_run_state *run, const ip_query_plan *query, group *g)
{
    for (int i = 0; i < query->aggregate_count; i++) {
        const ip_aggregate_call *a = &query->aggregates[i];
        if (a->filter && !ip_is_true(ip_evaluate(run, a->filter)))
            continue;
        if (!a->finish && !a->transition) {
            g->counts[i]++;
            continue;
        }
        ip_datum first = ip_evaluate(run, a->args.items[0]);
        if (first.kind == IP_DATUM_NULL && !a->keep_nulls)
            continue;
        IP_PUSH(run->arena, &g->values[i], first);
        for (int arg = 1; arg < a->args.count; arg++)
            IP_PUSH(run->arena, &g->values[i], ip_evaluate(run, a->args.items[arg]));
        for (int k = 0; k < a->sort_count; k++)
            IP_PUSH(run->arena, &g->values[i], ip_evaluate(run, a->sort[k].expr));
    }
}

static int compare(const void *a, const void *b)
{
    return ip_value_datum_compare(*(const ip_datum *)a, *(const ip_datum *)b);
}

/* DISTINCT sorts, as the server does, which shows in array_agg and string_agg. */
static int make_distinct(ip_datum *values, int count, int width)
{
    int kept = 0;
    if (count > 0)
        qsort(values, (size_t)count, sizeof *values * (size_t)width, compare);
    for (int i = 0; i < count; i++)
        if (!kept || !ip_value_datum_equal(values[i * width], values[(kept - 1) * width]))
            memmove(&values[kept++ * width], &values[i * width], sizeof *values * (size_t)width);
    return kept;
}

/* ORDER BY within an aggregate: the keys stand after each row's arguments, and are removed. */
static void put_in_order(ip_run_state *run, const ip_aggregate_call *a, ip_datum *values, int count)
{
    int args = a->args.count, width = args + a->sort_count;
    size_t size = sizeof *values * (size_t)width;
    ip_datum *moved = ip_arena_alloc(run->arena, size);
    for (int i = 1; i < count; i++) {
        int at = i;
        memcpy(moved, &values[i * width], size);
        for (;
             at > 0 && ip_exec_compare_keys(a->sort, a->sort_count, &values[(at - 1) * width + args], moved + args) > 0;
             at--)
            memcpy(&values[at * width], &values[(at - 1) * width], size);
        memcpy(&values[at * width], moved, size);
    }
    for (int i = 0; i < count; i++)
        memmove(&values[i * args], &values[i * width], sizeof *values * (size_t)args);
}

/* Of an aggregate that CREATE AGGREGATE defines. */
static ip_datum run_user_aggregate(ip_run_state *run, const ip_aggregate_call *a, const ip_datum *values, int count)
{
    int width = a->args.count;
    bool strict = a->transition->strict, begun = a->start.kind != IP_DATUM_NULL;
    ip_datum *arguments = IP_NEW_ARRAY(run->arena, ip_datum, width + 1);
    bool *given = IP_NEW_ARRAY(run->arena, bool, width + 1);
    ip_datum state = a->start;
    for (int i = 0; i <= width; i++)
        given[i] = true;
    for (int row = 0; row < count; row++) {
        bool null = false;
        for (int i = 0; i < width; i++) {
            arguments[i + 1] = values[row * width + i];
            null = null || arguments[i + 1].kind == IP_DATUM_NULL;
        }
        if (strict && null)
            continue;
        arguments[0] = state;
        state = strict && !begun ? arguments[1] : ip_exec_call_routine(run, a->transition, arguments, given, NULL);
        begun = true;
    }
    return a->final ? ip_exec_call_routine(run, a->final, &state, given, NULL) : state;
}

static ip_datum *finish(ip_run_state *run, const ip_query_plan *query, group *g)
{
    ip_datum *results = IP_NEW_ARRAY(run->arena, ip_datum, query->group_width + 1);
    for (int i = 0, width = query->group_by.count; query->set_count && i < width; i++) {
        results[query->aggregate_count + i] = g->key[i];
        results[query->aggregate_count + width + i] = ip_value_datum_integer(!has(query, g->set, i));
    }
    for (int i = 0; i < query->aggregate_count; i++) {
        const ip_aggregate_call *a = &query->aggregates[i];
        if (!a->finish && !a->transition) {
            results[i] = ip_value_datum_integer(g->counts[i]);
            continue;
        }
        int width = a->args.count + a->sort_count, count = g->values[i].count / width;
        if (a->distinct)
            count = make_distinct(g->values[i].items, count, width);
        if (a->sort_count)
            put_in_order(run, a, g->values[i].items, count);
        results[i] = a->transition ? run_user_aggregate(run, a, g->values[i].items, count)
                                   : a->finish(run, g->values[i].items, count, a->args.count);
    }
    return results;
}

/* The empty grouping set yields a row even without input rows, as aggregates without GROUP BY do; other columns cannot
 * occur in it. */
static void add_empty(ip_run_state *run, const ip_query_plan *query, int set, groups *all)
{
    for (int i = 0; i < all->count; i++)
        if (all->items[i].set == set)
            return;
    ip_binding *none = IP_NEW_ARRAY(run->arena, ip_binding, query->item_count + 1);
    for (int i = 0; i < query->item_count; i++)
        none[i].row = -1;
    run->scope->items = none;
    find(run, query, set, all, none);
}

void ip_exec_group_run(ip_run_state *run, const ip_query_plan *query, ip_binding *tuples, int count,
                       ip_binding **representatives, ip_datum **aggregates, int *group_count)
{
    groups all = {0};
    ip_binding *saved = run->scope->items;
    size_t width = (size_t)query->group_width;
    for (int set = query->set_count ? 0 : -1; set < query->set_count; set++) {
        for (int i = 0; i < count; i++) {
            run->scope->items = tuples + (size_t)i * (size_t)query->item_count;
            ip_interpreter_count_visit(run);
            collect(run, query, find(run, query, set, &all, run->scope->items));
        }
        if (set < 0 ? !query->group_by.count : !query->sets[set])
            add_empty(run, query, set, &all);
        if (set < 0)
            break;
    }
    run->scope->items = saved;
    *group_count = all.count;
    *representatives = IP_NEW_ARRAY(run->arena, ip_binding, all.count * (query->item_count + 1));
    *aggregates = IP_NEW_ARRAY(run->arena, ip_datum, all.count * (query->group_width + 1));
    for (int i = 0; i < all.count; i++) {
        memcpy(*representatives + (size_t)i * (size_t)query->item_count, all.items[i].first,
               sizeof(ip_binding) * (size_t)query->item_count);
        memcpy(*aggregates + (size_t)i * width, finish(run, query, &all.items[i]), sizeof(ip_datum) * width);
    }
}
