/* Temporary tables: tables of the schema pg_temp_N, N the number of the client, which its names are looked up in first
 * (PostgreSQL 15, CREATE TABLE). They are dropped when the client leaves. */
#define _GNU_SOURCE /* strcasestr */
#include "server/client_state.h"
#include "server/words.h"

#include "base/words.h"

#include <string.h>
#include <strings.h>

/* ---------------------------------------------------------------- names -- */

static const char *schema_of(const ip_served_client *client)
{
    return ip_arena_printf(client->message, "pg_temp_%d", client->number);
}

/* Names in single quotes become names in double quotes. */
static const char *as_names(ip_arena *arena, const char *list)
{
    char *names = ip_arena_strdup(arena, list);
    for (char *c = names; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    return names;
}

/* As SET search_path = text; NULL if it is the default. A schema that is called as the user stands first by default. */
static const char *path_of(ip_served_client *client)
{
    const char *path = NULL, *user = ip_quoted(client->message, client->user ? client->user : "", '"');
    for (int i = 0; i < client->settings.count; i++)
        if (strcasecmp(client->settings.items[i].name, "search_path") == 0)
            path = as_names(client->message, client->settings.items[i].value);
    if (!path)
        return client->user && ip_served_has_schema(client->service->served, client->user)
                   ? ip_arena_printf(client->message, "%s, public", user)
                   : NULL;
    const char *begin = strstr(path, "\"$user\"");
    return begin ? ip_arena_printf(client->message, "%.*s%s%s", (int)(begin - path), path, user,
                                   begin + strlen("\"$user\""))
                 : path;
}

void ip_served_temporary_look_along(ip_served_client *client)
{
    const char *path = path_of(client);
    bool exact = path != NULL;
    if (client->temporary.count)
        path = ip_arena_printf(client->message, "%s, %s", schema_of(client), path ? path : "public");
    ip_served_look_along(client->service->served, path, exact);
}

const char *ip_served_temporary_schema_at(ip_served_client *client, int index)
{
    const char *path = path_of(client);
    ip_client_words words = ip_served_client_words_of(client->message, path ? path : "public");
    for (; words.now.kind != IP_TOKEN_END; ip_served_client_words_next(&words)) {
        if (words.now.kind != IP_TOKEN_WORD && words.now.kind != IP_TOKEN_QUOTED)
            continue;
        const char *name = ip_parse_token_name(words.arena, words.source, words.now);
        if (ip_served_has_schema(client->service->served, name) && !index--)
            return name;
    }
    return NULL;
}

/* The schema pg_temp is the client's own. */
const char *ip_served_temporary_names(ip_served_client *client, const char *text)
{
    if (!client->temporary.count || !strcasestr(text, "pg_temp"))
        return text;
    ip_client_words words = ip_served_client_words_of(client->message, text);
    const char *created = "";
    size_t copied = 0;
    for (; words.now.kind != IP_TOKEN_END; ip_served_client_words_next(&words)) {
        if (!ip_parse_token_is(words.source, words.now, "pg_temp"))
            continue;
        created = ip_arena_printf(client->message, "%s%.*s%s", created, (int)(words.now.begin - copied), text + copied,
                                  schema_of(client));
        copied = words.now.end;
    }
    return ip_arena_printf(client->message, "%s%s", created, text + copied);
}

/* ------------------------------------------------------------------- CREATE -- */

/* Reads ON COMMIT … at the current word. Returns false if it is none. */
static bool take_action(ip_client_words *words, char *action)
{
    ip_client_words ahead = *words;
    if (!ip_served_client_words_take(&ahead, "on") || !ip_served_client_words_take(&ahead, "commit"))
        return false;
    *action = ip_parse_token_is(ahead.source, ahead.now, "drop")     ? 'd'
              : ip_parse_token_is(ahead.source, ahead.now, "delete") ? 'r'
                                                                     : 'p';
    if (*action != 'd')
        ip_served_client_words_next(&ahead); /* ROWS follows */
    words->at = ahead.at;
    words->now = ahead.now;
    return true;
}

bool ip_served_temporary_create(ip_served_client *client, const char *text, ip_temporary_definition *to)
{
    static const char *const kinds[] = {"temp", "temporary", NULL};
    ip_client_words words = ip_served_client_words_of(client->message, text);
    *to = (ip_temporary_definition){.action = 'p'};
    if (!ip_served_client_words_take(&words, "create"))
        return false;
    if (!ip_served_client_words_take(&words, "local"))
        ip_served_client_words_take(&words, "global");
    if (!ip_parse_token_is_any(words.source, words.now, kinds))
        return false;
    ip_served_client_words_next(&words);
    if (!ip_served_client_words_take(&words, "table"))
        return false;
    const char *unless = "";
    if (ip_served_client_words_take(&words, "if") && ip_served_client_words_take(&words, "not") &&
        ip_served_client_words_take(&words, "exists"))
        unless = "IF NOT EXISTS ";
    if (ip_served_client_words_take(&words, "pg_temp") || ip_served_client_words_take(&words, schema_of(client)))
        ip_served_client_words_next(&words);
    to->name = ip_parse_token_name(words.arena, words.source, words.now);
    const char *rest = "";
    size_t copied = words.now.begin;
    for (; words.now.kind != IP_TOKEN_END; ip_served_client_words_next(&words)) {
        size_t begin = words.now.begin;
        to->refers = to->refers || ip_parse_token_is(words.source, words.now, "references");
        if (!take_action(&words, &to->action))
            continue;
        rest = ip_arena_printf(client->message, "%s%.*s", rest, (int)(begin - copied), text + copied);
        copied = words.now.end;
    }
    to->text = ip_arena_printf(client->message, "CREATE TABLE %s%s.%s%s", unless, schema_of(client), rest,
                               copied < strlen(text) ? text + copied : "");
    return true;
}

void ip_served_temporary_created(ip_served_client *client, const ip_temporary_definition *definition)
{
    for (int i = 0; i < client->temporary.count; i++)
        if (strcmp(client->temporary.items[i].name, definition->name) == 0)
            client->temporary.items[i--] = client->temporary.items[--client->temporary.count];
    IP_PUSH(client->arena, &client->temporary,
            ((ip_temporary_table){ip_arena_strdup(client->arena, definition->name), definition->action}));
    ip_served_temporary_look_along(client);
}

/* ------------------------------------------------------------------ the end -- */

static const char *full_name(const ip_served_client *client, const char *name)
{
    return ip_arena_printf(client->message, "%s.%s", schema_of(client), name);
}

static bool exists(const ip_served_client *client, const char *name)
{
    return ip_served_has_table(client->service->served, full_name(client, name));
}

static const char *quoted(const ip_served_client *client, const char *name)
{
    return ip_arena_printf(client->message, "%s.%s", schema_of(client), ip_quoted(client->message, name, '"'));
}

static ip_served_error drop(const ip_served_client *client, const char *name)
{
    return ip_served_define(client->service->served,
                            ip_arena_printf(client->message, "DROP TABLE %s", quoted(client, name)))
        .error;
}

static ip_served_error empty(const ip_served_client *client, const char *name)
{
    ip_served_error error = {0};
    const ip_code *code = ip_served_compile(
        client->service->served, ip_arena_printf(client->message, "DELETE FROM %s", quoted(client, name)), &error);
    return code ? ip_served_run(client->service->served, code, NULL).error : error;
}

ip_served_error ip_served_temporary_commit(ip_served_client *client)
{
    ip_served_error error = {0};
    bool any = false;
    for (int i = 0; i < client->temporary.count; i++)
        any = any || (client->temporary.items[i].action != 'p' && exists(client, client->temporary.items[i].name));
    if (any) {
        ip_served_keep_result(client->service->served); /* of a statement that is its own transaction */
        error = ip_served_finish(client->service->served);
    }
    for (int i = 0; any && i < client->temporary.count && !error.sqlstate; i++) {
        const ip_temporary_table *table = &client->temporary.items[i];
        if (table->action != 'p' && exists(client, table->name))
            error = table->action == 'd' ? drop(client, table->name) : empty(client, table->name);
    }
    return error;
}

/* Drops the tables in a transaction of their own. Returns false if another transaction is running. */
static bool drop_all(ip_served *served, const char *const *names, int count)
{
    ip_served_error error;
    if (!count)
        return true;
    if (ip_store_running(ip_served_store(served)))
        return false;
    ip_served_begin(served, 0, IP_STORE_LATEST, NULL);
    for (int i = 0; i < count; i++)
        ip_served_define(served, names[i]);
    ip_served_commit(served, &error);
    return true;
}

void ip_served_temporary_end(ip_served_client *client)
{
    ip_service *service = client->service;
    for (int i = 0; i < client->temporary.count; i++)
        if (exists(client, client->temporary.items[i].name))
            IP_PUSH(
                service->left_arena, &service->left,
                ip_arena_printf(service->left_arena, "DROP TABLE %s", quoted(client, client->temporary.items[i].name)));
    client->temporary.count = 0;
    ip_served_temporary_sweep(service);
    ip_served_temporary_look_along(client);
}

void ip_served_temporary_sweep(ip_service *service)
{
    if (!service->left.count || !drop_all(service->served, service->left.items, service->left.count))
        return;
    memset(&service->left, 0, sizeof service->left);
    ip_arena_reset(service->left_arena);
}
