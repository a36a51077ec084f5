/* to_char and to_number for numbers (section 9.8 of PostgreSQL's manual) with the patterns 9, 0, ".", D, ",", G, MI at
 * the end, and FM, evaluated like in formatting.c. Other patterns, and texts for to_number that are no number, are not
 * supported. */
#include "interpreter/value/decimal.h"
#include "interpreter/builtin/builtin.h"

#include <ctype.h>
#include <string.h>

typedef struct number_format {
    const char *text;        /* contains only '9', '0', '.' and ',' */
    int whole, fraction;     /* number of digits */
    int zero_begin;          /* index of the first 0 before the point; -1 if none */
    int zero_end;            /* index after the last 0 */
    bool fill, point, minus; /* fill: FM; minus: MI */
} number_format;

static _Noreturn void refuse(ip_run_state *run, const char *name, const char *format)
{
    ip_interpreter_unable(run, run->range, "%s() with the format '%s'", name, format);
}

static number_format format_of(ip_run_state *run, const char *name, const char *format)
{
    number_format f = {.zero_begin = -1};
    size_t length = strlen(format), at = 0;
    char *text = IP_NEW_ARRAY(run->arena, char, length + 1);
    f.text = text;
    if (strncmp(format, "FM", 2) == 0 || strncmp(format, "fm", 2) == 0) {
        f.fill = true;
        at = 2;
    }
    if (length >= at + 2 && (strcmp(format + length - 2, "MI") == 0 || strcmp(format + length - 2, "mi") == 0)) {
        f.minus = true;
        length -= 2;
    }
    for (; at < length; at++) {
        char c = format[at] == 'D' ? '.' : format[at] == 'G' ? ',' : format[at];
        if ((c != '9' && c != '0' && c != '.' && c != ',') || (c == '.' && f.point))
            refuse(run, name, format);
        if (c == '0' && !f.point && f.zero_begin < 0)
            f.zero_begin = f.whole;
        f.whole += !f.point && (c == '9' || c == '0');
        f.fraction += f.point && (c == '9' || c == '0');
        f.point = f.point || c == '.';
        if (c == '0')
            f.zero_end = f.whole + f.fraction;
        *text++ = c;
    }
    *text = '\0';
    if (f.whole < 1 || (f.minus && f.point && f.fraction == 0))
        refuse(run, name, format);
    return f;
}

/* Returns the digits for the format's places, as in "12.50". A number that is too long becomes '#'s. */
static const char *digits_of(ip_run_state *run, const number_format *f, const char *number)
{
    size_t whole = strcspn(number, ".");
    if (whole <= (size_t)f->whole)
        return number;
    char *text = IP_NEW_ARRAY(run->arena, char, (size_t)(f->whole + f->fraction + 2));
    memset(text, '#', (size_t)(f->whole + f->fraction + 1));
    text[f->whole] = '.';
    text[f->whole + f->fraction + 1] = '\0';
    return text;
}

/* With FM, returns the last digit that is printed; later digits are omitted. Returns NULL if there is no limit. */
static const char *last_of(const number_format *f, const char *number, int blanks)
{
    const char *point = strchr(number, '.'), *last = point;
    if (!f->fill || !f->point || !point)
        return NULL;
    for (const char *at = point; *at; at++)
        last = *at != '0' && *at != '.' ? at : last;
    if (f->zero_end > blanks) {
        size_t end = strlen(number) - 1, zeros = (size_t)(f->zero_end - blanks);
        const char *kept = number + (zeros < end ? zeros : end);
        last = last < kept ? kept : last;
    }
    return last;
}

static ip_datum to_char(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    const char *format = args[1].as.text;
    const number_format f = format_of(run, "to_char", format);
    ip_decimal rounded;
    if (ip_decimal_is_special(ip_datum_decimal(args[0])))
        ip_interpreter_unable(run, run->range, "to_char() of NaN or of an infinity");
    if (!ip_value_decimal_round(run->arena, ip_datum_decimal(args[0]), f.fraction, IP_ROUND_HALF_AWAY, &rounded))
        ip_interpreter_unable(run, run->range, "a numeric of more than %d digits", IP_DECIMAL_LONGEST);
    const char *number = ip_value_datum_text(run->arena, ip_decimal_datum(rounded));
    bool negative = *number == '-';
    const char *digits = digits_of(run, &f, number + negative), *begin = digits;
    int blanks = f.whole - (int)strcspn(digits, "."), place = 0;
    const char *last = last_of(&f, digits, blanks);
    bool ends_at_point = last && *last == '.', in_number = false;
    bool signed_already = f.minus || (!negative && f.fill);
    char *text = IP_NEW_ARRAY(run->arena, char, 2 * strlen(f.text) + 4), *out = text;
    for (const char *c = f.text; *c; c++) {
        if (*c == ',') {
            if (in_number || !f.fill)
                *out++ = in_number ? ',' : ' ';
            continue;
        }
        /* An integer part of 0 shows no digit before a point. */
        bool hidden = f.zero_begin < 0 && digits == begin && *digits == '0' && f.fraction > 0;
        bool zero = f.zero_begin >= 0 && f.zero_begin <= place;
        in_number = false;
        if (!signed_already && (place >= blanks || f.zero_begin == place) && (!hidden || ends_at_point)) {
            if (negative || !f.fill)
                *out++ = negative ? '-' : ' ';
            signed_already = true;
        }
        if (place < blanks) {
            if (zero || !f.fill)
                *out++ = zero ? '0' : ' ';
            in_number = zero;
        } else {
            if (*digits == '.' || !*digits) {
                if (*digits && (!ends_at_point || f.fill))
                    *out++ = '.';
            } else if (last && digits > last && *c != '0') {
                in_number = false;
            } else if (hidden) {
                if (!f.fill || ends_at_point)
                    *out++ = f.fill ? '0' : ' ';
            } else {
                *out++ = *digits;
                in_number = true;
            }
            digits += *digits != '\0';
        }
        place++;
    }
    if (f.minus && (negative || !f.fill))
        *out++ = negative ? '-' : ' ';
    *out = '\0';
    return ip_value_datum_string(text);
}

/* The part of a number that has been read; number begins with its sign. */
typedef struct reading {
    const char *at, *end;
    char *number;
    int length, whole, fraction;
    bool point;
} reading;

/* Reads a place for a digit or for the point. */
static void read_place(const number_format *f, reading *r, char pattern)
{
    if (r->at < r->end && *r->at == ' ')
        r->at++;
    if (r->at < r->end && *r->number == ' ' && pattern != '.' && r->whole + r->fraction == 0 &&
        (*r->at == '-' || *r->at == '+'))
        *r->number = *r->at++;
    if (r->at >= r->end || (isdigit((unsigned char)*r->at) && r->point && r->fraction == f->fraction))
        return;
    bool digit = isdigit((unsigned char)*r->at), point = *r->at == '.' && f->point && !r->point;
    if (digit || point)
        r->number[r->length++] = *r->at;
    r->whole += digit && !r->point;
    r->fraction += digit && r->point;
    r->point = r->point || point;
}

static ip_datum to_number(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    const char *input = args[0].as.text, *format = args[1].as.text;
    const number_format f = format_of(run, "to_number", format);
    if (f.minus || input[strspn(input, " +-0123456789.,")])
        refuse(run, "to_number", format);
    reading r = {.at = input, .end = input + strlen(input), .length = 1};
    r.number = IP_NEW_ARRAY(run->arena, char, strlen(f.text) + 2);
    *r.number = ' ';
    for (const char *c = f.text; *c && r.at < r.end; c++) {
        if (*c == ',' && (f.fill || *r.at != ',')) /* with FM, the server does not skip commas in the text */
            continue;
        if (*c != ',')
            read_place(&f, &r, *c);
        r.at++;
    }
    if (r.length > 1 && r.number[r.length - 1] == '.')
        r.length--;
    ip_decimal result;
    bool syntax;
    const char *text = r.number + (*r.number == ' ');
    size_t length = (size_t)(r.number + r.length - text);
    if (!ip_value_decimal_parse(run->arena, text, length, &result, &syntax) && syntax)
        ip_interpreter_unable(run, run->range, "a numeric of more than %d digits", IP_DECIMAL_LONGEST);
    if (!syntax)
        ip_interpreter_raise(run, "22P02", "invalid input syntax for type numeric: \"%s\"", r.number);
    if (ip_value_decimal_digits(result) - result.scale > f.whole)
        ip_interpreter_raise(run, "22003", "numeric field overflow");
    return ip_decimal_datum(result);
}

const ip_signature ip_builtin_number_format_signatures[] = {
    {"to_char", "nt", "t", to_char, false, false},     {"to_char", "st", "t", to_char, false, false},
    {"to_char", "it", "t", to_char, false, false},     {"to_char", "lt", "t", to_char, false, false},
    {"to_number", "tt", "n", to_number, false, false}, {NULL, NULL, NULL, NULL, false, false}};
