/* Handles the messages of a client's COPY. Rows are inserted once all data has arrived, one by one, in one transaction.
 */
#include "server/copy.h"

#include "protocol/fields.h"

#include <strings.h>

static const ip_client_statement sql = {.kind = IP_CLIENT_SQL, .read_only = -1, .deferrable = -1};

bool ip_served_copying_begins(const ip_served_client *client, const ip_client_statements *list)
{
    const ip_client_statement *s = list->items;
    return list->count == 1 && s->kind == IP_CLIENT_SQL &&
           strncasecmp(ip_range_text(client->message, s->range), "copy", 4) == 0;
}

void ip_served_copying_end(ip_served_client *client)
{
    client->service->copies -= client->copying != NULL;
    ip_served_copy_free(client->copying);
    client->copying = NULL;
}

static void begin(ip_served_client *client, ip_copy *copy)
{
    client->copying = copy;
    client->service->copies += copy != NULL;
}

static ip_client_answer refuse(ip_served_client *client, ip_writing *out, ip_served_error error)
{
    error.message = ip_arena_strdup(client->message, error.message); /* it may be in the arena of the COPY */
    ip_served_copying_end(client);
    ip_served_refuse(client, out, error);
    ip_served_ready(client, out);
    return IP_CLIENT_ANSWERED;
}

static ip_datum *with_iso_intervals(ip_served_client *client, const ip_served_result *result)
{
    long count = (long)result->row_count * result->width;
    ip_datum *values = IP_NEW_ARRAY(client->message, ip_datum, (size_t)count + 1);
    for (long i = 0; i < count; i++)
        values[i] = ip_served_wire_iso_intervals(client->message, result->values[i]);
    return values;
}

static ip_client_answer complete(ip_served_client *client, ip_writing *out, long count)
{
    ip_served_copying_end(client);
    ip_protocol_writing_complete(out, ip_arena_printf(client->message, "COPY %ld", count));
    ip_served_ready(client, out);
    return IP_CLIENT_ANSWERED;
}

/* Reports the error of a statement that has already failed its transaction. */
static ip_client_answer report_failure(ip_served_client *client, ip_writing *out, const ip_served_answer *answer)
{
    ip_served_copying_end(client);
    ip_served_tell_error(client, out, answer);
    ip_served_ready(client, out);
    return IP_CLIENT_ANSWERED;
}

/* Runs the statement once for each row of arguments. *answer is that of the last run, or of the first that fails.
 * Returns false if the client has to wait. */
static bool run_engine(ip_served_client *client, const ip_copy *copy, int count, ip_served_answer *answer)
{
    ip_served_answers answers = {0};
    ip_interleaved given = {.statements = {0}};
    const char **texts = IP_NEW_ARRAY(client->message, const char *, count);
    const ip_code **codes = IP_NEW_ARRAY(client->message, const ip_code *, count);
    for (int i = 0; i < count; i++) {
        texts[i] = copy->text;
        codes[i] = copy->code;
        IP_PUSH(client->message, &given.statements, sql);
    }
    given.texts = texts;
    given.codes = codes;
    given.arguments = copy->from ? copy->rows.items : NULL;
    if (!ip_served_interleaved_run(client, &given, &answers))
        return false;
    *answer = answers.items[answers.count - 1];
    return true;
}

static bool run(ip_served_client *client, const ip_copy *copy, ip_served_answer *answer)
{
    int count = copy->from ? copy->rows.count : 1;
    *answer = (ip_served_answer){0};
    if (client->engine)
        return count == 0 || run_engine(client, copy, count, answer);
    if (client->service->owner && client->service->owner != client)
        return false;
    if (copy->edition != ip_served_edition(client->service->served))
        answer->error =
            (ip_served_error){"0A000", "isoproof does not run this: COPY while another connection changes the schema"};
    for (int i = 0; i < count && !answer->error.sqlstate; i++)
        *answer = ip_served_statement(client, &sql, copy->text, copy->code, copy->from ? copy->rows.items[i] : NULL,
                                      i == count - 1);
    return true;
}

static ip_client_answer copy_out(ip_served_client *client, ip_copy *copy, ip_writing *out)
{
    ip_served_answer answer;
    if (!run(client, copy, &answer)) {
        ip_served_copy_free(copy);
        return IP_CLIENT_WAITS;
    }
    begin(client, copy);
    if (answer.error.sqlstate)
        return report_failure(client, out, &answer);
    if (ip_served_has_iso_intervals(client) && copy->form != IP_COPY_BINARY)
        answer.result.values = with_iso_intervals(client, &answer.result);
    ip_served_error lacking = ip_served_copy_lacks(copy, &answer.result);
    if (lacking.sqlstate)
        return refuse(client, out, lacking);
    ip_served_copy_begins(copy, out);
    ip_served_copy_write(copy, out, &answer.result);
    return complete(client, out, answer.result.row_count);
}

ip_client_answer ip_served_copying_query(ip_served_client *client, const char *text, ip_writing *out)
{
    ip_served_error error = {0};
    if (ip_served_has_failed(client))
        error = (ip_served_error){"25P02",
                                  "current transaction is aborted, commands ignored until end of transaction block"};
    ip_copy *copy = error.sqlstate ? NULL : ip_served_copy_read(client, text, &error);
    if (copy && !error.sqlstate && copy->from && ip_served_setting_is_read_only(client))
        error = (ip_served_error){"25006", "cannot execute COPY FROM in a read-only transaction"};
    if (!copy && !error.sqlstate)
        error = (ip_served_error){"0A000", "isoproof does not run this statement"};
    if (copy && !error.sqlstate && !copy->from)
        return copy_out(client, copy, out);
    begin(client, copy);
    if (error.sqlstate)
        return refuse(client, out, error);
    ip_served_copy_begins(copy, out);
    return IP_CLIENT_ANSWERED;
}

static ip_client_answer finish(ip_served_client *client, ip_writing *out)
{
    ip_copy *copy = client->copying;
    ip_served_error error = ip_served_copy_rows(copy);
    ip_served_answer answer;
    if (error.sqlstate)
        return refuse(client, out, error);
    if (!run(client, copy, &answer))
        return IP_CLIENT_WAITS;
    return answer.error.sqlstate ? report_failure(client, out, &answer) : complete(client, out, copy->rows.count);
}

ip_client_answer ip_served_copying_says(ip_served_client *client, const ip_frame *frame, ip_writing *out)
{
    ip_fields fields = ip_protocol_fields_of(frame->body, frame->length);
    switch (frame->type) {
    case 'd':
        if (ip_served_copy_add(client->copying, frame->body, frame->length))
            return IP_CLIENT_ANSWERED;
        return refuse(client, out, (ip_served_error){"53200", "out of memory"});
    case 'c':
        return finish(client, out);
    case 'f': {
        const char *why = ip_protocol_field_text(&fields);
        return refuse(client, out,
                      (ip_served_error){"57014", ip_arena_printf(client->message, "COPY from stdin failed: %s", why)});
    }
    case 'S':
    case 'H':
        return IP_CLIENT_ANSWERED;
    default:
        ip_protocol_writing_error(out, "FATAL", "08P01", "isoproof: this message does not belong into a COPY");
        return IP_CLIENT_LEAVES;
    }
}
