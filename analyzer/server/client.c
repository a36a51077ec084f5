/* Handles a client's messages (PostgreSQL 15, section 55.2): simple queries, and Parse, Bind, Describe, Execute and
 * Sync. */
#include "server/client_state.h"

#include "protocol/binary.h"
#include "protocol/fields.h"

#include <string.h>

typedef struct answering {
    ip_served_client *client;
    ip_writing *out;
} answering;

ip_served_client *ip_served_client_new(ip_service *service)
{
    ip_arena *arena = ip_arena_new();
    ip_served_client *client = IP_NEW(arena, ip_served_client);
    client->service = service;
    client->arena = arena;
    client->message = ip_arena_new();
    client->bound = ip_arena_new();
    client->drawn_arena = ip_arena_new();
    client->number = ++service->clients;
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

bool ip_served_client_in_block(const ip_served_client *client)
{
    return client->engine && ip_engine_db_session_in_block(client->engine);
}

bool ip_served_client_pauses(const ip_served_client *client)
{
    return !client->at_once;
}

void ip_served_client_dismiss(ip_served_client *client, ip_writing *out)
{
    ip_served_leave(client);
    ip_protocol_writing_error(out, "FATAL", "25P03", "terminating connection due to idle-in-transaction timeout");
}

/* ----------------------------------------------------------------- start -- */

static void greet(const answering *a)
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
    ip_protocol_writing_key_data(a->out, a->client->number, 0);
    ip_protocol_writing_ready(a->out, 'I');
}

static ip_client_answer start(const answering *a, const ip_frame *frame)
{
    ip_served_client *client = a->client;
    ip_fields fields = ip_protocol_fields_of(frame->body, frame->length);
    int32_t code = ip_protocol_field_int32(&fields);
    if (code == IP_SSL_REQUEST || code == IP_GSS_REQUEST) {
        ip_protocol_writing_byte(a->out, 'N');
        return IP_CLIENT_ANSWERED;
    }
    if (code == IP_CANCEL_REQUEST)
        return IP_CLIENT_LEAVES; /* there is nothing to cancel: a statement waits for other transactions only */
    if (code >> 16 != IP_PROTOCOL_3 >> 16) {
        ip_protocol_writing_error(a->out, "FATAL", "08P01", "isoproof: expected version 3 of the protocol");
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

/* --------------------------------------------------------------- answers -- */

static void report_error(const answering *a, ip_served_error error)
{
    ip_protocol_writing_error(a->out, "ERROR", error.sqlstate, error.message);
}

bool ip_served_has_failed(const ip_served_client *client)
{
    return client->engine ? ip_engine_db_session_has_failed(client->engine) : client->failed;
}

void ip_served_ready(ip_served_client *client, ip_writing *out)
{
    ip_served_client_notify(client, out);
    bool in_block = client->engine ? ip_engine_db_session_in_block(client->engine) : client->in_block;
    ip_protocol_writing_ready(out, ip_served_has_failed(client) ? 'E' : in_block ? 'T' : 'I');
}

static void ready(const answering *a)
{
    ip_served_ready(a->client, a->out);
}

static bool wants_binary(const ip_served_portal *portal, int column)
{
    return portal && portal->formats.count && portal->formats.items[portal->formats.count == 1 ? 0 : column] == 1;
}

static bool is_binary(const ip_served_portal *portal, int column, ip_sqltype type)
{
    return wants_binary(portal, column) && ip_served_wire_has_binary(type);
}

static uint32_t catalog_type(const ip_catalog_answer *catalog, int column)
{
    return catalog->types ? catalog->types[column] : IP_OID_TEXT;
}

static void report_columns(const answering *a, const ip_served_answer *answer, const ip_served_portal *portal)
{
    if (answer->catalog) {
        ip_protocol_writing_columns(a->out, answer->catalog->width);
        for (int i = 0; i < answer->catalog->width; i++)
            ip_protocol_writing_column(a->out, answer->catalog->names[i], catalog_type(answer->catalog, i), -1, -1,
                                       wants_binary(portal, i));
    } else {
        ip_protocol_writing_columns(a->out, answer->result.width);
        for (int i = 0; i < answer->result.width; i++) {
            ip_wire_type type = ip_served_wire_type_of(answer->result.types[i]);
            ip_protocol_writing_column(a->out, answer->result.names[i], type.oid, type.size,
                                       ip_served_wire_modifier(answer->result.types[i]),
                                       is_binary(portal, i, answer->result.types[i]));
        }
    }
    ip_protocol_writing_end(a->out);
}

static void report_rows(const answering *a, const ip_served_answer *answer, const ip_served_portal *portal)
{
    const ip_catalog_answer *catalog = answer->catalog;
    const ip_served_result *result = &answer->result;
    long count = catalog ? catalog->count : result->has_rows ? result->row_count : 0;
    int width = catalog ? catalog->width : result->width;
    for (long r = 0; r < count; r++) {
        ip_protocol_writing_begin(a->out, 'D');
        ip_protocol_writing_int16(a->out, width);
        for (int i = 0; i < width; i++) {
            long at = r * width + i;
            if (catalog) {
                ip_served_wire_write_named(a->out, catalog_type(catalog, i), catalog->values[at],
                                           wants_binary(portal, i));
            } else {
                ip_served_wire_write(a->out, a->client->message, result->types[i], result->values[at],
                                     is_binary(portal, i, result->types[i]));
            }
        }
        ip_protocol_writing_end(a->out);
    }
}

static bool has_rows(const ip_served_answer *answer)
{
    return answer->catalog || answer->result.has_rows;
}

/* ---------------------------------------------------------- simple query -- */

static ip_client_statements statements_of(ip_served_client *client, const char *text)
{
    const ip_source *source = ip_source_from_text(client->message, "client", text, strlen(text));
    return ip_workload_client_statements_of(client->message, (ip_range){source, 0, source->length});
}

static void report_raised(const answering *a)
{
    ip_served_client *client = a->client;
    for (int i = 0; i < client->raised.count; i++) {
        ip_served_notice notice = client->raised.items[i];
        ip_protocol_writing_notice(a->out, notice.level, notice.sqlstate, notice.text, notice.detail);
    }
    memset(&client->raised, 0, sizeof client->raised);
}

/* Sends the result of a statement. Returns false after an error. rows: Describe has already sent the columns. */
static bool tell(const answering *a, const ip_served_answer *answer, const ip_served_portal *portal, bool rows)
{
    if (answer->warning)
        ip_protocol_writing_notice(a->out, "WARNING", "25P01", answer->warning, NULL);
    report_raised(a);
    if (answer->error.sqlstate) {
        report_error(a, answer->error);
        return false;
    }
    if (has_rows(answer)) {
        if (!rows)
            report_columns(a, answer, portal);
        report_rows(a, answer, portal);
    }
    ip_protocol_writing_complete(a->out, answer->tag);
    return true;
}

static void report_notices(const answering *a)
{
    ip_served_client *client = a->client;
    for (; client->notices < ip_engine_db_notice_count(client->engine); client->notices++) {
        const ip_db_notice *notice = ip_engine_db_session_notice(client->engine, client->notices);
        bool warns = strcmp(notice->level, "WARNING") == 0;
        ip_protocol_writing_notice(a->out, notice->level, warns ? "01000" : "00000", notice->text, NULL);
    }
}

static ip_client_answer query_engine(const answering *a, ip_client_statements list)
{
    ip_served_client *client = a->client;
    const char **texts = IP_NEW_ARRAY(client->message, const char *, list.count);
    for (int i = 0; i < list.count; i++)
        texts[i] = ip_range_text(client->message, list.items[i].range);
    ip_served_answers answers = {0};
    if (!ip_served_interleaved_run(client, &(ip_interleaved){.statements = list, .texts = texts}, &answers))
        return IP_CLIENT_WAITS;
    report_notices(a);
    if (!list.count)
        ip_protocol_writing_empty(a->out, 'I');
    for (int i = 0; i < answers.count && tell(a, &answers.items[i], NULL, false); i++)
        ;
    ready(a);
    return IP_CLIENT_ANSWERED;
}

static ip_client_answer query(const answering *a, const char *text)
{
    ip_served_client *client = a->client;
    ip_client_statements list = statements_of(client, text);
    bool others = client->service->owner && client->service->owner != client;
    if (ip_served_copying_begins(client, &list))
        return ip_served_copying_query(client, text, a->out);
    if (client->engine)
        return query_engine(a, list);
    for (int i = 0; i < list.count && others; i++)
        if (ip_served_needs_turn(client, &list.items[i], ip_range_text(client->message, list.items[i].range)))
            return IP_CLIENT_WAITS;
    if (!list.count)
        ip_protocol_writing_empty(a->out, 'I');
    for (int i = 0; i < list.count; i++) {
        const char *one = ip_range_text(client->message, list.items[i].range);
        ip_served_answer answer = ip_served_statement(client, &list.items[i], one, NULL, NULL, i == list.count - 1);
        if (!tell(a, &answer, NULL, false))
            break;
    }
    if (!client->portals.count)
        ip_served_prepared_free_deallocated(client);
    ready(a);
    return IP_CLIENT_ANSWERED;
}

/* ---------------------------------------------------- extended protocol -- */

static ip_served_portal *portal_named(const ip_served_client *client, const char *name)
{
    for (int i = client->portals.count - 1; i >= 0; i--)
        if (strcmp(client->portals.items[i]->name, name) == 0)
            return client->portals.items[i];
    return NULL;
}

static void forget_portal(ip_served_client *client, const char *name)
{
    for (int i = 0; i < client->portals.count; i++)
        if (strcmp(client->portals.items[i]->name, name) == 0)
            client->portals.items[i--] = client->portals.items[--client->portals.count];
}

void ip_served_refuse(ip_served_client *client, ip_writing *out, ip_served_error error)
{
    bool replanned = strcmp(error.message, IP_PLAN_CHANGED) == 0;
    ip_protocol_writing_error_of(out, error.sqlstate, error.message, replanned ? "RevalidateCachedQuery" : NULL);
    if (client->engine)
        ip_served_interleaved_fail(client);
    else
        ip_served_fail(client);
}

static void fail(const answering *a, ip_served_error error)
{
    ip_served_refuse(a->client, a->out, error);
    a->client->skips = true;
}

static void parse(const answering *a, ip_fields *fields)
{
    ip_served_client *client = a->client;
    const char *name = ip_protocol_field_text(fields);
    ip_served_prepared *p = ip_served_prepared_new(name, ip_protocol_field_text(fields));
    for (int n = ip_protocol_field_int16(fields); n > 0 && !fields->short_of; n--)
        IP_PUSH(p->arena, &p->types, (uint32_t)ip_protocol_field_int32(fields));
    ip_served_error error = ip_served_prepared_add(client, p);
    if (error.sqlstate)
        fail(a, error);
    else
        ip_protocol_writing_empty(a->out, '1');
}

/* Compiles the portal's statement again if the schema has changed, and converts its values again. */
static ip_served_error renew(ip_served_client *client, ip_served_portal *portal)
{
    ip_served_error error = ip_served_prepared_renew(client, portal->of);
    if (!error.sqlstate && portal->of->code && portal->edition != portal->of->edition)
        portal->arguments = ip_served_arguments(client->bound, portal->of->code, portal->values, portal->value_count);
    portal->edition = portal->of->edition;
    return error;
}

static void bind(const answering *a, ip_fields *fields)
{
    ip_served_client *client = a->client;
    ip_served_portal *portal = IP_NEW(client->bound, ip_served_portal);
    portal->name = ip_arena_strdup(client->bound, ip_protocol_field_text(fields));
    const char *name = ip_protocol_field_text(fields);
    portal->of = ip_served_prepared_named(client, name);
    if (!portal->of) {
        fail(a, ip_served_prepared_missing(client, name));
        return;
    }
    IP_VEC(int) forms = {0};
    for (int n = ip_protocol_field_int16(fields); n > 0 && !fields->short_of; n--)
        IP_PUSH(client->message, &forms, ip_protocol_field_int16(fields));
    int count = ip_protocol_field_int16(fields);
    if (count != ip_served_prepared_parameter_count(portal->of) && !ip_served_has_failed(client)) {
        fail(a,
             (ip_served_error){"08P01", ip_arena_printf(client->message,
                                                        "bind message supplies %d parameters, but prepared "
                                                        "statement \"%s\" requires %d",
                                                        count, name, ip_served_prepared_parameter_count(portal->of))});
        return;
    }
    ip_datum *values = IP_NEW_ARRAY(client->bound, ip_datum, count < 0 ? 0 : count);
    for (int i = 0; i < count && !fields->short_of; i++) {
        int32_t length = ip_protocol_field_int32(fields);
        const char *bytes = length < 0 ? NULL : ip_protocol_field_bytes(fields, (size_t)length);
        uint32_t type = i < portal->of->types.count ? portal->of->types.items[i] : 0;
        int form = forms.count == 0 ? 0 : forms.items[forms.count == 1 ? 0 : i < forms.count ? i : 0];
        const char *text = bytes ? ip_arena_strndup(client->bound, bytes, (size_t)length) : NULL;
        if (bytes && form == 1 && !(text = ip_protocol_binary_text(client->bound, type, bytes, (size_t)length))) {
            fail(a, (ip_served_error){"0A000", "isoproof does not know this parameter's type in binary form"});
            return;
        }
        values[i] = text ? ip_served_wire_read(type, text) : (ip_datum){.kind = IP_DATUM_NULL};
    }
    for (int n = ip_protocol_field_int16(fields); n > 0 && !fields->short_of; n--)
        IP_PUSH(client->bound, &portal->formats, ip_protocol_field_int16(fields));
    portal->values = values;
    portal->value_count = count;
    ip_served_error error = renew(client, portal);
    if (error.sqlstate && !ip_served_has_failed(client)) {
        fail(a, error);
        return;
    }
    forget_portal(client, portal->name);
    IP_PUSH(client->arena, &client->portals, portal);
    ip_protocol_writing_empty(a->out, '2');
}

static void describe(const answering *a, ip_fields *fields)
{
    ip_served_client *client = a->client;
    bool statement = ip_protocol_field_byte(fields) == 'S';
    const char *name = ip_protocol_field_text(fields);
    ip_served_portal *portal = statement ? NULL : portal_named(client, name);
    ip_served_prepared *p = statement ? ip_served_prepared_named(client, name) : portal ? portal->of : NULL;
    if (!p) {
        fail(a, (ip_served_error){statement ? "26000" : "34000",
                                  ip_arena_printf(client->message, "%s \"%s\" does not exist",
                                                  statement ? "prepared statement" : "portal", name)});
        return;
    }
    ip_served_answer answer = {.error = portal ? renew(client, portal) : ip_served_prepared_renew(client, p)};
    bool catalog = !p->empty && p->statement.kind == IP_CLIENT_SQL && !p->code;
    if (catalog)
        answer.catalog = ip_served_catalog_answer_to(client, p->text);
    if (catalog && !answer.catalog)
        ip_served_held_describe(client, p->text, &answer.result);
    if (p->statement.kind == IP_CLIENT_SHOW && ip_served_setting_of(client, p->statement.name))
        answer = ip_served_statement(client, &p->statement, p->text, NULL, NULL, false);
    ip_served_prepared *executed =
        p->statement.kind == IP_CLIENT_EXECUTE ? ip_served_prepared_named(client, p->statement.name) : NULL;
    if (executed && !ip_served_prepared_renew(client, executed).sqlstate && executed->code)
        answer.result = ip_served_describe(client->service->served, executed->code,
                                           ip_served_arguments(client->message, executed->code, NULL, 0));
    if (p->explains)
        answer.catalog = ip_served_explained_columns(client->message, p->text);
    if (p->code && !p->explains && !answer.error.sqlstate) {
        const ip_datum *arguments = portal ? portal->arguments : ip_served_arguments(client->message, p->code, NULL, 0);
        answer.result = ip_served_describe(client->service->served, p->code, arguments);
        answer.error = answer.result.error;
        if (!answer.error.sqlstate)
            ip_served_prepared_describe(p, &answer.result);
    }
    if (answer.error.sqlstate && !ip_served_has_failed(client)) {
        fail(a, answer.error);
        return;
    }
    if (statement) {
        int count = ip_served_prepared_parameter_count(p);
        ip_protocol_writing_begin(a->out, 't');
        ip_protocol_writing_int16(a->out, count);
        for (int i = 0; i < count; i++) {
            uint32_t type = i < p->types.count ? p->types.items[i] : 0;
            ip_protocol_writing_int32(a->out, (int32_t)(type ? type : 25));
        }
        ip_protocol_writing_end(a->out);
    }
    if (has_rows(&answer))
        report_columns(a, &answer, portal);
    else
        ip_protocol_writing_empty(a->out, 'n');
}

static ip_client_answer execute_engine(const answering *a, const ip_served_portal *portal)
{
    ip_served_client *client = a->client;
    ip_served_answers answers = {0};
    ip_interleaved given = {
        .texts = &portal->of->text, .codes = &portal->of->code, .arguments = &portal->arguments, .extended = true};
    IP_PUSH(client->message, &given.statements, portal->of->statement);
    if (!ip_served_interleaved_run(client, &given, &answers))
        return IP_CLIENT_WAITS;
    report_notices(a);
    client->skips = !tell(a, &answers.items[0], portal, true);
    return IP_CLIENT_ANSWERED;
}

static ip_client_answer execute(const answering *a, ip_fields *fields)
{
    ip_served_client *client = a->client;
    const char *name = ip_protocol_field_text(fields);
    ip_served_portal *portal = portal_named(client, name);
    if (!portal) {
        fail(a, (ip_served_error){"34000", ip_arena_printf(client->message, "portal \"%s\" does not exist", name)});
        return IP_CLIENT_ANSWERED;
    }
    if (portal->of->empty) {
        ip_protocol_writing_empty(a->out, 'I');
        return IP_CLIENT_ANSWERED;
    }
    if (client->engine)
        return execute_engine(a, portal);
    if (client->service->owner && client->service->owner != client &&
        ip_served_needs_turn(client, &portal->of->statement, portal->of->text))
        return IP_CLIENT_WAITS;
    ip_served_error error = renew(client, portal);
    if (error.sqlstate && !ip_served_has_failed(client)) {
        fail(a, error);
        return IP_CLIENT_ANSWERED;
    }
    client->implicit = !client->in_block;
    ip_served_answer answer = ip_served_statement(client, &portal->of->statement, portal->of->text, portal->of->code,
                                                  portal->arguments, false);
    client->skips = !tell(a, &answer, portal, true);
    return IP_CLIENT_ANSWERED;
}

static void forget_portals(ip_served_client *client)
{
    client->portals.count = 0;
    ip_arena_reset(client->bound);
    ip_served_prepared_free_deallocated(client);
}

static ip_client_answer sync_engine(const answering *a)
{
    ip_served_client *client = a->client;
    ip_served_answers answers = {0};
    if (!ip_served_interleaved_sync(client, &answers))
        return IP_CLIENT_WAITS;
    client->skips = false;
    for (int i = 0; i < answers.count; i++)
        if (answers.items[i].error.sqlstate)
            report_error(a, answers.items[i].error);
    forget_portals(client);
    ready(a);
    return IP_CLIENT_ANSWERED;
}

static ip_client_answer sync(const answering *a)
{
    ip_served_client *client = a->client;
    if (client->engine)
        return sync_engine(a);
    client->skips = false;
    ip_served_error error = ip_served_end_implicit(client);
    if (error.sqlstate)
        report_error(a, error);
    forget_portals(client);
    ready(a);
    return IP_CLIENT_ANSWERED;
}

static ip_client_answer broken(const answering *a)
{
    ip_protocol_writing_error(a->out, "FATAL", "08P01",
                              "isoproof: this message is not one of the protocol's, or too long");
    return IP_CLIENT_LEAVES;
}

/* A statement, or arguments, of more bytes than are kept: the rest of the message is skipped, and the next ones are
 * answered. */
static ip_client_answer too_long(const answering *a, const ip_frame *frame)
{
    ip_served_client *client = a->client;
    bool parts = frame->type == 'P' || frame->type == 'B';
    if (client->copying || (frame->type != 'Q' && !parts))
        return broken(a);
    if (client->skips && parts)
        return IP_CLIENT_ANSWERED;
    const char *message =
        ip_arena_printf(client->message, "isoproof takes no message of %zu bytes: at most 64 MB", frame->length);
    fail(a, (ip_served_error){"54000", message});
    client->skips = parts;
    if (!parts)
        ready(a);
    return IP_CLIENT_ANSWERED;
}

static ip_client_answer typed(const answering *a, const ip_frame *frame)
{
    ip_served_client *client = a->client;
    if (!frame->body)
        return too_long(a, frame);
    ip_fields fields = ip_protocol_fields_of(frame->body, frame->length);
    ip_client_answer answer = IP_CLIENT_ANSWERED;
    if (client->copying && frame->type != 'X')
        return ip_served_copying_says(client, frame, a->out);
    if (client->skips && frame->type != 'S' && frame->type != 'X')
        return answer;
    switch (frame->type) {
    case 'Q': {
        const char *text = ip_protocol_field_text(&fields);
        if (!fields.short_of)
            answer = query(a, text);
        break;
    }
    case 'P':
        parse(a, &fields);
        break;
    case 'B':
        bind(a, &fields);
        break;
    case 'D':
        describe(a, &fields);
        break;
    case 'E':
        answer = execute(a, &fields);
        break;
    case 'C': {
        bool statement = ip_protocol_field_byte(&fields) == 'S';
        if (statement)
            ip_served_prepared_forget(client, ip_protocol_field_text(&fields));
        else
            forget_portal(client, ip_protocol_field_text(&fields));
        ip_protocol_writing_empty(a->out, '3');
        break;
    }
    case 'S':
        answer = sync(a);
        break;
    case 'H':
        break;
    case 'X':
        return IP_CLIENT_LEAVES;
    default:
        return broken(a);
    }
    return fields.short_of && !client->skips ? broken(a) : answer;
}

ip_client_answer ip_served_client_says(ip_served_client *client, const ip_frame *frame, ip_writing *out)
{
    const answering a = {client, out};
    ip_arena_reset(client->message);
    if (!client->service->copies && !client->service->owner) {
        ip_served_temporary_sweep(client->service);
        ip_served_tidy(client->service->served);
    }
    ip_served_temporary_look_along(client);
    return client->started ? typed(&a, frame) : start(&a, frame);
}
