/* LISTEN, NOTIFY and UNLISTEN (PostgreSQL 15, commands/async.c): they take effect when their transaction commits, and a
 * session receives notifications between its transactions, in the order of the commits. */
#include "server/client_state.h"
#include "server/words.h"

#include "base/words.h"

#include <stdlib.h>
#include <string.h>

/* A notification on its way to a client. The texts follow it in memory. */
struct ip_notification {
    struct ip_notification *next;
    int process;
    const char *channel, *payload;
};

bool ip_served_listening_takes(const char *text)
{
    text += strspn(text, " \t\r\n");
    if (!strchr("lLuU-/", *text))
        return false;
    ip_arena *arena = ip_arena_new();
    ip_client_words words = ip_served_client_words_of(arena, text);
    bool takes = ip_served_client_words_take(&words, "listen") || ip_served_client_words_take(&words, "unlisten");
    ip_arena_free(arena);
    return takes;
}

/* ------------------------------------------------------------- channels -- */

static int channel_at(const ip_served_client *client, const char *name)
{
    int at = client->channels.count - 1;
    while (at >= 0 && strcmp(client->channels.items[at], name) != 0)
        at--;
    return at;
}

static const char *channel_of(const ip_client_words *words)
{
    bool named = words->now.kind == IP_TOKEN_WORD || words->now.kind == IP_TOKEN_QUOTED;
    return named ? ip_parse_token_name(words->arena, words->source, words->now) : NULL;
}

static ip_served_answer failed(const char *sqlstate, const char *message)
{
    return (ip_served_answer){.error = {sqlstate, message}};
}

ip_served_answer ip_served_listening_run(ip_served_client *client, const char *text)
{
    ip_client_words words = ip_served_client_words_of(client->message, text);
    bool listens = ip_served_client_words_take(&words, "listen");
    if (client->engine)
        return failed("0A000", "isoproof does not run this with --policy interleaved: LISTEN");
    if (!listens)
        ip_served_client_words_take(&words, "unlisten");
    const char *channel = channel_of(&words);
    bool all = !listens && ip_parse_token_is(words.source, words.now, "*");
    ip_served_client_words_next(&words);
    if ((!channel && !all) || words.now.kind != IP_TOKEN_END)
        return failed("42601", "syntax error: the name of one channel is expected");
    IP_PUSH(client->arena, &client->listening,
            ((ip_listening){all ? NULL : ip_arena_strdup(client->arena, channel), listens}));
    return (ip_served_answer){.tag = listens ? "LISTEN" : "UNLISTEN"};
}

void ip_served_listening_commit(ip_served_client *client)
{
    for (int i = 0; i < client->listening.count; i++) {
        const ip_listening *one = &client->listening.items[i];
        int at = one->channel ? channel_at(client, one->channel) : -1;
        if (one->listens && at < 0)
            IP_PUSH(client->arena, &client->channels, one->channel);
        else if (!one->listens && at >= 0)
            client->channels.items[at] = client->channels.items[--client->channels.count];
        else if (!one->channel)
            client->channels.count = 0;
    }
    client->listening.count = 0;
}

/* -------------------------------------------------------------- NOTIFY -- */

ip_served_answer ip_served_notify_run(ip_served_client *client, const char *text)
{
    ip_client_words words = ip_served_client_words_of(client->message, text);
    ip_served_client_words_take(&words, "notify");
    const char *channel = channel_of(&words), *payload = "''";
    ip_served_client_words_next(&words);
    if (channel && ip_served_client_words_take(&words, ",") && words.now.kind == IP_TOKEN_STRING) {
        payload = ip_range_text(client->message, (ip_range){words.source, words.now.begin, words.now.end});
        ip_served_client_words_next(&words);
    }
    if (!channel || words.now.kind != IP_TOKEN_END)
        return failed("42601", "syntax error: NOTIFY channel, 'payload' is expected");
    ip_served_answer answer =
        client->engine ? (ip_served_answer){0} /* LISTEN is refused there */
                       : ip_served_query(client, ip_arena_printf(client->message, "SELECT pg_notify(%s, %s)",
                                                                 ip_quoted(client->message, channel, '\''), payload));
    return (ip_served_answer){.error = answer.error, .tag = "NOTIFY"};
}

static void send_to(ip_served_client *client, int process, const char *channel, const char *payload)
{
    size_t first = strlen(channel) + 1, second = strlen(payload) + 1;
    struct ip_notification *one = malloc(sizeof *one + first + second);
    if (!one)
        return;
    char *texts = memcpy((char *)(one + 1), channel, first);
    memcpy(texts + first, payload, second);
    *one = (struct ip_notification){NULL, process, texts, texts + first};
    struct ip_notification **last = &client->notifications;
    while (*last)
        last = &(*last)->next;
    *last = one;
}

void ip_served_service_notified(void *data, const char *channel, const char *payload)
{
    const ip_service *service = data;
    if (service->owner) /* receives its own if it has begun to listen within the transaction */
        ip_served_listening_commit(service->owner);
    for (ip_served_client *client = service->first; client; client = client->next)
        if (channel_at(client, channel) >= 0)
            send_to(client, service->owner ? service->owner->number : 0, channel, payload);
}

void ip_served_client_notify(ip_served_client *client, ip_writing *out)
{
    if (client->in_block || client->implicit || client->copying)
        return;
    while (client->notifications) {
        struct ip_notification *first = client->notifications;
        client->notifications = first->next;
        ip_protocol_writing_begin(out, 'A');
        ip_protocol_writing_int32(out, first->process);
        ip_protocol_writing_text(out, first->channel);
        ip_protocol_writing_text(out, first->payload);
        ip_protocol_writing_end(out);
        free(first);
    }
}

void ip_served_listening_end(ip_served_client *client)
{
    client->channels.count = client->listening.count = 0;
    while (client->notifications) {
        struct ip_notification *first = client->notifications;
        client->notifications = first->next;
        free(first);
    }
}
