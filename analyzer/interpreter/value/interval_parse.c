/* Reads intervals in the server's forms: units in words, the SQL standard's, and ISO 8601 (PostgreSQL 15 documentation,
 * section 8.5.4; datetime.c, DecodeInterval and DecodeISO8601Interval). */
#include "interpreter/value/calendar_field.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which fields an interval has by now: each may be there once. */
enum {
    HAS_MICROSECOND = 1 << IP_UNIT_MICROSECOND,
    HAS_MILLISECOND = 1 << IP_UNIT_MILLISECOND,
    HAS_SECOND = 1 << IP_UNIT_SECOND,
    HAS_SECONDS = HAS_MICROSECOND | HAS_MILLISECOND | HAS_SECOND,
    HAS_TIME = HAS_SECONDS | 1 << IP_UNIT_MINUTE | 1 << IP_UNIT_HOUR
};

/* How much a unit is: so many months, days and microseconds. */
static const struct {
    int months, days;
    int64_t microseconds;
} units[] = {
    [IP_UNIT_MICROSECOND] = {0, 0, 1},
    [IP_UNIT_MILLISECOND] = {0, 0, 1000},
    [IP_UNIT_SECOND] = {0, 0, IP_SECOND},
    [IP_UNIT_MINUTE] = {0, 0, 60 * IP_SECOND},
    [IP_UNIT_HOUR] = {0, 0, 3600 * IP_SECOND},
    [IP_UNIT_DAY] = {0, 1, 0},
    [IP_UNIT_WEEK] = {0, 7, 0},
    [IP_UNIT_MONTH] = {1, 0, 0},
    [IP_UNIT_YEAR] = {12, 0, 0},
    [IP_UNIT_DECADE] = {120, 0, 0},
    [IP_UNIT_CENTURY] = {1200, 0, 0},
    [IP_UNIT_MILLENNIUM] = {12000, 0, 0},
};

/* A sum, while it is not known whether the server's fields hold it. */
typedef struct sum {
    int64_t years, months, days, microseconds;
    bool overflows;
} sum;

static void add(sum *s, int64_t *to, int64_t number, int64_t factor)
{
    int64_t product;
    s->overflows |= __builtin_mul_overflow(number, factor, &product) || __builtin_add_overflow(*to, product, to);
}

/* A part of a day or of less. */
static void add_part_of_microseconds(sum *s, double part, int64_t scale)
{
    double product = part * (double)scale;
    int64_t whole = (int64_t)product;
    product -= (double)whole;
    add(s, &s->microseconds, whole + (product > .5) - (product < -.5), 1);
}

static void add_part_of_days(sum *s, double part, int days)
{
    double product = part * days;
    int64_t whole = (int64_t)product;
    add(s, &s->days, whole, 1);
    add_part_of_microseconds(s, product - (double)whole, IP_DAY);
}

/* Parts of a year become months, parts of a month days, and those of a week and a day go on downwards. */
static void add_unit(sum *s, ip_interval_unit unit, int64_t number, double part)
{
    if (units[unit].microseconds) {
        add(s, &s->microseconds, number, units[unit].microseconds);
        add_part_of_microseconds(s, part, units[unit].microseconds);
    } else if (units[unit].days) {
        add(s, &s->days, number, units[unit].days);
        add_part_of_days(s, part, units[unit].days);
    } else {
        bool month = unit == IP_UNIT_MONTH;
        add(s, month ? &s->months : &s->years, number, month ? 1 : units[unit].months / 12);
        if (month)
            add_part_of_days(s, part, 30);
        else
            add(s, &s->months, (int64_t)rint(part * units[unit].months), 1);
    }
}

static bool fits(int64_t number)
{
    return number >= INT32_MIN && number <= INT32_MAX;
}

static ip_calendar_reading finish(const sum *s, int sign, ip_datum *result)
{
    if (s->overflows || !fits(s->years) || !fits(s->months) || !fits(s->days) || s->microseconds == INT64_MIN)
        return IP_CALENDAR_FIELD_RANGE;
    int64_t months = s->years * 12 + s->months;
    if (!fits(months))
        return IP_CALENDAR_OUT_OF_RANGE;
    *result = (ip_datum){.kind = IP_DATUM_INTERVAL, .as.integer = sign * s->microseconds};
    result->count = sign * (int)months;
    result->days = sign * s->days;
    return IP_CALENDAR_READ;
}

/* Reads a number of the unit, or years and months: 1-2. *unit: of the next number on the left that has none. */
static ip_calendar_reading read_number(const char *text, ip_interval_unit *unit, sum *s, int *has)
{
    char *at;
    double part = 0;
    int sign = *text == '-' ? -1 : 1;
    errno = 0;
    int64_t number = strtoll(text, &at, 10);
    if (errno)
        return IP_CALENDAR_FIELD_RANGE;
    if (*at == '-') {
        long months = strtol(at + 1, &at, 10);
        if (months < 0 || months >= 12)
            return IP_CALENDAR_FIELD_RANGE;
        if (*at)
            return IP_CALENDAR_NO_FORM;
        *unit = IP_UNIT_MONTH;
        if (number > INT32_MAX || number < -INT32_MAX)
            return IP_CALENDAR_FIELD_RANGE;
        number = number * 12 + sign * months;
    } else if (*at == '.') {
        char *after;
        part = at[1] ? sign * strtod(at, &after) : 0;
        at += 1 + strspn(at + 1, "0123456789");
    }
    if (*at)
        return IP_CALENDAR_NO_FORM;
    add_unit(s, *unit, number, part);
    *has = *unit == IP_UNIT_SECOND && part != 0 ? HAS_SECONDS : 1 << *unit;
    if (*unit == IP_UNIT_HOUR)
        *unit = IP_UNIT_DAY;
    return IP_CALENDAR_READ;
}

static ip_calendar_reading read_clock(const char *text, int sign, sum *s, ip_interval_unit *unit, int *has)
{
    int64_t time, hours;
    ip_calendar_reading read = ip_value_clock_parse(text, &time, &hours);
    if (read == IP_CALENDAR_READ) {
        add(s, &s->microseconds, sign, time);
        *unit = IP_UNIT_DAY;
        *has = HAS_TIME;
    }
    return read;
}

static ip_calendar_reading read_field(const ip_calendar_field *field, ip_interval_unit *unit, sum *s, int *has)
{
    ip_calendar_reading read = IP_CALENDAR_NO_FORM;
    switch (field->kind) {
    case IP_FIELD_TIME:
        return read_clock(field->text, 1, s, unit, has);
    case IP_FIELD_SIGNED:
        if (strchr(field->text, ':'))
            read = read_clock(field->text + 1, *field->text == '-' ? -1 : 1, s, unit, has);
        return read == IP_CALENDAR_READ ? read : read_number(field->text, unit, s, has);
    case IP_FIELD_NUMBER:
    case IP_FIELD_DATE:
        if (isalpha((unsigned char)*field->text))
            return IP_CALENDAR_NO_FORM;
        return read_number(field->text, unit, s, has);
    default:
        return IP_CALENDAR_NO_FORM;
    }
}

/* From the right to the left: a unit follows its number. */
static ip_calendar_reading read_in_words(const char *text, ip_datum *result)
{
    ip_calendar_fields fields;
    sum s = {0};
    int all = 0, sign = 1;
    ip_interval_unit unit = IP_UNIT_SECOND;
    if (!ip_value_calendar_split(text, &fields))
        return IP_CALENDAR_NO_FORM;
    for (int i = fields.count - 1; i >= 0; i--) {
        const ip_calendar_field *field = &fields.items[i];
        int has = 0;
        if (field->kind == IP_FIELD_WORD || field->kind == IP_FIELD_SIGNED_WORD) {
            ip_interval_unit named = ip_value_interval_unit(field->text);
            if (named == IP_UNIT_NONE)
                return IP_CALENDAR_NO_FORM;
            if (named == IP_UNIT_AGO)
                sign = -1;
            else if (named != IP_UNIT_IGNORED)
                unit = named;
            continue;
        }
        ip_calendar_reading read = read_field(field, &unit, &s, &has);
        if (read != IP_CALENDAR_READ)
            return read;
        if (has & all)
            return IP_CALENDAR_NO_FORM;
        all |= has;
    }
    return all ? finish(&s, sign, result) : IP_CALENDAR_NO_FORM;
}

/* ---- ISO 8601 ---- */

typedef struct number {
    int64_t whole;
    double part;
    int digits;
} number;

static bool read_iso_number(const char **at, number *n)
{
    char *after;
    const char *start = *at;
    if (!isdigit((unsigned char)*start) && *start != '-' && *start != '.')
        return false;
    double value = strtod(start, &after);
    if (after == start || value < -1e15 || value > 1e15)
        return false;
    *at = after;
    n->whole = (int64_t)value;
    n->part = value - (double)n->whole;
    n->digits = (int)strspn(start + (*start == '-'), "0123456789");
    return true;
}

/* 0001-02-03 or 04:05:06, from the second part on, whose separator has been read. *at is after it. */
static bool read_parts(const char **at, char separator, const ip_interval_unit parts[2], sum *s)
{
    number n;
    for (int i = 0; i < 2; i++) {
        if (!read_iso_number(at, &n))
            return false;
        add_unit(s, parts[i], n.whole, n.part);
        if (!**at || (separator == '-' && **at == 'T'))
            return true;
        if (i || *(*at)++ != separator)
            return false;
    }
    return false;
}

/* Years, months and days in eight digits, or hours, minutes and seconds in six. */
static void add_together(sum *s, const ip_interval_unit parts[3], const number *n)
{
    add_unit(s, parts[0], n->whole / 10000, 0);
    add_unit(s, parts[1], n->whole / 100 % 100, 0);
    add_unit(s, parts[2], n->whole % 100, n->part);
}

static ip_calendar_reading read_iso(const char *text, ip_datum *result)
{
    static const ip_interval_unit of_date[] = {IP_UNIT_YEAR, IP_UNIT_MONTH, IP_UNIT_DAY},
                                  of_time[] = {IP_UNIT_HOUR, IP_UNIT_MINUTE, IP_UNIT_SECOND};
    bool time = false, any = false;
    sum s = {0};
    if (text[0] != 'P' || !text[1])
        return IP_CALENDAR_NO_FORM;
    for (const char *at = text + 1; *at;) {
        number n;
        if (*at == 'T') {
            time = true;
            any = false;
            at++;
            continue;
        }
        if (!read_iso_number(&at, &n))
            return IP_CALENDAR_NO_FORM;
        const ip_interval_unit *parts = time ? of_time : of_date;
        char separator = time ? ':' : '-';
        static const char date_units[] = "YMD", time_units[] = "HMS";
        const char *unit = *at ? strchr(time ? time_units : date_units, *at) : NULL;
        if (unit) {
            add_unit(&s, parts[unit - (time ? time_units : date_units)], n.whole, n.part);
            at++;
        } else if (*at == 'W' && !time) {
            add_unit(&s, IP_UNIT_WEEK, n.whole, n.part);
            at++;
        } else if (any || (*at && *at != separator && (time || *at != 'T')))
            return IP_CALENDAR_NO_FORM;
        else if (*at != separator && n.digits == (time ? 6 : 8))
            add_together(&s, parts, &n);
        else {
            add_unit(&s, parts[0], n.whole, n.part);
            if (*at == separator && (at++, !read_parts(&at, separator, parts + 1, &s)))
                return IP_CALENDAR_NO_FORM;
        }
        any = true;
    }
    return finish(&s, 1, result);
}

ip_calendar_reading ip_value_interval_parse(const char *text, ip_datum *result)
{
    ip_calendar_reading read = read_in_words(text, result);
    if (read == IP_CALENDAR_NO_FORM)
        read = read_iso(text, result);
    return read == IP_CALENDAR_FIELD_RANGE ? IP_CALENDAR_INTERVAL_RANGE : read;
}
