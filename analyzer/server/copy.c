/* Parses COPY statements and writes the rows of COPY TO. The file copy_rows.c reads data of COPY FROM. */
#include "server/copy.h"

#include "server/words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_name(const ip_client_words *w)
{
    return w->now.kind == IP_TOKEN_WORD || w->now.kind == IP_TOKEN_QUOTED;
}

/* Takes a name with its quotes, if it has any. */
static const char *take_text(ip_client_words *w)
{
    const char *text = ip_arena_strndup(w->arena, w->source->text + w->now.begin, w->now.end - w->now.begin);
    ip_served_client_words_next(w);
    return text;
}

/* Takes the text up to the parenthesis that matches the one taken before, and that parenthesis. */
static const char *take_within(ip_client_words *w)
{
    size_t begin = w->now.begin, end = begin;
    for (int depth = 1; depth && w->now.kind != IP_TOKEN_END;) {
        depth += ip_parse_token_is(w->source, w->now, "(");
        depth -= ip_parse_token_is(w->source, w->now, ")");
        end = w->now.begin;
        ip_served_client_words_next(w);
    }
    return ip_arena_strndup(w->arena, w->source->text + begin, end - begin);
}

/* Takes a string literal, E'…' included, and returns its value. Returns NULL if there is none. */
static const char *take_string(ip_client_words *w)
{
    ip_served_client_words_take(w, "as");
    if (w->now.kind != IP_TOKEN_STRING)
        return NULL;
    const char *from = take_text(w);
    bool escapes = *from == 'E' || *from == 'e';
    from += escapes;
    if (*from++ != '\'')
        return NULL;
    char *created = ip_arena_alloc(w->arena, strlen(from) + 1), *to = created;
    for (; *from && !(*from == '\'' && from[1] != '\''); from++) {
        if (*from == '\'')
            from++;
        if (escapes && *from == '\\' && from[1]) {
            from++;
            *to++ = *from == 't' ? '\t' : *from == 'n' ? '\n' : *from == 'r' ? '\r' : *from;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return created;
}

static bool take_character(ip_client_words *w, char *character)
{
    const char *text = take_string(w);
    if (!text || strlen(text) != 1)
        return false;
    *character = *text;
    return true;
}

static bool take_format(ip_client_words *w, ip_copy *copy)
{
    if (w->now.kind == IP_TOKEN_STRING) { /* FORMAT 'csv' */
        const char *name = take_string(w);
        copy->form = name && strcmp(name, "csv") == 0      ? IP_COPY_CSV
                     : name && strcmp(name, "binary") == 0 ? IP_COPY_BINARY
                                                           : IP_COPY_TEXT;
        return name && (copy->form != IP_COPY_TEXT || strcmp(name, "text") == 0);
    }
    if (ip_served_client_words_take(w, "csv"))
        copy->form = IP_COPY_CSV;
    else if (ip_served_client_words_take(w, "binary"))
        copy->form = IP_COPY_BINARY;
    else
        return ip_served_client_words_take(w, "text");
    return true;
}

/* Takes the value of a Boolean option, which is true without one (define.c, defGetBoolean). Returns false if it is
 * none. */
static bool take_boolean(ip_client_words *w, bool *value)
{
    static const char *const names[] = {"true", "on", "1", "false", "off", "0"};
    *value = true;
    if (w->now.kind == IP_TOKEN_STRING) {
        const char *text = take_string(w);
        for (int i = 0; text && i < 6; i++)
            if (strcasecmp(text, names[i]) == 0) {
                *value = i < 3;
                return true;
            }
        return false;
    }
    for (int i = 0; i < 6; i++)
        if (ip_served_client_words_take(w, names[i])) {
            *value = i < 3;
            return true;
        }
    return true;
}

/* Returns false if the option is not supported. FREEZE has no effect here: it is about how a server stores rows. */
static bool take_option(ip_client_words *w, ip_copy *copy)
{
    if (ip_served_client_words_take(w, "format"))
        return take_format(w, copy);
    if (ip_parse_token_is(w->source, w->now, "csv") || ip_parse_token_is(w->source, w->now, "binary"))
        return take_format(w, copy);
    if (ip_served_client_words_take(w, "header"))
        return take_boolean(w, &copy->header) && !ip_parse_token_is(w->source, w->now, "match");
    bool freezes;
    if (ip_served_client_words_take(w, "freeze"))
        return take_boolean(w, &freezes);
    if (ip_served_client_words_take(w, "delimiter"))
        return take_character(w, &copy->delimiter);
    if (ip_served_client_words_take(w, "quote"))
        return take_character(w, &copy->quote);
    if (ip_served_client_words_take(w, "escape"))
        return take_character(w, &copy->escape);
    if (ip_served_client_words_take(w, "null"))
        return (copy->null = take_string(w)) != NULL;
    return ip_served_client_words_take(w, "encoding") && take_string(w);
}

static bool take_options(ip_client_words *w, ip_copy *copy)
{
    ip_served_client_words_take(w, "with");
    bool list = ip_served_client_words_take(w, "(");
    while (w->now.kind != IP_TOKEN_END && !ip_parse_token_is(w->source, w->now, ")")) {
        if (!take_option(w, copy))
            return false;
        if (list)
            ip_served_client_words_take(w, ",");
    }
    if (list && !ip_served_client_words_take(w, ")"))
        return false;
    bool csv = copy->form == IP_COPY_CSV;
    copy->delimiter = copy->delimiter ? copy->delimiter : csv ? ',' : '\t';
    copy->quote = copy->quote ? copy->quote : '"';
    copy->escape = copy->escape ? copy->escape : copy->quote;
    copy->null = copy->null ? copy->null : csv ? "" : "\\N";
    return w->now.kind == IP_TOKEN_END && !(copy->header && copy->form == IP_COPY_BINARY);
}

static const char *target(ip_client_words *w)
{
    const char *name = is_name(w) ? take_text(w) : NULL;
    while (name && ip_served_client_words_take(w, "."))
        name = is_name(w) ? ip_arena_printf(w->arena, "%s.%s", name, take_text(w)) : NULL;
    return name;
}

/* Reads the table or query and the direction. */
static bool take_statement(ip_client_words *w, ip_copy *copy)
{
    const char *query = ip_served_client_words_take(w, "(") ? take_within(w) : NULL, *table = query ? NULL : target(w);
    const char *columns = table && ip_served_client_words_take(w, "(") ? take_within(w) : "*";
    if (!query && !table)
        return false;
    copy->from = ip_served_client_words_take(w, "from");
    if (!copy->from && !ip_served_client_words_take(w, "to"))
        return false;
    if (!ip_served_client_words_take(w, copy->from ? "stdin" : "stdout") || (copy->from && query))
        return false;
    copy->columns = query ? query : ip_arena_printf(w->arena, "SELECT %s FROM %s", columns, table);
    copy->text = copy->from ? table : copy->columns;
    return true;
}

/* Writes the INSERT of one row with a parameter for each column. */
static void make_insert(ip_copy *copy, const ip_served_result *columns)
{
    const char *table = copy->text, *names = "", *values = "";
    for (int i = 0; i < columns->width; i++) {
        names = ip_arena_printf(copy->arena, "%s%s\"%s\"", names, i ? ", " : "", columns->names[i]);
        values = ip_arena_printf(copy->arena, "%s%s$%d", values, i ? ", " : "", i + 1);
    }
    copy->text =
        ip_arena_printf(copy->arena, "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)", table, names, values);
}

/* Tells whether the table has a statement trigger. Rows are inserted by a statement each, so that the trigger would
 * fire for each row. */
static bool fires_once(const ip_code *insert)
{
    const ip_code_write *write = insert->body.items[0]->write;
    for (int i = 0; write && i < write->triggers.count; i++)
        if (!write->triggers.items[i].row)
            return true;
    return false;
}

static ip_served_error compile(ip_served_client *client, ip_copy *copy)
{
    ip_served *served = client->service->served;
    ip_served_error error = {0};
    const ip_code *columns = ip_served_compile(served, copy->columns, &error);
    if (!columns)
        return error;
    ip_served_result result = ip_served_describe(served, columns, ip_served_arguments(copy->arena, columns, NULL, 0));
    if (result.error.sqlstate)
        return result.error;
    copy->width = result.width;
    copy->names = result.names;
    copy->types = result.types;
    if (copy->from)
        make_insert(copy, &result);
    copy->edition = ip_served_edition(served);
    copy->code = copy->from ? ip_served_compile(served, copy->text, &error) : columns;
    if (copy->from && copy->code && fires_once(copy->code))
        error = (ip_served_error){"0A000",
                                  "isoproof does not run this: COPY into a table with triggers FOR EACH STATEMENT"};
    return error;
}

ip_copy *ip_served_copy_read(ip_served_client *client, const char *statement, ip_served_error *error)
{
    ip_client_words w =
        ip_served_client_words_of(client->message, ip_served_client_words_statement(client->message, statement));
    if (!ip_served_client_words_take(&w, "copy"))
        return NULL;
    ip_arena *arena = ip_arena_new();
    ip_copy *copy = IP_NEW(arena, ip_copy);
    copy->arena = w.arena = arena;
    copy->served = client->service->served;
    if (!take_statement(&w, copy) || !take_options(&w, copy))
        *error = (ip_served_error){"0A000", "isoproof does not run this: COPY with this source, target or option"};
    else
        *error = compile(client, copy);
    return copy;
}

void ip_served_copy_free(ip_copy *copy)
{
    if (!copy)
        return;
    free(copy->data);
    ip_arena_free(copy->arena);
}

bool ip_served_copy_add(ip_copy *copy, const char *bytes, size_t length)
{
    if (length > copy->room - copy->length) {
        size_t room = 2 * (copy->length + length) + 1024;
        char *larger = realloc(copy->data, room);
        if (!larger)
            return false;
        copy->data = larger;
        copy->room = room;
    }
    if (length)
        memcpy(copy->data + copy->length, bytes, length);
    copy->length += length;
    return true;
}

/* ---------------------------------------------------------------- out -- */

void ip_served_copy_begins(const ip_copy *copy, ip_writing *out)
{
    bool binary = copy->form == IP_COPY_BINARY;
    ip_protocol_writing_begin(out, copy->from ? 'G' : 'H');
    ip_protocol_writing_byte(out, binary);
    ip_protocol_writing_int16(out, copy->width);
    for (int i = 0; i < copy->width; i++)
        ip_protocol_writing_int16(out, binary);
    ip_protocol_writing_end(out);
}

static void write_escaped(const ip_copy *copy, ip_writing *out, const char *text)
{
    static const char special[] = "\b\f\n\r\t\v\\", letters[] = "bfnrtv\\";
    for (; *text; text++) {
        const char *found = strchr(special, *text);
        if (found || *text == copy->delimiter)
            ip_protocol_writing_byte(out, '\\');
        ip_protocol_writing_byte(out, found ? letters[found - special] : *text);
    }
}

static bool needs_quotes(const ip_copy *copy, const char *text)
{
    if (strcmp(text, copy->null) == 0 || (copy->width == 1 && strcmp(text, "\\.") == 0))
        return true;
    for (; *text; text++)
        if (*text == copy->delimiter || *text == copy->quote || *text == '\n' || *text == '\r')
            return true;
    return false;
}

static void write_quoted(const ip_copy *copy, ip_writing *out, const char *text)
{
    bool quotes = needs_quotes(copy, text);
    if (quotes)
        ip_protocol_writing_byte(out, copy->quote);
    for (; *text; text++) {
        if (quotes && (*text == copy->quote || *text == copy->escape))
            ip_protocol_writing_byte(out, copy->escape);
        ip_protocol_writing_byte(out, *text);
    }
    if (quotes)
        ip_protocol_writing_byte(out, copy->quote);
}

static void write_field(const ip_copy *copy, ip_writing *out, const char *text)
{
    if (!text)
        ip_protocol_writing_bytes(out, copy->null, strlen(copy->null));
    else if (copy->form == IP_COPY_CSV)
        write_quoted(copy, out, text);
    else
        write_escaped(copy, out, text);
}

static void write_header(const ip_copy *copy, ip_writing *out)
{
    ip_protocol_writing_begin(out, 'd');
    for (int i = 0; i < copy->width; i++) {
        if (i)
            ip_protocol_writing_byte(out, copy->delimiter);
        write_field(copy, out, copy->names[i]);
    }
    ip_protocol_writing_byte(out, '\n');
    ip_protocol_writing_end(out);
}

static void write_row(const ip_copy *copy, ip_writing *out, ip_arena *arena, const ip_datum *row)
{
    ip_protocol_writing_begin(out, 'd');
    if (copy->form == IP_COPY_BINARY)
        ip_protocol_writing_int16(out, copy->width);
    for (int i = 0; i < copy->width; i++) {
        if (copy->form == IP_COPY_BINARY) {
            ip_served_wire_write(out, arena, copy->types[i], row[i], true);
            continue;
        }
        if (i)
            ip_protocol_writing_byte(out, copy->delimiter);
        write_field(copy, out, row[i].kind == IP_DATUM_NULL ? NULL : ip_value_datum_text(arena, row[i]));
    }
    if (copy->form != IP_COPY_BINARY)
        ip_protocol_writing_byte(out, '\n');
    ip_protocol_writing_end(out);
}

ip_served_error ip_served_copy_lacks(const ip_copy *copy, const ip_served_result *result)
{
    for (long at = 0; copy->form == IP_COPY_BINARY && at < result->row_count * result->width; at++) {
        int column = (int)(at % result->width);
        const char *type = ip_served_wire_lacks_binary(copy->arena, copy->types[column], result->values[at]);
        if (type)
            return (ip_served_error){
                "0A000",
                ip_arena_printf(copy->arena, "isoproof does not run this: the binary form of type %s (column \"%s\")",
                                type, copy->names[column])};
    }
    return (ip_served_error){0};
}

void ip_served_copy_write(const ip_copy *copy, ip_writing *out, const ip_served_result *result)
{
    static const char signature[] =
        "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0"; /* ends with the flags and an extension of length 0 */
    bool binary = copy->form == IP_COPY_BINARY;
    if (copy->header)
        write_header(copy, out);
    if (binary) {
        ip_protocol_writing_begin(out, 'd');
        ip_protocol_writing_bytes(out, signature, sizeof signature);
        ip_protocol_writing_end(out);
    }
    for (long r = 0; r < result->row_count; r++)
        write_row(copy, out, copy->arena, result->values + r * result->width);
    if (binary) {
        ip_protocol_writing_begin(out, 'd');
        ip_protocol_writing_int16(out, -1);
        ip_protocol_writing_end(out);
    }
    ip_protocol_writing_empty(out, 'c');
}
