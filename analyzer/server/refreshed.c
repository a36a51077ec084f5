/* REFRESH MATERIALIZED VIEW: the query runs, and its rows take the place of all others (PostgreSQL 15,
 * commands/matview.c). Whether a view is filled is a part of its definition. */
#include "server/client_state.h"
#include "server/words.h"

#include "base/words.h"
#include "catalog/schema.h"
#include "workload/client_definition.h"

#include <string.h>
#include <strings.h>

typedef struct refreshing {
    const char *name;
    bool concurrently, no_data;
} refreshing;

static bool read(ip_arena *arena, const char *text, refreshing *to)
{
    ip_client_words words = ip_served_client_words_of(arena, text);
    *to = (refreshing){.name = NULL};
    if (!ip_served_client_words_take(&words, "refresh") || !ip_served_client_words_take(&words, "materialized") ||
        !ip_served_client_words_take(&words, "view"))
        return false;
    to->concurrently = ip_served_client_words_take(&words, "concurrently");
    to->name = ip_served_client_words_relation(&words);
    if (ip_served_client_words_take(&words, "with"))
        to->no_data = ip_served_client_words_take(&words, "no");
    return true;
}

bool ip_served_refreshed_takes(const char *text)
{
    text += strspn(text, " \t\r\n");
    return strncasecmp(text, "refresh", strlen("refresh")) == 0;
}

static ip_served_answer failed(const char *sqlstate, const char *message)
{
    return (ip_served_answer){.error = {sqlstate, message}};
}

/* A key of the server's kind: on columns alone, for all rows. */
static bool has_key(const ip_table *table)
{
    return table->keys.count > 0;
}

static ip_served_error refusal_of(ip_served_client *client, const refreshing *r, const ip_listed_materialized *view)
{
    const char *name = ip_last_part(r->name);
    if (client->engine)
        return (ip_served_error){"0A000", "isoproof does not run this with --policy interleaved: REFRESH"};
    if (r->concurrently && r->no_data)
        return (ip_served_error){"42601", "CONCURRENTLY and WITH NO DATA options cannot be used together"};
    if (!view->table)
        return (ip_served_error){"42P01", ip_arena_printf(client->message, "relation \"%s\" does not exist", name)};
    if (!view->statement)
        return (ip_served_error){"0A000", ip_arena_printf(client->message, "\"%s\" is not a materialized view", name)};
    if (r->concurrently && !view->filled)
        return (ip_served_error){"0A000", "CONCURRENTLY cannot be used when the materialized view is not populated"};
    if (r->concurrently && !has_key(view->table))
        return (ip_served_error){
            "55000", ip_arena_printf(client->message, "cannot refresh materialized view \"%s\" concurrently", name)};
    for (int i = 0; i < view->table->columns.count; i++)
        if (!view->table->columns.items[i].type.name)
            return (ip_served_error){
                "0A000", ip_arena_printf(client->message,
                                         "isoproof does not run this: REFRESH of \"%s\": the type of column \"%s\" is "
                                         "not known",
                                         name, view->table->columns.items[i].name)};
    return (ip_served_error){0};
}

/* What follows AS in the statement that created it. */
static const char *query_of(ip_arena *arena, const char *statement)
{
    ip_client_words words = ip_served_client_words_of(arena, statement);
    while (words.now.kind != IP_TOKEN_END && !ip_served_client_words_take(&words, "as"))
        ip_served_client_words_next(&words);
    const char *query = ip_served_client_words_statement(arena, statement + words.now.begin);
    for (const char *const *end = (const char *const[]){"with no data", "with data", NULL}; *end; end++) {
        size_t length = strlen(query), last = strlen(*end);
        if (length > last && strcasecmp(query + length - last, *end) == 0)
            return ip_arena_strndup(arena, query, length - last);
    }
    return query;
}

static ip_served_error run(ip_served_client *client, const char *text)
{
    ip_served_error error = {0};
    const ip_code *code = ip_served_compile(client->service->served, text, &error);
    return code ? ip_served_code(client, text, code, NULL).error : error;
}

/* Names in the query are looked for as when the view was created. */
static ip_served_error rows_of(ip_served_client *client, const ip_listed_materialized *view, ip_copied_rows *rows)
{
    ip_served *served = client->service->served;
    ip_served_error error = {0};
    ip_served_look_along(served, *view->path ? view->path : NULL, *view->path != '\0');
    const char *query = query_of(client->message, view->statement);
    const ip_code *code = ip_served_compile(served, query, &error);
    if (code) {
        ip_served_answer answer = ip_served_code(client, query, code, NULL);
        error = answer.error;
        if (!error.sqlstate)
            *rows = ip_served_result_rows(client->message, &answer.result);
    }
    ip_served_temporary_look_along(client);
    return error;
}

static ip_served_error replace_rows(ip_served_client *client, const char *table, const ip_copied_rows *rows)
{
    ip_served *served = client->service->served;
    ip_served_fill(served, table);
    ip_served_error error = run(client, ip_arena_printf(client->message, "TRUNCATE %s -- %s", table, IP_FILLING));
    if (!error.sqlstate)
        error = ip_served_insert_rows(client, table, rows);
    ip_served_fill(served, NULL);
    return error;
}

ip_served_answer ip_served_refreshed_run(ip_served_client *client, const char *text)
{
    refreshing r;
    ip_served *served = client->service->served;
    ip_copied_rows rows = {0};
    if (!read(client->message, text, &r))
        return failed("42601", "syntax error in REFRESH");
    const ip_listed_materialized view = ip_served_materialized(served, client->message, r.name);
    ip_served_answer answer = {.error = refusal_of(client, &r, &view), .tag = "REFRESH MATERIALIZED VIEW"};
    if (answer.error.sqlstate)
        return answer;
    const char *dot = strchr(view.table->name, '.'), *last = ip_last_part(view.table->name);
    const char *schema =
        dot ? ip_arena_strndup(client->message, view.table->name, (size_t)(dot - view.table->name)) : "public";
    const char *table = ip_arena_printf(client->message, "%s.%s", ip_quoted(client->message, schema, '"'),
                                        ip_quoted(client->message, last, '"'));
    if (!r.no_data)
        answer.error = rows_of(client, &view, &rows);
    if (!answer.error.sqlstate)
        answer.error = replace_rows(client, table, &rows);
    if (!answer.error.sqlstate && view.filled == r.no_data)
        answer.error = ip_served_definition(client, ip_arena_printf(client->message,
                                                                    "ALTER MATERIALIZED VIEW %s SET (isoproof.filled = "
                                                                    "%s)",
                                                                    table, r.no_data ? "false" : "true"))
                           .error;
    return answer;
}
