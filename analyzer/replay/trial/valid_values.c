/* Whether a server would accept a generated value as one of its type. */
#include "replay/trial/valid_values.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int length_without_blanks(ip_datum text)
{
    int length = text.count;
    while (length > 0 && text.as.text[length - 1] == ' ')
        length--;
    return length;
}

/* In the type's spelling, except for the blanks of char(n). */
static bool same_text(ip_datum a, ip_datum b)
{
    int length = length_without_blanks(a);
    return length == length_without_blanks(b) && memcmp(a.as.text, b.as.text, (size_t)length) == 0;
}

/* Values that need no parsing: most values, and this is called often. */
static bool surely_fits(ip_type type, ip_datum value)
{
    static const char varying[] = "character varying";
    const char *name = type.array || !type.name ? "" : type.name;
    if (value.kind == IP_DATUM_INTEGER)
        return value.as.integer >= INT16_MIN && value.as.integer <= INT16_MAX && type.kind == IP_INTEGER;
    if (value.kind == IP_DATUM_TEXT)
        return strcmp(name, "text") == 0 ||
               (strncmp(name, varying, strlen(varying)) == 0 &&
                (!name[strlen(varying)] || value.count < atoi(name + strlen(varying) + 1)));
    return value.kind != IP_DATUM_ARRAY; /* it has been read as one, or computed */
}

static bool value_fits(ip_arena *arena, const ip_code_type *type, ip_datum value)
{
    if (type->row || surely_fits(type->type, value))
        return true;
    const char *error = NULL;
    ip_datum read = ip_value_datum_as_stored(arena, type, value, &error);
    if (error) /* other types are unknown here, and are not run */
        return strstr(error, "is not run in memory") != NULL;
    if (read.kind != value.kind)
        return false;
    return value.kind == IP_DATUM_TEXT ? same_text(read, value) : ip_value_datum_equal(read, value);
}

bool ip_trial_values_are_valid(ip_arena *arena, const ip_trial *trial)
{
    for (int i = 0; i < trial->count; i++) {
        const ip_code *code = trial->instances[i].code;
        for (int p = 0, in = 0; p < code->parameter_count; p++)
            if (code->in.items[p]) {
                ip_datum value = trial->instances[i].arguments[in++];
                if ((code->variables.items[p].not_null && value.kind == IP_DATUM_NULL) ||
                    !value_fits(arena, &code->variables.items[p].type, value))
                    return false;
            }
    }
    for (int r = 0; r < trial->rows.count; r++) {
        const ip_client_row *row = &trial->rows.items[r];
        for (int c = 0; c < row->table->columns.count; c++) {
            if (surely_fits(row->table->columns.items[c].type, row->values[c]))
                continue;
            ip_code_type type = ip_value_code_type_of_column(&row->table->columns.items[c]);
            if (!value_fits(arena, &type, row->values[c]))
                return false;
        }
    }
    return true;
}

/* ---- short values ---- */

static const char uuid_begins[] = "00000000-0000-0000-0000-0000000000";

static bool is_uuid(ip_datum value)
{
    enum { DIGITS = 36 };
    bool dashes = value.count == DIGITS;
    for (int i = 0; dashes && i < DIGITS; i++)
        dashes =
            uuid_begins[i < 24 ? i : 0] == '-' ? value.as.text[i] == '-' : isxdigit((unsigned char)value.as.text[i]);
    return dashes;
}

static bool is_hex(ip_datum value)
{
    return value.count >= 2 && value.as.text[0] == '\\' && value.as.text[1] == 'x';
}

bool ip_trial_value_is_short(ip_arena *arena, ip_datum value)
{
    enum { OF_BYTE = 4 }; /* \x61 */
    if (value.kind == IP_DATUM_INTEGER)
        return value.as.integer >= 0 && value.as.integer < 10;
    if (value.kind == IP_DATUM_TEXT)
        return value.count <= 1 || (is_hex(value) && value.count <= OF_BYTE);
    double number = strtod(ip_value_datum_text(arena, value), NULL);
    return number >= 0 && number < 10 && number == (int)number;
}

ip_datum ip_trial_short_value(ip_arena *arena, ip_datum like, int number)
{
    if (like.kind == IP_DATUM_TEXT && is_uuid(like))
        return ip_value_datum_string(ip_arena_printf(arena, "%s%02x", uuid_begins, 9 + number));
    if (like.kind == IP_DATUM_TEXT && is_hex(like))
        return ip_value_datum_string(ip_arena_printf(arena, "\\x%02x", 0x60 + number));
    if (like.kind == IP_DATUM_TEXT)
        return ip_value_datum_string(ip_arena_printf(arena, "%c", 'a' + number - 1));
    if (like.kind == IP_DATUM_INTEGER)
        return ip_value_datum_integer(number);
    const char *error = NULL;
    ip_code_type type = ip_value_code_type_of((ip_type){IP_NUMERIC, false, "numeric"});
    return ip_value_datum_parse(arena, &type, ip_arena_printf(arena, "%d", number), &error);
}
