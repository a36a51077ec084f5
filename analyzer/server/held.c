/* Runs cursors WITH HOLD, which outlive their transaction (PostgreSQL 15, DECLARE). Cursors are insensitive to later
 * writes, so DECLARE already computes the rows. The interpreter runs other cursors, which end with their transaction.
 */
#include "server/client_state.h"

#include "server/words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct ip_held_cursor {
    ip_arena *arena;
    const char *name;
    ip_served_result result;
    long position;  /* number of rows fetched */
    bool committed; /* otherwise the cursor ends with its transaction */
};

static const char *take_name(ip_client_words *w)
{
    const char *name = ip_parse_token_name(w->arena, w->source, w->now);
    ip_served_client_words_next(w);
    return name;
}

static int cursor_named(const ip_served_client *client, const char *name)
{
    int at = client->held.count - 1;
    while (at >= 0 && strcmp(client->held.items[at]->name, name) != 0)
        at--;
    return at;
}

static void forget(ip_served_client *client, int at)
{
    ip_arena_free(client->held.items[at]->arena);
    client->held.items[at] = client->held.items[--client->held.count];
}

void ip_served_held_end(ip_served_client *client, bool all)
{
    for (int i = client->held.count - 1; i >= 0; i--)
        if (all || !client->held.items[i]->committed)
            forget(client, i);
}

void ip_served_held_commit(ip_served_client *client)
{
    for (int i = 0; i < client->held.count; i++)
        client->held.items[i]->committed = true;
}

/* Reads DECLARE name … CURSOR WITH HOLD FOR, up to the query. Returns the cursor's name, or NULL for another statement.
 */
static const char *declared(ip_client_words *w)
{
    static const char *const options[] = {"binary", "asensitive", "insensitive", "no", "scroll", NULL};
    if (!ip_served_client_words_take(w, "declare"))
        return NULL;
    const char *name = take_name(w);
    while (ip_parse_token_is_any(w->source, w->now, options))
        ip_served_client_words_next(w);
    return ip_served_client_words_take(w, "cursor") && ip_served_client_words_take(w, "with") &&
                   ip_served_client_words_take(w, "hold") && ip_served_client_words_take(w, "for")
               ? name
               : NULL;
}

/* Reads FETCH or MOVE [FORWARD] [n | ALL | NEXT] [FROM | IN] name. *count becomes -1 for another direction. Returns the
 * cursor's name, or NULL for another statement. */
static const char *fetched(ip_client_words *w, long *count, bool *moves)
{
    *moves = ip_parse_token_is(w->source, w->now, "move");
    if (!ip_served_client_words_take(w, "fetch") && !ip_served_client_words_take(w, "move"))
        return NULL;
    *count = 1;
    ip_served_client_words_take(w, "forward");
    if (w->now.kind == IP_TOKEN_NUMBER) {
        *count = strtol(w->source->text + w->now.begin, NULL, 10);
        ip_served_client_words_next(w);
    } else if (ip_served_client_words_take(w, "all")) {
        *count = LONG_MAX;
    } else if (!ip_served_client_words_take(w, "next")) {
        static const char *const others[] = {"prior", "first", "last", "absolute", "relative", "backward", NULL};
        if (ip_parse_token_is_any(w->source, w->now, others)) {
            *count = -1;
            ip_served_client_words_next(w);
            if (w->now.kind == IP_TOKEN_NUMBER || ip_parse_token_is(w->source, w->now, "all"))
                ip_served_client_words_next(w);
        }
    }
    if (!ip_served_client_words_take(w, "from"))
        ip_served_client_words_take(w, "in");
    return take_name(w);
}

bool ip_served_held_takes(ip_served_client *client, const char *text)
{
    ip_client_words w = ip_served_client_words_of(client->message, text), again = w;
    long count;
    bool moves;
    const char *name = declared(&w);
    if (name)
        return true;
    name = fetched(&again, &count, &moves);
    if (!name && ip_served_client_words_take(&again, "close"))
        name = take_name(&again);
    return name && cursor_named(client, name) >= 0;
}

static ip_served_answer failed(const char *sqlstate, const char *message)
{
    return (ip_served_answer){.error = {sqlstate, message}};
}

static ip_served_answer declare(ip_served_client *client, const char *name, const ip_served_result *result)
{
    if (!result->has_rows)
        return failed("42601", "a cursor is for a query");
    ip_arena *arena = ip_arena_new();
    struct ip_held_cursor *held = IP_NEW(arena, struct ip_held_cursor);
    long cells = result->row_count * result->width;
    const char **names = IP_NEW_ARRAY(arena, const char *, result->width);
    ip_sqltype *types = IP_NEW_ARRAY(arena, ip_sqltype, result->width);
    ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, cells);
    for (int i = 0; i < result->width; i++) {
        names[i] = ip_arena_strdup(arena, result->names[i]);
        types[i] = result->types[i];
        types[i].shape = NULL; /* the schema that owns the shape may be released before the cursor */
        types[i].name = NULL;
        types[i].domain = NULL;
    }
    for (long i = 0; i < cells; i++)
        values[i] = ip_value_datum_copy(arena, result->values[i]);
    *held = (struct ip_held_cursor){.arena = arena, .name = ip_arena_strdup(arena, name), .result = *result};
    held->result.names = names;
    held->result.types = types;
    held->result.values = values;
    held->result.verb = "FETCH";
    IP_PUSH(client->arena, &client->held, held);
    return (ip_served_answer){.tag = "DECLARE CURSOR"};
}

static ip_served_answer fetch(ip_served_client *client, struct ip_held_cursor *held, long count, bool moves)
{
    if (count < 0)
        return failed("0A000", "isoproof does not run this: FETCH of a cursor WITH HOLD in another direction");
    long left = held->result.row_count - held->position;
    ip_served_answer answer = {.result = held->result, .is_sql = true};
    answer.result.row_count = count < left ? count : left;
    answer.result.values += held->position * held->result.width;
    answer.result.has_rows = !moves;
    answer.tag = ip_served_tag(client->message, moves ? "MOVE" : "FETCH", answer.result.row_count);
    held->position += answer.result.row_count;
    return answer;
}

ip_served_answer ip_served_held_run(ip_served_client *client, const char *text)
{
    ip_client_words w = ip_served_client_words_of(client->message, text), again = w;
    long count;
    bool moves;
    const char *name = declared(&w);
    if (name && cursor_named(client, name) >= 0)
        return failed("42P03", ip_arena_printf(client->message, "cursor \"%s\" already exists", name));
    if (name) {
        ip_served_answer answer = ip_served_query(client, w.source->text + w.now.begin);
        return answer.error.sqlstate ? answer : declare(client, name, &answer.result);
    }
    name = fetched(&again, &count, &moves);
    if (name)
        return fetch(client, client->held.items[cursor_named(client, name)], count, moves);
    ip_served_client_words_take(&again, "close");
    forget(client, cursor_named(client, take_name(&again)));
    return (ip_served_answer){.tag = "CLOSE CURSOR"};
}

bool ip_served_held_describe(ip_served_client *client, const char *text, ip_served_result *result)
{
    ip_client_words w = ip_served_client_words_of(client->message, text);
    long count;
    bool moves;
    const char *name = fetched(&w, &count, &moves);
    int at = name && !moves ? cursor_named(client, name) : -1;
    if (at >= 0)
        *result = client->held.items[at]->result;
    return at >= 0;
}
