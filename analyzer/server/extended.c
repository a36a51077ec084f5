/* The extended protocol (PostgreSQL 15, section 55.2.3): Parse, Bind, Describe, Execute, Close and Sync. */
#include "server/client_state.h"
#include "server/user_types.h"

#include "protocol/binary.h"
#include "protocol/fields.h"
#include "protocol/requests.h"

#include <string.h>

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

/* Sends the error. Messages up to the next Sync are skipped. */
static void fail(const ip_answering *a, ip_served_error error)
{
    ip_served_refuse(a->client, a->out, error);
    a->client->skips = true;
}

static void parse(const ip_answering *a, ip_fields *fields)
{
    ip_served_client *client = a->client;
    const char *name = ip_protocol_field_text(fields);
    ip_served_prepared *p = ip_served_prepared_new(name, ip_protocol_field_text(fields));
    for (int n = ip_protocol_field_int16(fields); n > 0; n--)
        IP_PUSH(p->arena, &p->types, (uint32_t)ip_protocol_field_int32(fields));
    client->query = ip_arena_strdup(client->message, p->text);
    client->query_at = 0;
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

static void bind(const ip_answering *a, ip_fields *fields)
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
    for (int n = ip_protocol_field_int16(fields); n > 0; n--)
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
    ip_type_reader reader = {client->service->served, client->message};
    const ip_binary_types types = {ip_served_type_kind, &reader};
    for (int i = 0; i < count; i++) {
        int32_t length = ip_protocol_field_int32(fields);
        const char *bytes = length < 0 ? NULL : ip_protocol_field_bytes(fields, (size_t)length);
        uint32_t type = i < portal->of->types.count ? portal->of->types.items[i] : 0;
        int form = forms.count == 0 ? 0 : forms.items[forms.count == 1 ? 0 : i < forms.count ? i : 0];
        const char *text = bytes ? ip_arena_strndup(client->bound, bytes, (size_t)length) : NULL;
        if (bytes && form == 1 &&
            !(text = ip_protocol_binary_text(client->bound, &types, type, bytes, (size_t)length))) {
            const char *message = ip_arena_printf(client->message,
                                                  "isoproof does not run this: the binary form of a value of type %u "
                                                  "(parameter $%d)",
                                                  type, i + 1);
            fail(a, (ip_served_error){"0A000", message});
            return;
        }
        ip_request_problem problem = {0}; /* of values sent as texts it would have been found before */
        if (bytes && form == 1)
            problem = ip_protocol_text_problem(client->message, text, strlen(text));
        if (problem.sqlstate) {
            fail(a, (ip_served_error){problem.sqlstate, problem.message});
            return;
        }
        values[i] = text ? ip_served_wire_read(type, text) : (ip_datum){.kind = IP_DATUM_NULL};
    }
    for (int n = ip_protocol_field_int16(fields); n > 0; n--)
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

static void describe(const ip_answering *a, ip_fields *fields)
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
    client->query = p->text;
    client->query_at = 0;
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
    if (ip_served_has_rows(&answer))
        ip_served_tell_columns(a, &answer, portal);
    else
        ip_protocol_writing_empty(a->out, 'n');
}

static ip_client_answer execute_engine(const ip_answering *a, const ip_served_portal *portal)
{
    ip_served_client *client = a->client;
    ip_served_answers answers = {0};
    ip_interleaved given = {
        .texts = &portal->of->text, .codes = &portal->of->code, .arguments = &portal->arguments, .extended = true};
    IP_PUSH(client->message, &given.statements, portal->of->statement);
    if (!ip_served_interleaved_run(client, &given, &answers))
        return IP_CLIENT_WAITS;
    ip_served_tell_notices(a);
    client->skips = !ip_served_tell(a, &answers.items[0], portal, true);
    return IP_CLIENT_ANSWERED;
}

static ip_client_answer execute(const ip_answering *a, ip_fields *fields)
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
    client->query = portal->of->text;
    client->query_at = 0;
    client->asked = portal->value_count && ip_datum_is_text(portal->values[0]) ? portal->values[0].as.text : NULL;
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
    client->several = false;
    ip_served_answer answer = ip_served_statement(client, &portal->of->statement, portal->of->text, portal->of->code,
                                                  portal->arguments, false);
    client->skips = !ip_served_tell(a, &answer, portal, true);
    return IP_CLIENT_ANSWERED;
}

static void forget_portals(ip_served_client *client)
{
    client->portals.count = 0;
    ip_arena_reset(client->bound);
    ip_served_prepared_free_deallocated(client);
}

static ip_client_answer sync_engine(const ip_answering *a)
{
    ip_served_client *client = a->client;
    ip_served_answers answers = {0};
    if (!ip_served_interleaved_sync(client, &answers))
        return IP_CLIENT_WAITS;
    client->skips = false;
    for (int i = 0; i < answers.count; i++)
        if (answers.items[i].error.sqlstate)
            ip_protocol_writing_error(a->out, "ERROR", answers.items[i].error.sqlstate, answers.items[i].error.message);
    forget_portals(client);
    ip_served_ready(a->client, a->out);
    return IP_CLIENT_ANSWERED;
}

static ip_client_answer sync(const ip_answering *a)
{
    ip_served_client *client = a->client;
    if (client->engine)
        return sync_engine(a);
    client->skips = false;
    ip_served_error error = ip_served_end_implicit(client);
    if (error.sqlstate)
        ip_protocol_writing_error(a->out, "ERROR", error.sqlstate, error.message);
    forget_portals(client);
    ip_served_ready(a->client, a->out);
    return IP_CLIENT_ANSWERED;
}

static void close_named(const ip_answering *a, ip_fields *fields)
{
    bool statement = ip_protocol_field_byte(fields) == 'S';
    const char *name = ip_protocol_field_text(fields);
    if (statement)
        ip_served_prepared_forget(a->client, name);
    else
        forget_portal(a->client, name);
    ip_protocol_writing_empty(a->out, '3');
}

ip_client_answer ip_served_extended_says(const ip_answering *a, const ip_frame *frame)
{
    ip_fields fields = ip_protocol_fields_of(frame->body, frame->length);
    switch (frame->type) {
    case 'P':
        parse(a, &fields);
        return IP_CLIENT_ANSWERED;
    case 'B':
        bind(a, &fields);
        return IP_CLIENT_ANSWERED;
    case 'D':
        describe(a, &fields);
        return IP_CLIENT_ANSWERED;
    case 'C':
        close_named(a, &fields);
        return IP_CLIENT_ANSWERED;
    case 'E':
        return execute(a, &fields);
    default:
        return sync(a);
    }
}
