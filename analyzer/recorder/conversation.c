/* Matches the server's answers with the client's messages. A statement is reported once its outcome is known. */
#include "recorder/conversation.h"

#include "protocol/binary.h"
#include "protocol/fields.h"
#include "recorder/pending.h"

#include <stdlib.h>
#include <string.h>

struct ip_conversation {
    ip_said_sink sink;
    void *context;
    ip_frames from_client, from_server;
    ip_client_side client;
    ip_arena *session, *answer; /* answer: for the statement that the server is answering */
    const char *database, *user, *application;
    ip_opening opening;
    bool ended, server_broken;
    bool streams;           /* START_REPLICATION, which is never answered and writes nothing */
    bool fatal, unanswered; /* fatal: the server has ended the session by an error */
    ip_said said;           /* about the statement that the server is answering */
    IP_VEC(uint32_t) column_types;
    IP_VEC(int) column_forms;
    bool ready;    /* the session has begun */
    bool skipping; /* the server skips everything up to Sync */
    long transaction;
};

ip_conversation *ip_recorder_conversation_new(ip_said_sink sink, void *context)
{
    ip_arena *session = ip_arena_new();
    ip_conversation *c = IP_NEW(session, ip_conversation);
    c->sink = sink;
    c->context = context;
    c->session = session;
    c->answer = ip_arena_new();
    c->client = (ip_client_side){.arena = session, .round = ip_arena_new(), .spare = ip_arena_new()};
    c->from_client.untyped = true;
    c->database = c->user = c->application = "";
    c->transaction = 1;
    return c;
}

void ip_recorder_conversation_free(ip_conversation *c)
{
    if (!c)
        return;
    ip_protocol_frames_free(&c->from_client);
    ip_protocol_frames_free(&c->from_server);
    ip_arena_free(c->client.round);
    ip_arena_free(c->client.spare);
    ip_arena_free(c->answer);
    ip_arena_free(c->session);
}

ip_opening ip_recorder_conversation_opening(const ip_conversation *c)
{
    return c->opening == IP_OPENING_NONE && c->from_client.broken ? IP_OPENING_FOREIGN : c->opening;
}

bool ip_recorder_conversation_is_broken(const ip_conversation *c)
{
    return c->from_client.broken || c->from_server.broken || c->client.broken || c->server_broken;
}

bool ip_recorder_conversation_lacks_some(const ip_conversation *c)
{
    return c->unanswered || ip_recorder_conversation_is_broken(c);
}

/* --------------------------------------------------------------- reports -- */

static void say(ip_conversation *c, ip_said *said)
{
    said->database = c->database;
    said->user = c->user;
    said->application = c->application;
    said->transaction = c->transaction;
    c->sink(c->context, said);
}

static void forget_answer(ip_conversation *c)
{
    c->said = (ip_said){0};
    memset(&c->column_types, 0, sizeof c->column_types);
    memset(&c->column_forms, 0, sizeof c->column_forms);
    ip_arena_reset(c->answer);
}

/* Reports the first pending statement, whose answer is complete. status is what ReadyForQuery says, or 0 without it. */
static void report(ip_conversation *c, char status)
{
    const ip_pending *pending = ip_recorder_pending_first(&c->client);
    bool execute = pending && (pending->kind == IP_PENDING_EXECUTE || pending->kind == IP_PENDING_CALL);
    bool unprepared = pending && pending->kind == IP_PENDING_DESCRIBE && c->said.sqlstate; /* it failed in Parse */
    if (pending && (execute || unprepared || pending->kind == IP_PENDING_QUERY)) {
        c->said.kind = IP_SAID_STATEMENT;
        c->said.extended = execute || unprepared;
        c->said.text = c->said.extended ? pending->of ? pending->of->text : NULL : pending->text;
        c->said.status = status;
        for (int i = 0; execute && i < pending->portal->parameters.count; i++)
            IP_PUSH(c->answer, &c->said.parameters, ip_recorder_portal_value(c->answer, pending->portal, i));
        if (!c->said.text && c->said.sqlstate) /* a portal that is no more, or never was */
            c->said.kind = IP_SAID_ERROR;
        if (c->said.sqlstate || (c->said.text && !pending->goes_on))
            say(c, &c->said);
        else if (!c->said.text)
            c->client.broken = true; /* prepared before the recording began, or by SQL */
    }
    ip_recorder_pending_done(&c->client);
    forget_answer(c);
}

/* ---------------------------------------------------------------- client -- */

/* StartupMessage: the version, then names and values. */
static void start(ip_conversation *c, ip_fields *fields)
{
    while (ip_protocol_fields_left(fields)) {
        const char *name = ip_protocol_field_text(fields);
        if (!*name)
            break;
        const char *value = ip_arena_strdup(c->session, ip_protocol_field_text(fields));
        if (strcmp(name, "database") == 0)
            c->database = value;
        else if (strcmp(name, "user") == 0)
            c->user = value;
        else if (strcmp(name, "application_name") == 0)
            c->application = value;
    }
    if (!*c->database)
        c->database = c->user;
    ip_recorder_client_started(&c->client);
    say(c, &(ip_said){.kind = IP_SAID_CONNECT});
}

static bool take_client(void *context, const ip_frame *frame)
{
    ip_conversation *c = context;
    if (frame->type) {
        ip_recorder_client_says(&c->client, frame);
        return !c->client.broken;
    }
    ip_fields fields = ip_protocol_fields_of(frame->body, frame->length);
    int32_t code = ip_protocol_field_int32(&fields);
    if (code == IP_SSL_REQUEST || code == IP_GSS_REQUEST)
        return true; /* the client sends another first message */
    c->from_client.untyped = false;
    c->opening = code == IP_CANCEL_REQUEST           ? IP_OPENING_CANCEL
                 : code >> 16 == IP_PROTOCOL_3 >> 16 ? IP_OPENING_SESSION
                                                     : IP_OPENING_FOREIGN;
    if (c->opening != IP_OPENING_SESSION)
        return false;
    start(c, &fields);
    return true;
}

/* ---------------------------------------------------------------- server -- */

static void read_columns(ip_conversation *c, ip_fields *fields)
{
    ip_pending *pending = ip_recorder_pending_first(&c->client);
    bool described = pending && pending->kind == IP_PENDING_DESCRIBE;
    ip_prepared_text *of = described ? pending->of : NULL;
    ip_arena *kept = of && *of->name ? c->client.arena : c->client.round;
    if (of)
        of->columns.count = of->column_types.count = 0;
    for (int n = ip_protocol_field_int16(fields); n > 0 && !fields->short_of; n--) {
        const char *name = ip_protocol_field_text(fields);
        ip_protocol_field_bytes(fields, 6); /* table and column */
        uint32_t type = (uint32_t)ip_protocol_field_int32(fields);
        ip_protocol_field_bytes(fields, 6); /* size and modifier */
        int form = ip_protocol_field_int16(fields);
        if (of) {
            IP_PUSH(kept, &of->columns, ip_arena_strdup(kept, name));
            IP_PUSH(kept, &of->column_types, type);
        } else if (!described) {
            IP_PUSH(c->answer, &c->said.columns, ip_arena_strdup(c->answer, name));
            IP_PUSH(c->answer, &c->column_types, type);
            IP_PUSH(c->answer, &c->column_forms, form);
        }
    }
    if (described)
        ip_recorder_pending_done(&c->client);
}

/* ParameterDescription: the types of the parameters, which may be sent in binary form. */
static void read_types(ip_conversation *c, ip_fields *fields)
{
    const ip_pending *pending = ip_recorder_pending_first(&c->client);
    ip_prepared_text *of = pending && pending->kind == IP_PENDING_DESCRIBE ? pending->of : NULL;
    if (!of)
        return;
    of->types.count = 0;
    for (int n = ip_protocol_field_int16(fields); n > 0 && !fields->short_of; n--)
        IP_PUSH(*of->name ? c->client.arena : c->client.round, &of->types, (uint32_t)ip_protocol_field_int32(fields));
}

/* Tells whether the column is in binary form, and finds its type. RowDescription decides; without it, the earlier
 * Describe and Bind. */
static bool is_binary(const ip_conversation *c, const ip_pending *pending, int column, uint32_t *type)
{
    if (column < c->column_types.count) {
        *type = c->column_types.items[column];
        return c->column_forms.items[column] == 1;
    }
    const ip_client_portal *portal = pending ? pending->portal : NULL;
    *type = pending && pending->of && column < pending->of->column_types.count ? pending->of->column_types.items[column]
                                                                               : 0;
    if (!portal || !portal->formats.count)
        return false;
    int at = portal->formats.count == 1 ? 0 : column;
    return at < portal->formats.count && portal->formats.items[at] == 1;
}

static ip_said_value read_value(ip_conversation *c, const ip_pending *pending, int column, ip_fields *fields)
{
    int32_t length = ip_protocol_field_int32(fields);
    const char *bytes = length < 0 ? NULL : ip_protocol_field_bytes(fields, (size_t)length);
    ip_said_value value = {NULL, true};
    uint32_t type;
    if (bytes && is_binary(c, pending, column, &type))
        value.text = ip_protocol_binary_text(c->answer, NULL, type, bytes, (size_t)length);
    else if (bytes)
        value.text = ip_arena_strndup(c->answer, bytes, (size_t)length);
    value.known = !bytes || value.text;
    return value;
}

static void read_row(ip_conversation *c, ip_fields *fields)
{
    const ip_pending *pending = ip_recorder_pending_first(&c->client);
    ip_said_row row = {0};
    if (c->said.row_count++ >= IP_MOST_KEPT_ROWS)
        return;
    int count = ip_protocol_field_int16(fields);
    for (int i = 0; i < count && !fields->short_of; i++)
        IP_PUSH(c->answer, &row.values, read_value(c, pending, i, fields));
    IP_PUSH(c->answer, &c->said.rows, row);
}

/* Tells whether the statement is answered up to ReadyForQuery, without Sync. */
static bool is_simple(const ip_pending *pending)
{
    return pending && (pending->kind == IP_PENDING_QUERY || pending->kind == IP_PENDING_CALL);
}

static void read_error(ip_conversation *c, ip_fields *fields)
{
    c->said.sqlstate = c->said.message = "";
    for (int field; (field = ip_protocol_field_byte(fields)) != 0 && !fields->short_of;) {
        const char *text = ip_protocol_field_text(fields);
        if (field == 'C')
            c->said.sqlstate = ip_arena_strdup(c->answer, text);
        else if (field == 'M')
            c->said.message = ip_arena_strdup(c->answer, text);
        else if (field == 'V') /* the severity, in English */
            c->fatal = strcmp(text, "FATAL") == 0 || strcmp(text, "PANIC") == 0;
    }
    const ip_pending *pending = ip_recorder_pending_first(&c->client);
    if (is_simple(pending) && !c->fatal)
        return; /* ReadyForQuery follows */
    /* An error at the end of the transaction (ReadyForQuery follows, too), or of the session. */
    if (!pending || pending->kind == IP_PENDING_SYNC) {
        c->said.kind = IP_SAID_ERROR;
        say(c, &c->said);
        forget_answer(c);
        return;
    }
    report(c, 0);
    c->skipping = true;
}

static void is_ready(ip_conversation *c, ip_fields *fields)
{
    char status = (char)ip_protocol_field_byte(fields);
    ip_pending *pending;
    while (c->skipping && (pending = ip_recorder_pending_first(&c->client)) && pending->kind != IP_PENDING_SYNC)
        ip_recorder_pending_done(&c->client);
    c->ready = true;
    c->skipping = c->client.copying = c->streams = false;
    pending = ip_recorder_pending_first(&c->client);
    if (is_simple(pending))
        report(c, status);
    else if (pending && pending->kind == IP_PENDING_SYNC)
        ip_recorder_pending_done(&c->client);
    else
        c->server_broken = true; /* it answers something else than we think */
    if (status == 'I') {
        c->transaction++;
        if (!ip_recorder_pending_first(&c->client))
            ip_recorder_client_rests(&c->client);
    }
}

/* FunctionCallResponse: the length of the result, and the result. A SELECT would give a row with it. */
static void read_result(ip_conversation *c, ip_fields *fields)
{
    const ip_pending *pending = ip_recorder_pending_first(&c->client);
    if (!pending || pending->kind != IP_PENDING_CALL)
        return;
    IP_PUSH(c->answer, &c->said.columns, pending->of->columns.items[0]);
    IP_PUSH(c->answer, &c->said.tags, "SELECT 1");
    c->said.row_count = 1;
    ip_said_row row = {0};
    IP_PUSH(c->answer, &row.values, read_value(c, pending, 0, fields));
    IP_PUSH(c->answer, &c->said.rows, row);
}

/* Handles the end of a statement. A simple query may have several statements. */
static void is_complete(ip_conversation *c, const char *tag)
{
    const ip_pending *pending = ip_recorder_pending_first(&c->client);
    if (tag)
        IP_PUSH(c->answer, &c->said.tags, ip_arena_strdup(c->answer, tag));
    if (!pending || pending->kind != IP_PENDING_EXECUTE)
        return;
    bool described = pending->of && !c->said.columns.count && c->said.row_count;
    for (int i = 0; described && i < pending->of->columns.count; i++)
        IP_PUSH(c->answer, &c->said.columns, pending->of->columns.items[i]);
    report(c, 0);
}

/* Results come for a statement only. If none is pending, the messages are not what they seem, and what is read from
 * here on may be wrong. */
static bool is_unexpected(const ip_pending *pending, char type)
{
    return (!pending || pending->kind == IP_PENDING_SYNC) && strchr("TDCsIVG", type);
}

static bool take_server(void *context, const ip_frame *frame)
{
    ip_conversation *c = context;
    ip_fields fields = ip_protocol_fields_of(frame->body ? frame->body : "", frame->body ? frame->length : 0);
    const ip_pending *pending = ip_recorder_pending_first(&c->client);
    if (frame->type && is_unexpected(pending, frame->type)) {
        c->server_broken = true;
        return false;
    }
    switch (frame->body ? frame->type : frame->type == 'D' ? 'D' : 0) {
    case 'T':
        read_columns(c, &fields);
        break;
    case 't':
        read_types(c, &fields);
        break;
    case 'n': /* NoData, which ends a Describe */
        if (pending && pending->kind == IP_PENDING_DESCRIBE)
            ip_recorder_pending_done(&c->client);
        break;
    case 'D':
        if (frame->body)
            read_row(c, &fields);
        else
            c->said.row_count++;
        break;
    case 'C':
        is_complete(c, ip_protocol_field_text(&fields));
        break;
    case 's': /* PortalSuspended */
        c->said.suspended = true;
        is_complete(c, NULL);
        break;
    case 'I': /* EmptyQueryResponse */
        is_complete(c, NULL);
        break;
    case 'W': /* CopyBothResponse */
        c->streams = true;
        break;
    case 'G': /* CopyInResponse */
        ip_recorder_client_copies(&c->client);
        break;
    case 'V':
        read_result(c, &fields);
        break;
    case 'E':
        read_error(c, &fields);
        break;
    case 'Z':
        is_ready(c, &fields);
        break;
    default:
        break;
    }
    c->server_broken = c->server_broken || fields.short_of;
    return !c->server_broken;
}

/* ----------------------------------------------------------------- bytes -- */

void ip_recorder_conversation_client(ip_conversation *c, const char *bytes, size_t length)
{
    if (!ip_recorder_conversation_is_broken(c))
        ip_protocol_frames_feed(&c->from_client, bytes, length, take_client, c);
}

void ip_recorder_conversation_server(ip_conversation *c, const char *bytes, size_t length)
{
    if (!ip_recorder_conversation_is_broken(c))
        ip_protocol_frames_feed(&c->from_server, bytes, length, take_server, c);
}

void ip_recorder_conversation_end(ip_conversation *c)
{
    if (c->ended || c->opening != IP_OPENING_SESSION)
        return;
    c->ended = true;
    c->unanswered = c->ready && !c->fatal && !c->streams && ip_recorder_pending_first(&c->client);
    say(c, &(ip_said){.kind = IP_SAID_END, .unread = ip_recorder_conversation_lacks_some(c)});
}
