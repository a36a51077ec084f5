/* Reads a client's messages: simple queries, Parse, Bind and Execute of the extended protocol, and function calls. */
#include "recorder/pending.h"

#include "recorder/function_call.h"

#include "protocol/binary.h"

#include <string.h>

ip_pending *ip_recorder_pending_first(ip_client_side *client)
{
    return client->first < client->list.count ? &client->list.items[client->first] : NULL;
}

void ip_recorder_pending_done(ip_client_side *client)
{
    if (client->first < client->list.count && ++client->first == client->list.count)
        client->first = client->list.count = 0;
}

static void push(ip_client_side *client, ip_pending pending)
{
    IP_PUSH(client->arena, &client->list, pending);
}

static ip_prepared_text *prepared_named(ip_client_side *client, const char *name)
{
    for (int i = client->prepared.count; i-- > 0;)
        if (strcmp(client->prepared.items[i]->name, name) == 0)
            return client->prepared.items[i];
    return NULL;
}

static ip_client_portal *portal_named(ip_client_side *client, const char *name)
{
    for (int i = client->portals.count; i-- > 0;)
        if (strcmp(client->portals.items[i]->name, name) == 0)
            return client->portals.items[i];
    return NULL;
}

static void forget(ip_client_side *client, const char *name)
{
    for (int i = 0; i < client->prepared.count; i++)
        if (strcmp(client->prepared.items[i]->name, name) == 0)
            client->prepared.items[i--] = client->prepared.items[--client->prepared.count];
}

static ip_prepared_text *copy_of(ip_arena *arena, const ip_prepared_text *of)
{
    ip_prepared_text *copy = IP_NEW(arena, ip_prepared_text);
    copy->name = ip_arena_strdup(arena, of->name);
    copy->text = ip_arena_strdup(arena, of->text);
    for (int i = 0; i < of->types.count; i++)
        IP_PUSH(arena, &copy->types, of->types.items[i]);
    for (int i = 0; i < of->columns.count; i++) {
        IP_PUSH(arena, &copy->columns, ip_arena_strdup(arena, of->columns.items[i]));
        IP_PUSH(arena, &copy->column_types, of->column_types.items[i]);
    }
    return copy;
}

void ip_recorder_client_rests(ip_client_side *client)
{
    ip_arena *next = client->spare;
    for (int i = 0; i < client->prepared.count; i++)
        if (!*client->prepared.items[i]->name)
            client->prepared.items[i] = copy_of(next, client->prepared.items[i]);
    client->portals.count = 0;
    ip_arena_reset(client->round);
    client->spare = client->round;
    client->round = next;
}

/* Parse: a name, the text, the types that the client declares. */
static void parse(ip_client_side *client, ip_fields *fields)
{
    const char *name = ip_protocol_field_text(fields);
    ip_arena *arena = *name ? client->arena : client->round;
    ip_prepared_text *of = IP_NEW(arena, ip_prepared_text);
    of->name = ip_arena_strdup(arena, name);
    of->text = ip_arena_strdup(arena, ip_protocol_field_text(fields));
    for (int n = ip_protocol_field_int16(fields); n > 0 && !fields->short_of; n--)
        IP_PUSH(arena, &of->types, (uint32_t)ip_protocol_field_int32(fields));
    forget(client, name);
    IP_PUSH(client->arena, &client->prepared, of);
}

ip_said_value ip_recorder_portal_value(ip_arena *arena, const ip_client_portal *portal, int parameter)
{
    const ip_sent_value *sent = &portal->parameters.items[parameter];
    const ip_prepared_text *of = portal->of;
    if (!sent->bytes)
        return (ip_said_value){NULL, true};
    if (!sent->binary)
        return (ip_said_value){ip_arena_strndup(arena, sent->bytes, sent->length), true};
    uint32_t type = of && parameter < of->types.count ? of->types.items[parameter] : 0;
    const char *text = ip_protocol_binary_text(arena, NULL, type, sent->bytes, sent->length);
    return (ip_said_value){text, text != NULL};
}

void ip_recorder_client_started(ip_client_side *client)
{
    push(client, (ip_pending){.kind = IP_PENDING_SYNC});
}

/* libpq sends Sync after Execute, and another one after the rows of COPY. The server answers the second one only: it
 * ignores Sync while it reads rows (PostgreSQL 15, section 55.2.6). */
void ip_recorder_client_copies(ip_client_side *client)
{
    int kept = client->first + 1;
    for (int i = kept; i < client->list.count; i++)
        if (client->list.items[i].kind != IP_PENDING_SYNC)
            client->list.items[kept++] = client->list.items[i];
    if (client->first < client->list.count)
        client->list.count = kept;
    client->copying = true;
}

/* The formats of values, and the values, as they are in Bind and FunctionCall. */
static void read_sent_values(ip_client_side *client, ip_fields *fields, ip_client_portal *portal)
{
    IP_VEC(int) forms = {0};
    for (int n = ip_protocol_field_int16(fields); n > 0 && !fields->short_of; n--)
        IP_PUSH(client->round, &forms, ip_protocol_field_int16(fields));
    int count = ip_protocol_field_int16(fields);
    for (int i = 0; i < count && !fields->short_of; i++) {
        int32_t length = ip_protocol_field_int32(fields);
        const char *bytes = length < 0 ? NULL : ip_protocol_field_bytes(fields, (size_t)length);
        int form = forms.count == 0 ? 0 : forms.items[forms.count == 1 ? 0 : i < forms.count ? i : 0];
        ip_sent_value value = {bytes ? ip_arena_strndup(client->round, bytes, (size_t)length) : NULL,
                               bytes ? (size_t)length : 0, form == 1};
        IP_PUSH(client->round, &portal->parameters, value);
    }
}

/* Bind: a portal, its statement, the formats of the parameters, the parameters, the formats of the result. */
static void bind(ip_client_side *client, ip_fields *fields)
{
    ip_client_portal *portal = IP_NEW(client->round, ip_client_portal), *known;
    portal->name = ip_arena_strdup(client->round, ip_protocol_field_text(fields));
    portal->of = prepared_named(client, ip_protocol_field_text(fields));
    read_sent_values(client, fields, portal);
    for (int n = ip_protocol_field_int16(fields); n > 0 && !fields->short_of; n--)
        IP_PUSH(client->round, &portal->formats, ip_protocol_field_int16(fields));
    if ((known = portal_named(client, portal->name)) != NULL)
        *known = *portal;
    else
        IP_PUSH(client->arena, &client->portals, portal);
}

static void execute(ip_client_side *client, ip_fields *fields)
{
    ip_client_portal *found = portal_named(client, ip_protocol_field_text(fields));
    ip_client_portal *portal = IP_NEW(client->round, ip_client_portal);
    if (found) {
        *portal = *found;
        found->begun = true;
    }
    push(client,
         (ip_pending){.kind = IP_PENDING_EXECUTE, .portal = portal, .goes_on = portal->begun, .of = portal->of});
}

static void call(ip_client_side *client, ip_fields *fields)
{
    ip_client_portal *portal = IP_NEW(client->round, ip_client_portal);
    uint32_t number = (uint32_t)ip_protocol_field_int32(fields);
    read_sent_values(client, fields, portal);
    IP_PUSH(client->round, &portal->formats, ip_protocol_field_int16(fields));
    portal->of = ip_recorder_function_call(client->round, number, portal->parameters.count);
    push(client, (ip_pending){.kind = IP_PENDING_CALL, .portal = portal, .of = portal->of});
}

static void describe(ip_client_side *client, ip_fields *fields)
{
    bool of_statement = ip_protocol_field_byte(fields) == 'S';
    const char *name = ip_protocol_field_text(fields);
    const ip_client_portal *portal = of_statement ? NULL : portal_named(client, name);
    push(client, (ip_pending){.kind = IP_PENDING_DESCRIBE,
                              .of = of_statement ? prepared_named(client, name)
                                    : portal     ? portal->of
                                                 : NULL});
}

void ip_recorder_client_says(ip_client_side *client, const ip_frame *frame)
{
    static const char needed[] = "QPBEDSCFcf";
    if (!frame->type || !strchr(needed, frame->type))
        return;
    if (!frame->body) {
        client->broken = true;
        return;
    }
    ip_fields fields = ip_protocol_fields_of(frame->body, frame->length);
    switch (frame->type) {
    case 'Q':
        push(client, (ip_pending){.kind = IP_PENDING_QUERY,
                                  .text = ip_arena_strdup(client->round, ip_protocol_field_text(&fields))});
        break;
    case 'P':
        parse(client, &fields);
        break;
    case 'B':
        bind(client, &fields);
        break;
    case 'E':
        execute(client, &fields);
        break;
    case 'D':
        describe(client, &fields);
        break;
    case 'C':
        if (ip_protocol_field_byte(&fields) == 'S')
            forget(client, ip_protocol_field_text(&fields));
        break;
    case 'F':
        call(client, &fields);
        break;
    case 'c': /* CopyDone and CopyFail: the end of the rows */
    case 'f':
        client->copying = false;
        break;
    default:
        if (!client->copying)
            push(client, (ip_pending){.kind = IP_PENDING_SYNC});
        break;
    }
    client->broken = client->broken || fields.short_of;
}
