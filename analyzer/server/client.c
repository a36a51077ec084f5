/* Handles a client's messages (PostgreSQL 15, section 55.2): the first one, and simple queries. */
#include "server/client_state.h"

#include "protocol/fields.h"
#include "protocol/requests.h"

#include <string.h>

ip_served_client *ip_served_client_new(ip_service *service)
{
    ip_arena *arena = ip_arena_new();
    ip_served_client *client = IP_NEW(arena, ip_served_client);
    client->service = service;
    client->arena = arena;
    client->read_only = -1;
    client->message = ip_arena_new();
    client->bound = ip_arena_new();
    client->drawn_arena = ip_arena_new();
    client->number = ++service->clients;
    service->secrets = service->secrets * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    client->secret = (int32_t)(service->secrets >> 33);
    client->user = client->database = "";
    client->next = service->first;
    service->first = client;
    return client;
}

void ip_served_client_free(ip_served_client *client)
{
    if (!client)
        return;
    ip_served_client **link = &client->service->first;
    while (*link != client)
        link = &(*link)->next;
    *link = client->next;
    ip_served_leave(client);
    if (client->engine)
        ip_engine_db_leave(client->engine);
    ip_served_temporary_end(client);
    ip_served_listening_end(client);
    ip_served_copying_end(client);
    ip_served_held_end(client, true);
    ip_served_prepared_forget(client, NULL);
    ip_served_prepared_free_deallocated(client);
    ip_arena_free(client->sending);
    ip_arena_free(client->bound);
    ip_arena_free(client->drawn_arena);
    ip_arena_free(client->message);
    ip_arena_free(client->arena);
}

static bool is_extended(const ip_frame *frame)
{
    return strchr("PBDEC", frame->type) != NULL;
}

bool ip_served_client_in_block(const ip_served_client *client)
{
    return client->engine ? ip_engine_db_session_in_block(client->engine) : client->in_block;
}

double ip_served_client_limit(const ip_served_client *client, const char *setting)
{
    return client->started ? ip_served_setting_milliseconds(ip_served_setting_of(client, setting)) : 0;
}

bool ip_served_client_is_canceled(ip_served_client *client)
{
    bool canceled = client->canceled;
    client->canceled = false;
    return canceled;
}

bool ip_served_client_cancel(ip_served_client *client, const ip_frame *frame, const char *sqlstate, const char *message,
                             ip_writing *out)
{
    if (client->engine && client->sent) {
        if (strcmp(sqlstate, "57014") == 0)
            ip_engine_db_session_cancel(client->engine);
        return false;
    }
    ip_arena_reset(client->message);
    client->query = NULL;
    ip_served_copying_end(client);
    ip_served_refuse(client, out, (ip_served_error){sqlstate, message});
    client->skips = is_extended(frame);
    if (!client->skips)
        ip_served_ready(client, out);
    return true;
}

bool ip_served_client_pauses(const ip_served_client *client)
{
    return !client->at_once;
}

void ip_served_client_dismiss(ip_served_client *client, const char *sqlstate, const char *message, ip_writing *out)
{
    ip_served_leave(client);
    ip_protocol_writing_error(out, "FATAL", sqlstate, message);
}

/* ----------------------------------------------------------------- start -- */

static void greet(const ip_answering *a)
{
    static const char *const reported[] = {"server_version",
                                           "server_encoding",
                                           "client_encoding",
                                           "DateStyle",
                                           "IntervalStyle",
                                           "TimeZone",
                                           "integer_datetimes",
                                           "is_superuser",
                                           "standard_conforming_strings",
                                           "application_name",
                                           "in_hot_standby",
                                           "default_transaction_read_only",
                                           "session_authorization"};
    ip_protocol_writing_authenticated(a->out);
    for (size_t i = 0; i < sizeof reported / sizeof *reported; i++)
        ip_protocol_writing_parameter(a->out, reported[i], ip_served_setting_of(a->client, reported[i]));
    ip_protocol_writing_key_data(a->out, a->client->number, a->client->secret);
    ip_protocol_writing_ready(a->out, 'I');
}

static ip_client_answer start(const ip_answering *a, const ip_frame *frame)
{
    ip_served_client *client = a->client;
    ip_fields fields = ip_protocol_fields_of(frame->body, frame->length);
    int32_t code = ip_protocol_field_int32(&fields);
    if (code == IP_SSL_REQUEST || code == IP_GSS_REQUEST) {
        ip_protocol_writing_byte(a->out, 'N');
        return IP_CLIENT_ANSWERED;
    }
    if (code == IP_CANCEL_REQUEST) {
        int32_t number = ip_protocol_field_int32(&fields), secret = ip_protocol_field_int32(&fields);
        for (ip_served_client *other = client->service->first; other; other = other->next)
            other->canceled = other->canceled || (other->started && other->number == number && other->secret == secret);
        return IP_CLIENT_LEAVES;
    }
    if (code >> 16 != IP_PROTOCOL_3 >> 16) {
        ip_protocol_writing_error(a->out, "FATAL", "08P01", "isoproof: expected version 3 of the protocol");
        return IP_CLIENT_LEAVES;
    }
    ip_request_problem problem = ip_protocol_startup_problem(frame);
    if (problem.sqlstate) {
        ip_protocol_writing_error(a->out, "FATAL", problem.sqlstate, problem.message);
        return IP_CLIENT_LEAVES;
    }
    ip_served_error error = {0};
    while (ip_protocol_fields_left(&fields)) {
        const char *name = ip_protocol_field_text(&fields);
        if (!*name)
            break;
        const char *value = ip_arena_strdup(client->arena, ip_protocol_field_text(&fields));
        if (strcmp(name, "user") == 0)
            client->user = value;
        else if (strcmp(name, "database") == 0)
            client->database = value;
        else if (strcmp(name, "options") == 0)
            error = ip_served_settings_of_options(client, value);
        else if (strcmp(name, "replication") != 0)
            ip_served_setting_put(client, name, value, false);
    }
    if (error.sqlstate) {
        ip_protocol_writing_error(a->out, "FATAL", error.sqlstate, error.message);
        return IP_CLIENT_LEAVES;
    }
    if (!*client->database)
        client->database = client->user;
    ip_served_call(client->service->served, client->database);
    client->session = ip_store_connect(ip_served_store(client->service->served));
    if (ip_served_engine(client->service->served))
        ip_served_interleaved_connect(client);
    client->started = true;
    greet(a);
    return IP_CLIENT_ANSWERED;
}

/* ---------------------------------------------------------- simple query -- */

static ip_client_statements statements_of(ip_served_client *client, const char *text)
{
    const ip_source *source = ip_source_from_text(client->message, "client", text, strlen(text));
    return ip_workload_client_statements_of(client->message, (ip_range){source, 0, source->length});
}

static ip_client_answer query_engine(const ip_answering *a, ip_client_statements list)
{
    ip_served_client *client = a->client;
    const char **texts = IP_NEW_ARRAY(client->message, const char *, list.count);
    for (int i = 0; i < list.count; i++)
        texts[i] = ip_range_text(client->message, list.items[i].range);
    ip_served_answers answers = {0};
    if (!ip_served_interleaved_run(client, &(ip_interleaved){.statements = list, .texts = texts}, &answers))
        return IP_CLIENT_WAITS;
    ip_served_tell_notices(a);
    if (!list.count)
        ip_protocol_writing_empty(a->out, 'I');
    for (int i = 0; i < answers.count && ip_served_tell(a, &answers.items[i], NULL, false); i++)
        ;
    ip_served_ready(a->client, a->out);
    return IP_CLIENT_ANSWERED;
}

static ip_client_answer query(const ip_answering *a, const char *text)
{
    ip_served_client *client = a->client;
    ip_client_statements list = statements_of(client, text);
    bool others = client->service->owner && client->service->owner != client;
    client->query = text;
    client->query_at = 0;
    if (ip_served_copying_begins(client, &list))
        return ip_served_copying_query(client, text, a->out);
    if (client->engine)
        return query_engine(a, list);
    for (int i = 0; i < list.count && others; i++)
        if (ip_served_needs_turn(client, &list.items[i], ip_range_text(client->message, list.items[i].range)))
            return IP_CLIENT_WAITS;
    if (!list.count)
        ip_protocol_writing_empty(a->out, 'I');
    client->several = list.count > 1;
    for (int i = 0; i < list.count; i++) {
        const char *one = ip_range_text(client->message, list.items[i].range);
        client->query_at = list.items[i].range.begin;
        ip_served_answer answer = ip_served_statement(client, &list.items[i], one, NULL, NULL, i == list.count - 1);
        if (!ip_served_tell(a, &answer, NULL, false))
            break;
    }
    if (!client->portals.count)
        ip_served_prepared_free_deallocated(client);
    ip_served_ready(a->client, a->out);
    return IP_CLIENT_ANSWERED;
}

/* -------------------------------------------------------------- messages -- */

static ip_client_answer broken(const ip_answering *a, const ip_frame *frame)
{
    const char *message =
        ip_arena_printf(a->client->message, "invalid frontend message type %d", (unsigned char)frame->type);
    ip_protocol_writing_error(a->out, "FATAL", "08P01", message);
    return IP_CLIENT_LEAVES;
}

/* Answers a message that cannot be read, and goes on with the next one, after an error in the extended protocol with
 * Sync. */
static ip_client_answer refuse(const ip_answering *a, const ip_frame *frame, ip_served_error error)
{
    ip_served_refuse(a->client, a->out, error);
    a->client->skips = is_extended(frame);
    if (!a->client->skips)
        ip_served_ready(a->client, a->out);
    return IP_CLIENT_ANSWERED;
}

/* A statement, or arguments, of more bytes than are kept. */
static ip_client_answer too_long(const ip_answering *a, const ip_frame *frame)
{
    bool parts = frame->type == 'P' || frame->type == 'B';
    if (a->client->copying || (frame->type != 'Q' && !parts))
        return broken(a, frame);
    const char *message =
        ip_arena_printf(a->client->message, "isoproof takes no message of %zu bytes: at most 64 MB", frame->length);
    return refuse(a, frame, (ip_served_error){"54000", message});
}

static ip_client_answer typed(const ip_answering *a, const ip_frame *frame)
{
    ip_served_client *client = a->client;
    if (client->copying && frame->body && frame->type != 'X')
        return ip_served_copying_says(client, frame, a->out);
    if (client->skips && frame->type != 'S' && frame->type != 'X')
        return IP_CLIENT_ANSWERED;
    if (!frame->body)
        return too_long(a, frame);
    ip_request_problem problem = ip_protocol_request_problem(client->message, frame);
    if (problem.sqlstate)
        return refuse(a, frame, (ip_served_error){problem.sqlstate, problem.message});
    switch (frame->type) {
    case 'Q':
        return query(a, frame->body);
    case 'P':
    case 'B':
    case 'D':
    case 'C':
    case 'E':
    case 'S':
        return ip_served_extended_says(a, frame);
    case 'F':
        return refuse(a, frame,
                      (ip_served_error){"0A000", "isoproof does not run functions that are called by their numbers"});
    case 'H':
    case 'd': /* of a COPY that has failed: the client may not know yet */
    case 'c':
    case 'f':
        return IP_CLIENT_ANSWERED;
    case 'X':
        return IP_CLIENT_LEAVES;
    default:
        return broken(a, frame);
    }
}

ip_client_answer ip_served_client_says(ip_served_client *client, const ip_frame *frame, ip_writing *out)
{
    const ip_answering a = {client, out};
    ip_arena_reset(client->message);
    client->query = client->asked = NULL;
    if (!client->service->copies && !client->service->owner) {
        ip_served_temporary_sweep(client->service);
        ip_served_tidy(client->service->served);
    }
    ip_served_temporary_look_along(client);
    return client->started ? typed(&a, frame) : start(&a, frame);
}
