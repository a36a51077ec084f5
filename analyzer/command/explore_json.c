/* Writes the results of isoproof explore as JSON. */
#include "command/explore.h"
#include "isoproof.h"
#include "base/utf8.h"

#include <jansson.h>

static json_t *text_of(ip_arena *arena, const char *text)
{
    return text ? json_string(ip_utf8(arena, text)) : json_null();
}

static json_t *access_of(ip_arena *arena, const ip_described_access *a, bool read)
{
    json_t *object = json_pack("{s:o, s:o, s:o, s:o}", "table", text_of(arena, a->table), "key", text_of(arena, a->key),
                               "column", text_of(arena, a->column), "value", text_of(arena, a->value));
    if (read)
        json_object_set_new(object, "from", text_of(arena, a->from));
    return object;
}

static json_t *transaction_of(ip_arena *arena, const ip_described_transaction *t)
{
    json_t *reads = json_array(), *writes = json_array(), *results = json_array();
    for (int i = 0; i < t->results.count; i++)
        json_array_append_new(results, text_of(arena, t->results.items[i]));
    for (int i = 0; i < t->reads.count; i++)
        json_array_append_new(reads, access_of(arena, &t->reads.items[i], true));
    for (int i = 0; i < t->writes.count; i++)
        json_array_append_new(writes, access_of(arena, &t->writes.items[i], false));
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "name", text_of(arena, t->name), "error", text_of(arena, t->error),
                     "results", results, "reads", reads, "writes", writes);
}

static json_t *rows_of(ip_arena *arena, const ip_described_rows *described)
{
    json_t *rows = json_array();
    for (int i = 0; i < described->count; i++)
        json_array_append_new(rows, json_pack("{s:o, s:o}", "table", text_of(arena, described->items[i].table),
                                              "values", text_of(arena, described->items[i].values)));
    return rows;
}

json_t *ip_command_exploration_history_json(ip_arena *arena, const ip_described_history *history)
{
    json_t *transactions = json_array();
    for (int i = 0; i < history->transactions.count; i++)
        json_array_append_new(transactions, transaction_of(arena, &history->transactions.items[i]));
    json_t *top = json_pack("{s:o, s:o, s:b}", "transactions", transactions, "final_rows",
                            rows_of(arena, &history->rows), "serializable", history->serializable);
    if (history->others.count) {
        json_t *others = json_array();
        for (int i = 0; i < history->others.count; i++)
            json_array_append_new(others, rows_of(arena, &history->others.items[i]));
        json_object_set_new(top, "other_final_rows", others);
    }
    if (history->more)
        json_object_set_new(top, "other_final_rows_incomplete", json_true());
    return top;
}

static json_t *failures_of(const ip_exploration_report *report)
{
    json_t *failures = json_array();
    for (int i = 0; i < report->assertions.count; i++) {
        const ip_asserted *a = &report->assertions.items[i];
        if (a->failures)
            json_array_append_new(
                failures, json_pack("{s:o, s:I, s:o, s:o}", "assertion", text_of(report->arena, a->sql), "histories",
                                    (json_int_t)a->failures, "error", text_of(report->arena, a->why), "example",
                                    ip_command_exploration_history_json(report->arena, a->history)));
    }
    return failures;
}

void ip_command_exploration_json(const ip_exploration_report *report, FILE *out)
{
    json_t *files = json_array();
    for (int i = 0; i < report->files.count; i++)
        json_array_append_new(files, text_of(report->arena, report->files.items[i]));
    const ip_exploration *found = &report->found;
    json_t *top = json_pack(
        "{s:s, s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:f, s:o}", "format", "isoproof-exploration",
        "format_version", 1, "version", IP_VERSION, "client", text_of(report->arena, report->client), "files", files,
        "level", text_of(report->arena, report->level), "base", text_of(report->arena, report->base), "incomplete",
        text_of(report->arena, report->incomplete), "histories", (json_int_t)found->histories, "histories_serializable",
        (json_int_t)found->histories_serializable, "end_states", (json_int_t)found->end_states, "explored",
        (json_int_t)found->explored, "blocked", (json_int_t)found->blocked, "seconds", found->seconds,
        "assertion_failures", failures_of(report));
    if (report->shard_count)
        json_object_set_new(top, "shard", json_pack("[i, i]", report->shard, report->shard_count));
    if (report->listed) {
        json_t *list = json_array();
        for (int i = 0; i < report->histories.count; i++)
            json_array_append_new(list, ip_command_exploration_history_json(report->arena, report->histories.items[i]));
        json_object_set_new(top, "history_list", list);
    }
    json_dumpf(top, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(top);
}
