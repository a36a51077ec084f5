/* to_char, to_date and to_timestamp for dates and times (section 9.8 of PostgreSQL's manual) with common patterns. A
 * format with any other letter is not supported. */
#include "interpreter/value/calendar.h"
#include "interpreter/builtin/builtin.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum pattern {
    YEAR,
    YEAR_SHORT,
    MONTH,
    MONTH_NAME,
    MONTH_SHORT,
    DAY,
    DAY_NAME,
    DAY_SHORT,
    DAY_OF_YEAR,
    HOUR24,
    HOUR12,
    MINUTE,
    SECOND,
    MILLISECOND,
    MICROSECOND,
    HALF,
    QUARTER
} pattern;

static const struct pattern_row {
    const char *text;
    pattern pattern;
    int width; /* number of digits */
} patterns[] = {
    {"YYYY", YEAR, 4},   {"YY", YEAR_SHORT, 2}, {"MONTH", MONTH_NAME, 0}, {"MON", MONTH_SHORT, 0},
    {"MM", MONTH, 2},    {"MI", MINUTE, 2},     {"MS", MILLISECOND, 3},   {"DDD", DAY_OF_YEAR, 3},
    {"DD", DAY, 2},      {"DAY", DAY_NAME, 0},  {"DY", DAY_SHORT, 0},     {"HH24", HOUR24, 2},
    {"HH12", HOUR12, 2}, {"HH", HOUR12, 2},     {"SS", SECOND, 2},        {"US", MICROSECOND, 6},
    {"AM", HALF, 0},     {"PM", HALF, 0},       {"Q", QUARTER, 1},
};

static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};
static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

static _Noreturn void refuse(ip_run_state *run, const char *format)
{
    ip_interpreter_unable(run, run->range, "dates with the format '%s'", format);
}

/* Returns the pattern at this place, or NULL for a letter that begins none. Suffixes that would modify the pattern are
 * not supported. */
static const struct pattern_row *pattern_at(ip_run_state *run, const char *at, const char *format)
{
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        size_t length = strlen(patterns[i].text);
        if (strncasecmp(at, patterns[i].text, length) != 0)
            continue;
        if (strncasecmp(at + length, "TH", 2) == 0 || strncasecmp(at + length, "SP", 2) == 0)
            refuse(run, format);
        return &patterns[i];
    }
    refuse(run, format);
}

typedef struct moment {
    ip_civil civil;
    int64_t days, time;
} moment;

static moment moment_of(ip_run_state *run, ip_datum value, const char *format)
{
    moment m = {.days = value.kind == IP_DATUM_DATE ? value.as.integer : ip_value_floor_div(value.as.integer, IP_DAY)};
    m.time = value.kind == IP_DATUM_DATE ? 0 : value.as.integer - m.days * IP_DAY;
    m.civil = ip_value_civil_of_days(m.days);
    if (m.civil.year < 1 || m.civil.year > 9999)
        refuse(run, format);
    return m;
}

static int number_of(const moment *m, pattern p)
{
    int hour = (int)(m->time / (3600 * IP_SECOND));
    switch (p) {
    case YEAR:
        return m->civil.year;
    case YEAR_SHORT:
        return m->civil.year % 100;
    case MONTH:
        return m->civil.month;
    case DAY:
        return m->civil.day;
    case DAY_OF_YEAR:
        return (int)(m->days - ip_value_days_of_civil(m->civil.year, 1, 1)) + 1;
    case HOUR24:
        return hour;
    case HOUR12:
        return hour % 12 ? hour % 12 : 12;
    case MINUTE:
        return (int)(m->time / (60 * IP_SECOND) % 60);
    case SECOND:
        return (int)(m->time / IP_SECOND % 60);
    case MILLISECOND:
        return (int)(m->time / 1000 % 1000);
    case MICROSECOND:
        return (int)(m->time % IP_SECOND);
    case QUARTER:
        return (m->civil.month - 1) / 3 + 1;
    default:
        return 0;
    }
}

/* Writes a name in the case of its pattern: MONTH, Month or month. It is padded to the longest name unless FM precedes.
 */
static const char *name_of(ip_run_state *run, const moment *m, pattern p, const char *at, bool filled)
{
    int weekday = (int)(m->days + 6 - ip_value_floor_div(m->days + 6, 7) * 7);
    bool short_name = p == MONTH_SHORT || p == DAY_SHORT;
    const char *name = p == MONTH_NAME || p == MONTH_SHORT ? months[m->civil.month - 1] : days[weekday];
    char *text = ip_arena_strndup(run->arena, name, short_name ? 3 : strlen(name));
    for (char *c = text; *c; c++)
        if (isupper((unsigned char)at[0]) && isupper((unsigned char)at[1]))
            *c = (char)toupper((unsigned char)*c);
        else if (islower((unsigned char)at[0]))
            *c = (char)tolower((unsigned char)*c);
    return filled && !short_name ? ip_arena_printf(run->arena, "%-9s", text) : text;
}

static const char *half_of(ip_run_state *run, const moment *m, const char *at)
{
    bool lower = islower((unsigned char)at[0]), late = m->time >= 12 * 3600 * IP_SECOND;
    (void)run;
    return late ? lower ? "pm" : "PM" : lower ? "am" : "AM";
}

static ip_datum to_char(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    const char *format = args[1].as.text, *result = "";
    const moment m = moment_of(run, args[0], format);
    for (const char *at = format; *at;) {
        bool filled = strncmp(at, "FM", 2) != 0;
        at += filled ? 0 : 2;
        if (!*at || (unsigned char)*at >= 128 || *at == '\\')
            refuse(run, format);
        const char *next;
        if (*at == '"') {
            const char *close = strchr(at + 1, '"');
            if (!close || memchr(at, '\\', (size_t)(close - at)))
                refuse(run, format);
            next = ip_arena_strndup(run->arena, at + 1, (size_t)(close - at) - 1);
            at = close + 1;
        } else if (!isalpha((unsigned char)*at)) {
            next = ip_arena_strndup(run->arena, at++, 1);
        } else {
            const struct pattern_row *p = pattern_at(run, at, format);
            next = p->width == 0 && p->pattern == HALF ? half_of(run, &m, at)
                   : p->width == 0
                       ? name_of(run, &m, p->pattern, at, filled)
                       : ip_arena_printf(run->arena, "%0*d", filled ? p->width : 1, number_of(&m, p->pattern));
            if (!filled && (p->pattern == MILLISECOND || p->pattern == MICROSECOND || p->pattern == YEAR_SHORT))
                refuse(run, format);
            at += strlen(p->text);
        }
        result = ip_arena_printf(run->arena, "%s%s", result, next);
    }
    return ip_value_datum_string(result);
}

/* Reads only texts that have all digits of each number, and the same signs in between as the format. */
static moment read_moment(ip_run_state *run, const char *text, const char *format)
{
    int year = -1, month = 1, day = 1, hour = 0, minute = 0, second = 0, fraction = 0;
    for (const char *at = format; *at;) {
        if (!isalpha((unsigned char)*at)) {
            if (*at++ != *text++ || (unsigned char)at[-1] >= 128 || at[-1] == '"' || at[-1] == '\\')
                refuse(run, format);
            continue;
        }
        const struct pattern_row *p = pattern_at(run, at, format);
        int value = 0;
        for (int i = 0; i < p->width; i++, text++) {
            if (!isdigit((unsigned char)*text))
                refuse(run, format);
            value = value * 10 + (*text - '0');
        }
        at += strlen(p->text);
        if (isdigit((unsigned char)*text) && !isalpha((unsigned char)*at))
            refuse(run, format);
        int *into = p->pattern == YEAR          ? &year
                    : p->pattern == MONTH       ? &month
                    : p->pattern == DAY         ? &day
                    : p->pattern == HOUR24      ? &hour
                    : p->pattern == MINUTE      ? &minute
                    : p->pattern == SECOND      ? &second
                    : p->pattern == MICROSECOND ? &fraction
                                                : NULL;
        if (!into)
            refuse(run, format);
        *into = value;
    }
    bool sound = year > 0 && month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60;
    if (*text || !sound || day > ip_value_days_in_month(year, month))
        refuse(run, format);
    int64_t seconds = hour * INT64_C(3600) + minute * 60 + second;
    return (moment){.days = ip_value_days_of_civil(year, month, day), .time = seconds * IP_SECOND + fraction};
}

static ip_datum to_date(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    moment m = read_moment(run, args[0].as.text, args[1].as.text);
    return (ip_datum){.kind = IP_DATUM_DATE, .as.integer = m.days};
}

static ip_datum to_timestamp(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    moment m = read_moment(run, args[0].as.text, args[1].as.text);
    return (ip_datum){.kind = IP_DATUM_TIMESTAMP_TZ, .as.integer = m.days * IP_DAY + m.time};
}

const ip_signature ip_builtin_format_signatures[] = {{"to_char", "pt", "t", to_char, false, false},
                                                     {"to_char", "zt", "t", to_char, false, false},
                                                     {"to_date", "tt", "d", to_date, false, false},
                                                     {"to_timestamp", "tt", "z", to_timestamp, false, false},
                                                     {NULL, NULL, NULL, NULL, false, false}};
