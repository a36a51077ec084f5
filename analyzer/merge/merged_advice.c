/* Components of programs share no data, so that any level of one goes with any level of another: the lowest levels of
 * all are the lowest of each. Changes are proved beside the other programs as they are. */
#include "merge/merged_advice.h"

#include <stdbool.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const json_t *advice_of(const ip_advising_shards *shards, int shard)
{
    return json_object_get(shards->reports[shard], "advice");
}

static const json_t *list_of(const ip_advising_shards *shards, int shard, const char *key)
{
    return json_object_get(advice_of(shards, shard), key);
}

static bool all_say(const ip_advising_shards *shards, const char *key)
{
    for (int s = 0; s < shards->count; s++)
        if (!json_is_true(list_of(shards, s, key)))
            return false;
    return true;
}

/* ---------------------------------------------------------------- levels -- */

static bool is_safe(const json_t *result)
{
    return strcmp(text_of(result, "verdict"), "safe") == 0;
}

static bool is_observed(const json_t *result)
{
    const json_t *anomalies = json_object_get(result, "anomalies");
    for (size_t a = 0; a < json_array_size(anomalies); a++) {
        const json_t *replay = json_object_get(json_array_get(anomalies, a), "replay");
        if (strcmp(text_of(replay, "status"), "confirmed") == 0 && json_is_true(json_object_get(replay, "observable")))
            return true;
    }
    return false;
}

/* Results stand in the order of levels, weakest first. */
static void set_levels(const ip_advising_shards *shards, json_t *merged)
{
    json_t *levels = json_array();
    const json_t *uniform = NULL;
    bool not_a_chain = false;
    for (size_t l = 0; l < json_array_size(shards->results); l++) {
        const json_t *result = json_array_get(shards->results, l);
        json_t *level = json_copy(json_array_get(list_of(shards, 0, "levels"), l));
        json_object_set(level, "verdict", json_object_get(result, "verdict"));
        json_array_append_new(levels, level);
        not_a_chain = not_a_chain || (uniform && is_observed(result));
        if (is_safe(result) && !uniform)
            uniform = level;
    }
    json_object_set_new(merged, "uniform", uniform ? json_string(text_of(uniform, "level")) : json_null());
    json_object_set_new(merged, "levels", levels);
    json_object_set_new(merged, "not_a_chain", json_boolean(not_a_chain));
}

/* ----------------------------------------------------------- allocations -- */

static json_t *of_program(const json_t *list, const char *program)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(text_of(json_array_get(list, i), "transaction"), program) == 0)
            return json_array_get(list, i);
    return NULL;
}

/* In the order of programs: those that each shard names, instead[shard] in the place of that shard's first. A program
 * that none names leaves the whole empty. */
static json_t *allocation(const ip_advising_shards *shards, const json_t *const *own)
{
    json_t *whole = json_array();
    for (size_t p = 0; p < json_array_size(shards->transactions); p++) {
        const char *program = text_of(json_array_get(shards->transactions, p), "name");
        json_t *level = NULL;
        for (int s = 0; s < shards->count && !level; s++)
            level = of_program(own[s], program);
        if (!level) {
            json_array_clear(whole);
            return whole;
        }
        json_array_append(whole, level);
    }
    return whole;
}

static void set_allocations(const ip_advising_shards *shards, json_t *merged)
{
    const json_t **own = IP_NEW_ARRAY(shards->arena, const json_t *, shards->count);
    for (int s = 0; s < shards->count; s++)
        own[s] = list_of(shards, s, "per_transaction");
    json_t *first = allocation(shards, own), *others = json_array();
    for (int s = 0; s < shards->count && json_array_size(first); s++) {
        const json_t *alternatives = list_of(shards, s, "other_allocations");
        for (size_t i = 0; i < json_array_size(alternatives); i++) {
            own[s] = json_array_get(alternatives, i);
            json_array_append_new(others, allocation(shards, own));
        }
        own[s] = list_of(shards, s, "per_transaction");
    }
    json_object_set_new(merged, "per_transaction", first);
    json_object_set_new(merged, "other_allocations", others);
    json_object_set_new(merged, "allocations_complete", json_boolean(all_say(shards, "allocations_complete")));
    json_t *hindrances = json_array();
    for (size_t p = 0; p < json_array_size(shards->transactions); p++)
        for (int s = 0; s < shards->count; s++) {
            const char *program = text_of(json_array_get(shards->transactions, p), "name");
            json_t *hindrance = of_program(list_of(shards, s, "hindrances"), program);
            if (hindrance)
                json_array_append(hindrances, hindrance);
        }
    json_object_set_new(merged, "hindrances", hindrances);
}

/* ----------------------------------------------------------------- fixes -- */

/* The verdict of a shard for its own programs at a level. */
static bool shard_is_safe(const ip_advising_shards *shards, int shard, const char *level)
{
    const json_t *results = json_object_get(shards->reports[shard], "results");
    const json_t *levels = list_of(shards, shard, "levels");
    for (size_t l = 0; l < json_array_size(levels); l++)
        if (strcmp(text_of(json_array_get(levels, l), "level"), level) == 0)
            return is_safe(json_object_get(json_array_get(results, l), "shard"));
    return false;
}

/* The programs that a shard decides: every one has an answer in its component. */
static size_t count_own(const ip_advising_shards *shards, int shard)
{
    const json_t *first = json_array_get(json_object_get(shards->reports[shard], "results"), 0);
    const json_t *components = json_object_get(json_object_get(first, "shard"), "components");
    size_t count = 0;
    for (size_t c = 0; c < json_array_size(components); c++)
        count += json_array_size(json_array_get(components, c));
    return count;
}

/* All programs of the shard are safe with the changes, and those of the others are without any. */
static bool fixes_all(const ip_advising_shards *shards, int shard, const json_t *set)
{
    if (json_array_size(json_object_get(set, "transactions")) != count_own(shards, shard))
        return false;
    for (int s = 0; s < shards->count; s++)
        if (s != shard && !shard_is_safe(shards, s, text_of(set, "level")))
            return false;
    return true;
}

static json_t *all_names(const ip_advising_shards *shards)
{
    json_t *names = json_array();
    for (size_t p = 0; p < json_array_size(shards->transactions); p++)
        json_array_append(names, json_object_get(json_array_get(shards->transactions, p), "name"));
    return names;
}

static json_t *moved(const json_t *indexes, size_t by)
{
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(indexes); i++)
        json_array_append_new(list, json_integer(json_integer_value(json_array_get(indexes, i)) + (json_int_t)by));
    return list;
}

static void set_fixes(const ip_advising_shards *shards, json_t *merged)
{
    json_t *fixes = json_array(), *sets = json_array();
    for (int s = 0; s < shards->count; s++) {
        size_t before = json_array_size(fixes);
        const json_t *own = list_of(shards, s, "fix_sets");
        json_array_extend(fixes, (json_t *)list_of(shards, s, "fixes"));
        for (size_t i = 0; i < json_array_size(own); i++) {
            json_t *set = json_copy(json_array_get(own, i));
            json_object_set_new(set, "fixes", moved(json_object_get(set, "fixes"), before));
            if (fixes_all(shards, s, set))
                json_object_set_new(set, "transactions", all_names(shards));
            json_array_append_new(sets, set);
        }
    }
    json_object_set_new(merged, "fixes", fixes);
    json_object_set_new(merged, "fix_sets", sets);
    json_object_set_new(merged, "fixes_complete", json_boolean(all_say(shards, "fixes_complete")));
}

json_t *ip_merge_advice(const ip_advising_shards *shards)
{
    json_t *merged = json_object();
    json_object_set(merged, "engine", json_object_get(advice_of(shards, 0), "engine"));
    set_levels(shards, merged);
    set_allocations(shards, merged);
    set_fixes(shards, merged);
    return merged;
}
