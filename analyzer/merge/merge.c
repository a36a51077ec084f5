/* Which reports belong together, and what they share. */
#include "merge/merge.h"

#include "merge/merged_advice.h"
#include "merge/merged_level.h"

#include <string.h>

/* What all parts of one analysis have in common. */
static const char *const shared[] = {"version",         "files",         "digests",       "included", "implicit",
                                     "complete_schema", "trust_splices", "trust_modules", "sessions", "transactions"};

static const char *difference(ip_arena *arena, json_t *const *reports, const char *const *paths, int count)
{
    for (int r = 0; r < count; r++) {
        const json_t *format = json_object_get(reports[r], "format");
        if (!json_is_string(format) || strcmp(json_string_value(format), "isoproof-report") != 0 ||
            !json_is_array(json_object_get(reports[r], "results")))
            return ip_arena_printf(arena, "%s is no report of isoproof analyze or advise --format json", paths[r]);
        if (json_object_get(reports[r], "advice") && !json_object_get(reports[r], "shard"))
            return ip_arena_printf(arena,
                                   "%s is a report of isoproof advise for all programs: expected those of its shards "
                                   "(--shard I/N)",
                                   paths[r]);
        if (!json_object_get(reports[r], "advice") != !json_object_get(reports[0], "advice"))
            return ip_arena_printf(arena, "%s and %s: one is a report of isoproof advise, the other of analyze",
                                   paths[0], paths[r]);
        for (size_t k = 0; k < sizeof shared / sizeof *shared; k++) {
            json_t *one = json_object_get(reports[0], shared[k]), *other = json_object_get(reports[r], shared[k]);
            if ((one || other) && !(one && other && json_equal(one, other)))
                return ip_arena_printf(arena, "%s and %s differ in \"%s\": expected reports of the same files",
                                       paths[0], paths[r], shared[k]);
        }
    }
    return NULL;
}

static int shard_number(const json_t *report, int position)
{
    return (int)json_integer_value(json_array_get(json_object_get(report, "shard"), (size_t)position));
}

static const char *shard_words(ip_arena *arena, const json_t *report)
{
    int count = shard_number(report, 1);
    return count ? ip_arena_printf(arena, "one of %d shards", count) : "a whole run";
}

/* by_number: [their count], from 0. NULL: all are there, once. */
static const char *sort_shards(ip_arena *arena, json_t *const *reports, const char *const *paths, int count,
                               int *by_number)
{
    int shards = shard_number(reports[0], 1);
    for (int s = 0; s < count; s++)
        by_number[s] = -1;
    for (int r = count - 1; r >= 0; r--) {
        int number = shard_number(reports[r], 0);
        if (shard_number(reports[r], 1) != shards)
            return ip_arena_printf(arena, "%s is %s, and %s is %s: expected the shards of one run", paths[0],
                                   shard_words(arena, reports[0]), paths[r], shard_words(arena, reports[r]));
        if (number < 1 || number > shards)
            return ip_arena_printf(arena, "%s: no shard has the number %d", paths[r], number);
        if (number <= count && by_number[number - 1] >= 0)
            return ip_arena_printf(arena, "%s and %s are of the same shard, %d of %d", paths[by_number[number - 1]],
                                   paths[r], number, shards);
        if (number <= count)
            by_number[number - 1] = r;
    }
    for (int s = 0; s < shards; s++)
        if (s >= count || by_number[s] < 0)
            return ip_arena_printf(arena, "shard %d of %d is missing", s + 1, shards);
    return NULL;
}

static const char *level_of(const json_t *report, size_t l)
{
    return json_string_value(json_object_get(json_array_get(json_object_get(report, "results"), l), "level"));
}

static json_t *results_of_shards(ip_arena *arena, json_t *const *reports, const char *const *paths, int count,
                                 const int *by_number, bool statistics, const char **why)
{
    json_t *merged = json_array();
    size_t levels = json_array_size(json_object_get(reports[0], "results"));
    for (size_t l = 0; l < levels; l++) {
        json_t **results = IP_NEW_ARRAY(arena, json_t *, count);
        for (int s = 0; s < count; s++) {
            const json_t *report = reports[by_number[s]];
            const char *level = level_of(report, l);
            results[s] = json_array_get(json_object_get(report, "results"), l);
            if (json_array_size(json_object_get(report, "results")) == levels && level &&
                strcmp(level, level_of(reports[0], l)) == 0 && json_object_get(results[s], "shard"))
                continue;
            *why = ip_arena_printf(arena, "%s and %s are not of the same levels", paths[0], paths[by_number[s]]);
            json_decref(merged);
            return NULL;
        }
        ip_shards shards = {arena, results, count, json_object_get(reports[0], "transactions"), statistics};
        json_t *level = ip_merge_level(&shards, why);
        if (!level) {
            json_decref(merged);
            return NULL;
        }
        json_array_append_new(merged, level);
    }
    return merged;
}

/* Reports of whole runs, each of its own levels. */
static json_t *results_of_levels(ip_arena *arena, json_t *const *reports, const char *const *paths, int count,
                                 bool statistics, const char **why)
{
    json_t *merged = json_array();
    for (int r = 0; r < count; r++) {
        const json_t *results = json_object_get(reports[r], "results");
        for (size_t l = 0; l < json_array_size(results); l++) {
            json_t *result = json_copy(json_array_get(results, l));
            for (size_t k = 0; k < json_array_size(merged) && !*why; k++)
                if (json_equal(json_object_get(json_array_get(merged, k), "level"), json_object_get(result, "level")))
                    *why = ip_arena_printf(arena, "%s: another report has %s, too", paths[r], level_of(reports[r], l));
            if (!statistics)
                json_object_del(result, "statistics");
            json_array_append_new(merged, result);
        }
    }
    if (!*why)
        return merged;
    json_decref(merged);
    return NULL;
}

/* Each once, in the order of shards. */
static json_t *merged_list(json_t *const *reports, int count, const char *key)
{
    json_t *all = json_array();
    for (int r = 0; r < count; r++) {
        const json_t *own = json_object_get(reports[r], key);
        for (size_t i = 0; i < json_array_size(own); i++) {
            bool known = false;
            for (size_t k = 0; k < json_array_size(all) && !known; k++)
                known = json_equal(json_array_get(all, k), json_array_get(own, i));
            if (!known)
                json_array_append(all, json_array_get(own, i));
        }
    }
    return all;
}

static json_t *merged_advice(ip_arena *arena, json_t *const *reports, int count, const int *by_number,
                             const json_t *results)
{
    json_t **in_order = IP_NEW_ARRAY(arena, json_t *, count);
    for (int s = 0; s < count; s++)
        in_order[s] = reports[by_number[s]];
    return ip_merge_advice(&(ip_advising_shards){.arena = arena,
                                                 .reports = in_order,
                                                 .count = count,
                                                 .transactions = json_object_get(reports[0], "transactions"),
                                                 .results = results});
}

json_t *ip_merge_reports(ip_arena *arena, json_t *const *reports, const char *const *paths, int count, bool statistics,
                         const char **why)
{
    int *by_number = IP_NEW_ARRAY(arena, int, count);
    bool sharded = false;
    for (int r = 0; r < count; r++)
        sharded = sharded || json_object_get(reports[r], "shard");
    *why = difference(arena, reports, paths, count);
    if (!*why && sharded)
        *why = sort_shards(arena, reports, paths, count, by_number);
    json_t *results = *why      ? NULL
                      : sharded ? results_of_shards(arena, reports, paths, count, by_number, statistics, why)
                                : results_of_levels(arena, reports, paths, count, statistics, why);
    if (!results)
        return NULL;
    json_t *merged = json_copy(reports[0]);
    json_object_del(merged, "shard");
    json_t *promises = merged_list(reports, count, "promises");
    json_object_del(merged, "promises");
    json_object_set_new(merged, "notes", merged_list(reports, count, "notes"));
    json_object_set_new(merged, "results", results);
    if (json_object_get(merged, "advice"))
        json_object_set_new(merged, "advice", merged_advice(arena, reports, count, by_number, results));
    if (json_array_size(promises))
        json_object_set(merged, "promises", promises);
    json_decref(promises);
    return merged;
}
