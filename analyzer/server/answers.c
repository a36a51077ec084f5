/* Sends answers: rows and their columns, notices, errors, and whether the client is within a transaction. */
#include "server/client_state.h"

#include <string.h>

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

bool ip_served_has_iso_intervals(const ip_served_client *client)
{
    const char *style = ip_served_setting_of(client, "intervalstyle");
    return style && strcmp(style, "iso_8601") == 0;
}

static bool wants_binary(const ip_served_portal *portal, int column)
{
    int given = portal ? portal->formats.count : 0;
    return given == 1 ? portal->formats.items[0] == 1 : column < given && portal->formats.items[column] == 1;
}

static uint32_t catalog_type(const ip_catalog_answer *catalog, int column)
{
    return catalog->types ? catalog->types[column] : IP_OID_TEXT;
}

void ip_served_tell_columns(const ip_answering *a, const ip_served_answer *answer, const ip_served_portal *portal)
{
    if (answer->catalog) {
        ip_protocol_writing_columns(a->out, answer->catalog->width);
        for (int i = 0; i < answer->catalog->width; i++)
            ip_protocol_writing_column(a->out, answer->catalog->names[i], 0, 0, catalog_type(answer->catalog, i),
                                       catalog_type(answer->catalog, i) == IP_OID_BOOLEAN ? 1 : -1, -1,
                                       wants_binary(portal, i));
    } else {
        ip_protocol_writing_columns(a->out, answer->result.width);
        for (int i = 0; i < answer->result.width; i++) {
            ip_wire_type type = ip_served_wire_type_of(answer->result.types[i]);
            ip_served_origin of = ip_served_origin_of(a->client->message, answer->result.code, i);
            ip_protocol_writing_column(a->out, answer->result.names[i], of.table, of.number, type.oid, type.size,
                                       ip_served_wire_modifier(answer->result.types[i]), wants_binary(portal, i));
        }
    }
    ip_protocol_writing_end(a->out);
}

static void report_rows(const ip_answering *a, const ip_served_answer *answer, const ip_served_portal *portal)
{
    const ip_catalog_answer *catalog = answer->catalog;
    const ip_served_result *result = &answer->result;
    long count = catalog ? catalog->count : result->has_rows ? result->row_count : 0;
    int width = catalog ? catalog->width : result->width;
    bool iso = ip_served_has_iso_intervals(a->client);
    for (long r = 0; r < count; r++) {
        ip_protocol_writing_begin(a->out, 'D');
        ip_protocol_writing_int16(a->out, width);
        for (int i = 0; i < width; i++) {
            long at = r * width + i;
            if (catalog) {
                ip_served_wire_write_named(a->out, a->client->message, catalog_type(catalog, i), catalog->values[at],
                                           wants_binary(portal, i));
            } else {
                bool binary = wants_binary(portal, i);
                ip_datum value = result->values[at];
                if (iso && !binary)
                    value = ip_served_wire_iso_intervals(a->client->message, value);
                ip_served_wire_write(a->out, a->client->message, result->types[i], value, binary);
            }
        }
        ip_protocol_writing_end(a->out);
    }
}

bool ip_served_has_rows(const ip_served_answer *answer)
{
    return answer->catalog || answer->result.has_rows;
}

static void report_raised(const ip_answering *a)
{
    ip_served_client *client = a->client;
    for (int i = 0; i < client->raised.count; i++) {
        ip_served_notice notice = client->raised.items[i];
        ip_protocol_writing_notice(a->out, notice.level, notice.sqlstate, notice.text, notice.detail);
    }
    memset(&client->raised, 0, sizeof client->raised);
}

/* Where the error is in what the client has sent, in characters from 1; 0: it is not known, or the statement as a
 * whole. A part of that may have been compiled alone. */
static int position_of(const ip_served_client *client, const ip_served_error *error)
{
    ip_range range = ip_served_place_of_error(client->service->served, error);
    if (range.begin == 0 && strcmp(error->sqlstate, "42601") != 0)
        return 0;
    const char *query = client->query, *text = range.source ? range.source->text : NULL;
    if (!query || !text || client->query_at > strlen(query))
        return 0;
    const char *at = strstr(query + client->query_at, text);
    size_t offset = at ? (size_t)(at - query) + range.begin : 0;
    return at && range.begin <= range.source->length ? (int)ip_value_datum_utf8_length(query, offset) + 1 : 0;
}

void ip_served_tell_error(ip_served_client *client, ip_writing *out, const ip_served_answer *answer)
{
    const ip_served_error *error = &answer->error;
    ip_error_about about = client->engine ? answer->about : ip_served_about_error(client->service->served, error);
    bool replanned = strcmp(error->message, IP_PLAN_CHANGED) == 0;
    ip_protocol_writing_error_of(out, error->sqlstate, error->message,
                                 &(ip_error_fields){.position = position_of(client, error),
                                                    .detail = about.detail,
                                                    .hint = about.hint,
                                                    .schema = about.schema,
                                                    .table = about.table,
                                                    .column = about.column,
                                                    .datatype = about.datatype,
                                                    .constraint = about.constraint,
                                                    .routine = replanned ? "RevalidateCachedQuery" : NULL});
}

/* A value in a column for which the client wants the binary form, and that has none here. */
static ip_served_error lacking_binary(const ip_answering *a, const ip_served_answer *answer,
                                      const ip_served_portal *portal)
{
    const ip_served_result *result = &answer->result;
    ip_arena *arena = a->client->message;
    for (int i = 0; !answer->catalog && i < result->width; i++)
        for (long r = 0; wants_binary(portal, i) && r < result->row_count; r++) {
            const char *type =
                ip_served_wire_lacks_binary(arena, result->types[i], result->values[r * result->width + i]);
            if (type)
                return (ip_served_error){"0A000",
                                         ip_arena_printf(arena,
                                                         "isoproof does not run this: the binary form of type %s "
                                                         "(column %d of the result, \"%s\")",
                                                         type, i + 1, result->names[i])};
        }
    return (ip_served_error){0};
}

bool ip_served_tell(const ip_answering *a, const ip_served_answer *answer, const ip_served_portal *portal, bool rows)
{
    if (answer->warning)
        ip_protocol_writing_notice(a->out, "WARNING", "25P01", answer->warning, NULL);
    report_raised(a);
    if (answer->error.sqlstate) {
        ip_served_tell_error(a->client, a->out, answer);
        return false;
    }
    ip_served_error lacking = lacking_binary(a, answer, portal);
    if (lacking.sqlstate) {
        ip_served_refuse(a->client, a->out, lacking);
        return false;
    }
    if (ip_served_has_rows(answer)) {
        if (!rows)
            ip_served_tell_columns(a, answer, portal);
        report_rows(a, answer, portal);
    }
    ip_protocol_writing_complete(a->out, answer->tag);
    return true;
}

void ip_served_tell_notices(const ip_answering *a)
{
    ip_served_client *client = a->client;
    for (; client->notices < ip_engine_db_notice_count(client->engine); client->notices++) {
        const ip_db_notice *notice = ip_engine_db_session_notice(client->engine, client->notices);
        bool warns = strcmp(notice->level, "WARNING") == 0;
        ip_protocol_writing_notice(a->out, notice->level, warns ? "01000" : "00000", notice->text, NULL);
    }
}

void ip_served_refuse(ip_served_client *client, ip_writing *out, ip_served_error error)
{
    ip_served_tell_error(client, out, &(ip_served_answer){.error = error});
    if (client->engine)
        ip_served_interleaved_fail(client);
    else
        ip_served_fail(client);
}
