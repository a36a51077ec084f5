/* Each component was decided by one shard, as if the others were not there: that is how a run without shards decides,
 * too. What is left is to say it in that run's order. */
#include "merge/merged_level.h"

#include "anomaly/rank.h"

#include <string.h>

/* Of more programs than that a report names only those of the same component (report/json.c). */
enum { NAMED_IN_FULL = 200 };

typedef struct merging {
    const ip_shards *shards;
    int programs;
    int *shard_of;     /* [programs] */
    int *component_of; /* [programs]: its first program */
    int *first_set;    /* [shards]: has it a set? */
    json_t *sets;      /* merged */
} merging;

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const char *program_name(const merging *m, int program)
{
    return text_of(json_array_get(m->shards->transactions, (size_t)program), "name");
}

static int index_of(const merging *m, const char *name)
{
    for (int p = 0; name && p < m->programs; p++)
        if (strcmp(program_name(m, p), name) == 0)
            return p;
    return -1;
}

static bool has_name(const json_t *names, const char *name)
{
    for (size_t i = 0; i < json_array_size(names); i++)
        if (strcmp(json_string_value(json_array_get(names, i)), name) == 0)
            return true;
    return false;
}

/* NULL: each program has one shard. */
static const char *find_owners(merging *m)
{
    bool *named = IP_NEW_ARRAY(m->shards->arena, bool, m->programs);
    for (int s = 0; s < m->shards->count; s++) {
        const json_t *components = json_object_get(json_object_get(m->shards->results[s], "shard"), "components");
        for (size_t c = 0; c < json_array_size(components); c++) {
            const json_t *names = json_array_get(components, c);
            int first = index_of(m, json_string_value(json_array_get(names, 0)));
            for (size_t i = 0; i < json_array_size(names); i++) {
                int program = index_of(m, json_string_value(json_array_get(names, i)));
                if (program < 0)
                    continue;
                if (named[program])
                    return ip_arena_printf(m->shards->arena,
                                           "two shards have decided %s at %s: expected the shards of "
                                           "one run",
                                           program_name(m, program), text_of(m->shards->results[0], "level"));
                named[program] = true;
                m->shard_of[program] = s;
                m->component_of[program] = first;
            }
        }
    }
    for (int p = 0; p < m->programs; p++)
        if (!named[p])
            return ip_arena_printf(m->shards->arena, "no shard has decided %s at %s: expected all shards of one run",
                                   program_name(m, p), text_of(m->shards->results[0], "level"));
    return NULL;
}

/* -------------------------------------------------------------- verdict -- */

static const char *verdict_of(const merging *m, int shard)
{
    return text_of(json_object_get(m->shards->results[shard], "shard"), "verdict");
}

static const char *worst_verdict(const merging *m)
{
    static const char *const worst_first[] = {"unsafe", "benign", "undecided"};
    for (size_t v = 0; v < sizeof worst_first / sizeof *worst_first; v++)
        for (int s = 0; s < m->shards->count; s++)
            if (strcmp(verdict_of(m, s), worst_first[v]) == 0)
                return worst_first[v];
    return "safe";
}

/* Each of the parts between the separators once. */
static const char *joined(ip_arena *arena, const char *all, const char *more, const char *between)
{
    for (const char *at = more; *at;) {
        const char *next = strstr(at, between);
        size_t length = next ? (size_t)(next - at) : strlen(at);
        const char *part = ip_arena_strndup(arena, at, length);
        if (!strstr(all, part))
            all = *all ? ip_arena_printf(arena, "%s%s%s", all, between, part) : part;
        at += length + (next ? strlen(between) : 0);
    }
    return all;
}

static json_t *merged_proof(const merging *m)
{
    const char *method = "", *detail = "", *trivial = "";
    for (int s = 0; s < m->shards->count; s++) {
        const json_t *proof = json_object_get(json_object_get(m->shards->results[s], "shard"), "proof");
        if (strcmp(text_of(proof, "method"), "no-conflict") == 0) { /* of programs without dependencies */
            trivial = text_of(proof, "detail");
            continue;
        }
        method = joined(m->shards->arena, method, text_of(proof, "method"), ", ");
        detail = joined(m->shards->arena, detail, text_of(proof, "detail"), "; ");
    }
    if (!*method)
        return json_pack("{s:s, s:s}", "method", "no-conflict", "detail", trivial);
    return json_pack("{s:s, s:s}", "method", method, "detail", detail);
}

static json_t *merged_reason(const merging *m)
{
    for (int s = 0; s < m->shards->count; s++)
        if (strcmp(verdict_of(m, s), "undecided") == 0)
            return json_incref(json_object_get(m->shards->results[s], "reason"));
    return json_null();
}

/* ------------------------------------------------------------ anomalies -- */

static int rank(const json_t *anomaly)
{
    const json_t *replay = json_object_get(anomaly, "replay");
    return ip_anomaly_rank((ip_ranked){.kind = text_of(anomaly, "kind"),
                                       .instances = (int)json_array_size(json_object_get(anomaly, "instances")),
                                       .steps = (int)json_array_size(json_object_get(replay, "schedule")),
                                       .suppressed = json_is_true(json_object_get(anomaly, "suppressed")),
                                       .confirmed = strcmp(text_of(replay, "status"), "confirmed") == 0,
                                       .observable = json_is_true(json_object_get(replay, "observable")),
                                       .rows_differ = json_is_true(json_object_get(replay, "rows_differ")),
                                       .guesses_number = json_is_true(json_object_get(replay, "guesses_number"))});
}

static int component_of_anomaly(const merging *m, const json_t *anomaly)
{
    const json_t *first = json_array_get(json_object_get(anomaly, "instances"), 0);
    int program = index_of(m, text_of(first, "transaction"));
    return program < 0 ? m->programs : m->component_of[program];
}

static bool comes_first(const merging *m, const json_t *a, const json_t *b)
{
    int difference = rank(a) - rank(b);
    return difference ? difference < 0 : component_of_anomaly(m, a) < component_of_anomaly(m, b);
}

static json_t *merged_anomalies(const merging *m)
{
    json_t *all = json_array();
    for (int s = 0; s < m->shards->count; s++) {
        const json_t *own = json_object_get(m->shards->results[s], "anomalies");
        for (size_t i = 0; i < json_array_size(own); i++) {
            json_t *anomaly = json_array_get(own, i);
            size_t at = json_array_size(all);
            while (at > 0 && comes_first(m, anomaly, json_array_get(all, at - 1)))
                at--;
            json_array_insert(all, at, anomaly);
        }
    }
    return all;
}

/* ------------------------------------------------------------------ sets -- */

static json_t *names_of(const merging *m, const bool *set)
{
    json_t *names = json_array();
    for (int p = 0; p < m->programs; p++)
        if (set[p])
            json_array_append_new(names, json_string(program_name(m, p)));
    return names;
}

/* The programs that the set leaves as they are in the largest one, but for one component: that one. */
static int differing_component(const merging *m, const json_t *set, const bool *largest, int shard)
{
    for (int p = 0; p < m->programs; p++) {
        const char *name = program_name(m, p);
        if (m->shard_of[p] == shard && has_name(set, name) != largest[p])
            return m->component_of[p];
    }
    return m->programs;
}

typedef struct other_set {
    int component, shard;
    const json_t *names;
} other_set;

static const json_t *sets_of(const merging *m, int shard)
{
    return json_object_get(m->shards->results[shard], "safe_sets");
}

/* In the order of components, which each shard keeps. */
static int find_other_sets(const merging *m, const bool *largest, other_set *others)
{
    int count = 0;
    for (int s = 0; s < m->shards->count; s++)
        for (size_t i = 1; i < json_array_size(sets_of(m, s)); i++) {
            const json_t *names = json_array_get(sets_of(m, s), i);
            other_set other = {differing_component(m, names, largest, s), s, names};
            int at = count++;
            for (; at > 0 && others[at - 1].component > other.component; at--)
                others[at] = others[at - 1];
            others[at] = other;
        }
    return count;
}

/* The largest sets of components go together, as they share no data; each other set takes the place of one of them. */
static void merge_sets(merging *m)
{
    bool *largest = IP_NEW_ARRAY(m->shards->arena, bool, m->programs), any = false;
    size_t most = 0;
    for (int s = 0; s < m->shards->count; s++) {
        const json_t *first = json_array_get(sets_of(m, s), 0);
        any = any || first;
        most += json_array_size(sets_of(m, s));
        for (int p = 0; p < m->programs; p++)
            if (m->shard_of[p] == s)
                largest[p] = has_name(first, program_name(m, p));
    }
    m->sets = json_array();
    if (!any)
        return;
    json_array_append_new(m->sets, names_of(m, largest));
    other_set *others = IP_NEW_ARRAY(m->shards->arena, other_set, most);
    int count = find_other_sets(m, largest, others);
    for (int i = 0; i < count; i++) {
        bool *set = IP_NEW_ARRAY(m->shards->arena, bool, m->programs);
        for (int p = 0; p < m->programs; p++)
            set[p] = m->shard_of[p] == others[i].shard ? has_name(others[i].names, program_name(m, p)) : largest[p];
        json_array_append_new(m->sets, names_of(m, set));
    }
}

/* -------------------------------------------------------------- programs -- */

static json_t *companions(const merging *m, const json_t *set, int program)
{
    json_t *names = json_array();
    bool all = json_array_size(set) <= NAMED_IN_FULL;
    for (size_t i = 0; i < json_array_size(set); i++) {
        int other = index_of(m, json_string_value(json_array_get(set, i)));
        if (other != program && (all || m->component_of[other] == m->component_of[program]))
            json_array_append(names, json_array_get(set, i));
    }
    return names;
}

static json_t *merged_programs(const merging *m)
{
    json_t *programs = json_array();
    for (int p = 0; p < m->programs; p++) {
        const json_t *own = json_object_get(m->shards->results[m->shard_of[p]], "programs");
        json_t *program = json_copy(json_array_get(own, (size_t)p));
        int in = -1;
        for (size_t s = 0; s < json_array_size(m->sets) && in < 0; s++)
            in = has_name(json_array_get(m->sets, s), text_of(program, "transaction")) ? (int)s : -1;
        json_object_set_new(program, "safe_set", in < 0 ? json_null() : json_integer(in));
        json_object_set_new(program, "safe_with", companions(m, json_array_get(m->sets, (size_t)(in < 0 ? 0 : in)), p));
        if (in < 0)
            json_object_set_new(program, "safe_with", json_array());
        json_array_append_new(programs, program);
    }
    return programs;
}

static json_t *merged_statistics(const merging *m)
{
    static const char *const keys[] = {"solver_seconds", "seconds"};
    json_int_t queries = 0;
    double sums[2] = {0, 0};
    for (int s = 0; s < m->shards->count; s++) {
        const json_t *own = json_object_get(m->shards->results[s], "statistics");
        queries += json_integer_value(json_object_get(own, "queries"));
        for (int k = 0; k < 2; k++)
            sums[k] += json_number_value(json_object_get(own, keys[k]));
    }
    return json_pack("{s:I, s:f, s:f}", "queries", queries, keys[0], sums[0], keys[1], sums[1]);
}

json_t *ip_merge_level(const ip_shards *shards, const char **why)
{
    int programs = (int)json_array_size(shards->transactions);
    merging m = {.shards = shards,
                 .programs = programs,
                 .shard_of = IP_NEW_ARRAY(shards->arena, int, programs),
                 .component_of = IP_NEW_ARRAY(shards->arena, int, programs)};
    *why = find_owners(&m);
    if (*why)
        return NULL;
    merge_sets(&m);
    const char *verdict = worst_verdict(&m);
    bool safe = strcmp(verdict, "safe") == 0;
    json_int_t searched = -1;
    for (int s = 0; s < shards->count; s++) {
        json_int_t own = json_integer_value(json_object_get(shards->results[s], "searched_cycle_length"));
        searched = searched < 0 || own < searched ? own : searched;
    }
    json_t *merged = json_object();
    json_object_set(merged, "level", json_object_get(shards->results[0], "level"));
    json_object_set_new(merged, "verdict", json_string(verdict));
    json_object_set_new(merged, "reason", strcmp(verdict, "undecided") == 0 ? merged_reason(&m) : json_null());
    for (int s = 0; s < shards->count && !safe && !json_object_get(merged, "not_delayed"); s++)
        if (json_object_get(shards->results[s], "not_delayed"))
            json_object_set(merged, "not_delayed", json_object_get(shards->results[s], "not_delayed"));
    json_object_set_new(merged, "proof", safe ? merged_proof(&m) : json_null());
    if (json_object_get(shards->results[0], "only_promised"))
        json_object_set_new(merged, "only_promised", json_true());
    json_object_set_new(merged, "searched_cycle_length", json_integer(searched));
    json_object_set_new(merged, "anomalies", merged_anomalies(&m));
    json_object_set_new(merged, "safe_sets", m.sets);
    json_object_set_new(merged, "programs", merged_programs(&m));
    /* Which statements may be refused is worked out for all programs in each shard. */
    json_object_set(merged, "refusals", json_object_get(shards->results[0], "refusals"));
    if (shards->statistics && json_object_get(shards->results[0], "statistics"))
        json_object_set_new(merged, "statistics", merged_statistics(&m));
    return merged;
}
