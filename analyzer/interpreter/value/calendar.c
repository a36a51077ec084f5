/* Reads, writes and computes dates, times and intervals as PostgreSQL does, in the proleptic Gregorian calendar and ISO
 * 8601. */
#include "interpreter/value/calendar.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int64_t ip_value_floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Counts days from 1 March, so that the leap day is the last day of a year. */
static int64_t days_from_march(int64_t year, int month, int day)
{
    int64_t shifted = year - (month <= 2);
    int64_t era = ip_value_floor_div(shifted, 400), of_era = shifted - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year;
}

int64_t ip_value_days_of_civil(int year, int month, int day)
{
    return days_from_march(year, month, day) - days_from_march(2000, 1, 1);
}

ip_civil ip_value_civil_of_days(int64_t days)
{
    int64_t z = days + days_from_march(2000, 1, 1);
    int64_t era = ip_value_floor_div(z, 146097), of_era = z - era * 146097;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t march_month = (5 * of_year + 2) / 153;
    int month = (int)(march_month < 10 ? march_month + 3 : march_month - 9);
    return (ip_civil){(int)(year_of_era + era * 400 + (month <= 2)), month,
                      (int)(of_year - (153 * march_month + 2) / 5 + 1)};
}

int ip_value_days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap);
}

bool ip_value_date_in_range(int64_t days)
{
    return days >= -2451545 && days < 2145031949; /* 4713 BC to 5874897 AD */
}

bool ip_value_timestamp_in_range(int64_t timestamp)
{
    return timestamp >= INT64_C(-211813488000000000) && timestamp < INT64_C(9223371331200000000);
}

int64_t ip_value_timestamp_add(int64_t timestamp, int months, int64_t days, int64_t microseconds)
{
    if (months) {
        int64_t date = ip_value_floor_div(timestamp, IP_DAY), time = timestamp - date * IP_DAY;
        ip_civil civil = ip_value_civil_of_days(date);
        int64_t month = (int64_t)civil.year * 12 + civil.month - 1 + months;
        int year = (int)ip_value_floor_div(month, 12), of_year = (int)(month - (int64_t)year * 12) + 1;
        int last = ip_value_days_in_month(year, of_year);
        timestamp = ip_value_days_of_civil(year, of_year, civil.day > last ? last : civil.day) * IP_DAY + time;
    }
    return timestamp + days * IP_DAY + microseconds;
}

static int write_date(int64_t days, char *buffer, bool *before_christ)
{
    ip_civil civil = ip_value_civil_of_days(days);
    *before_christ = civil.year <= 0;
    return sprintf(buffer, "%04d-%02d-%02d", *before_christ ? 1 - civil.year : civil.year, civil.month, civil.day);
}

static int write_fraction(int64_t microseconds, char *buffer)
{
    if (!microseconds)
        return 0;
    int length = sprintf(buffer, ".%06d", (int)microseconds);
    while (buffer[length - 1] == '0')
        buffer[--length] = '\0';
    return length;
}

static int write_time(int64_t microseconds, char *buffer)
{
    int64_t seconds = microseconds / IP_SECOND;
    int length =
        sprintf(buffer, "%02lld:%02d:%02d", (long long)(seconds / 3600), (int)(seconds / 60 % 60), (int)(seconds % 60));
    return length + write_fraction(microseconds % IP_SECOND, buffer + length);
}

const char *ip_value_date_text(int64_t days, char *buffer)
{
    bool before_christ;
    int length = write_date(days, buffer, &before_christ);
    if (before_christ)
        strcpy(buffer + length, " BC");
    return buffer;
}

const char *ip_value_time_text(int64_t microseconds, char *buffer)
{
    write_time(microseconds, buffer);
    return buffer;
}

const char *ip_value_timestamp_text(int64_t timestamp, bool zone, char *buffer)
{
    bool before_christ;
    int64_t days = ip_value_floor_div(timestamp, IP_DAY);
    int length = write_date(days, buffer, &before_christ);
    buffer[length++] = ' ';
    length += write_time(timestamp - days * IP_DAY, buffer + length);
    sprintf(buffer + length, "%s%s", zone ? "+00" : "", before_christ ? " BC" : "");
    return buffer;
}

/* Writes a unit of IntervalStyle postgres: a positive field after a negative one has a plus sign. */
static int write_unit(char *buffer, int length, int64_t value, const char *unit, bool *negative_before)
{
    if (!value)
        return length;
    length += sprintf(buffer + length, "%s%s%lld %s%s", length ? " " : "", *negative_before && value > 0 ? "+" : "",
                      (long long)value, unit, value == 1 ? "" : "s");
    *negative_before = value < 0;
    return length;
}

const char *ip_value_interval_text(int months, int64_t days, int64_t microseconds, char *buffer)
{
    bool negative_before = false;
    buffer[0] = '\0';
    int length = write_unit(buffer, 0, months / 12, "year", &negative_before);
    length = write_unit(buffer, length, months % 12, "mon", &negative_before);
    length = write_unit(buffer, length, days, "day", &negative_before);
    if (microseconds || !length) {
        bool negative = microseconds < 0;
        length += sprintf(buffer + length, "%s%s", length ? " " : "", negative ? "-" : negative_before ? "+" : "");
        write_time(negative ? -microseconds : microseconds, buffer + length);
    }
    return buffer;
}

static const char *skip_space(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static bool parse_number(const char **text, int digits_min, int digits_max, int *value)
{
    int digits = 0;
    *value = 0;
    for (; isdigit((unsigned char)**text) && digits < digits_max; digits++)
        *value = *value * 10 + (*(*text)++ - '0');
    return digits >= digits_min && !isdigit((unsigned char)**text);
}

static bool parse_date(const char **text, int64_t *days)
{
    int year, month, day;
    if (!parse_number(text, 4, 6, &year) || *(*text)++ != '-' || !parse_number(text, 1, 2, &month) ||
        *(*text)++ != '-' || !parse_number(text, 1, 2, &day))
        return false;
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > ip_value_days_in_month(year, month))
        return false;
    *days = ip_value_days_of_civil(year, month, day);
    return true;
}

/* Further digits round as on the server, whose fraction of a second is a double precision number (datetime.c,
 * ParseFractionalSecond). */
static int64_t rounded(const char *fraction, size_t length)
{
    char digits[32] = "0";
    memcpy(digits + 1, fraction, length < sizeof digits - 2 ? length : sizeof digits - 2);
    return (int64_t)rint(strtod(digits, NULL) * IP_SECOND);
}

static bool parse_fraction(const char **text, bool of_second, int64_t *microseconds)
{
    const char *point = *text;
    *microseconds = 0;
    if (*point != '.')
        return true;
    (*text)++;
    int64_t unit = IP_SECOND / 10;
    for (; isdigit((unsigned char)**text); (*text)++, unit /= 10) {
        if (!unit && **text >= '5' && !of_second)
            return false;
        *microseconds += unit * (**text - '0');
    }
    if (!unit && of_second)
        *microseconds = rounded(point, (size_t)(*text - point));
    return true;
}

static bool parse_time(const char **text, int hour_digits, int64_t *microseconds)
{
    int hour, minute, second = 0;
    int64_t fraction = 0;
    if (!parse_number(text, 1, hour_digits, &hour) || *(*text)++ != ':' || !parse_number(text, 1, 2, &minute))
        return false;
    if (**text == ':') {
        (*text)++;
        if (!parse_number(text, 1, 2, &second) || !parse_fraction(text, true, &fraction))
            return false;
    }
    if (minute > 59 || second > 60)
        return false;
    *microseconds = ((int64_t)hour * 3600 + minute * 60 + second) * IP_SECOND + fraction;
    return true;
}

/* Reads 02, 02:00, and 0200, as Ruby writes it. */
static bool parse_hours_and_minutes(const char **text, int *hours, int *minutes)
{
    if (strspn(*text, "0123456789") == 4) {
        if (!parse_number(text, 4, 4, hours))
            return false;
        *minutes = *hours % 100;
        *hours /= 100;
        return true;
    }
    if (!parse_number(text, 1, 2, hours))
        return false;
    if (**text != ':')
        return true;
    (*text)++;
    return parse_number(text, 2, 2, minutes);
}

static bool parse_zone(const char **text, int64_t *offset)
{
    *offset = 0;
    *text = skip_space(*text);
    if (strncasecmp(*text, "utc", 3) == 0)
        *text += 3;
    else if (**text == 'Z' || **text == 'z')
        (*text)++;
    else if (**text == '+' || **text == '-') {
        bool west = *(*text)++ == '-';
        int hours, minutes = 0;
        if (!parse_hours_and_minutes(text, &hours, &minutes))
            return false;
        *offset = (hours * 60 + minutes) * (west ? -60 : 60) * IP_SECOND;
    }
    return true;
}

static bool parse_timestamp(const char *text, ip_datum *result)
{
    int64_t days, time = 0, offset = 0;
    text = skip_space(text);
    if (!parse_date(&text, &days))
        return false;
    if (*text == 'T' || *text == ' ') {
        bool needs_time = *text == 'T';
        text = skip_space(text + 1);
        if (needs_time && !isdigit((unsigned char)*text))
            return false;
        if (isdigit((unsigned char)*text) && (!parse_time(&text, 2, &time) || time > IP_DAY))
            return false;
        if (!parse_zone(&text, &offset))
            return false;
    }
    if (*skip_space(text))
        return false;
    if (result->kind == IP_DATUM_DATE)
        result->as.integer = days;
    else
        result->as.integer = days * IP_DAY + time - (result->kind == IP_DATUM_TIMESTAMP_TZ ? offset : 0);
    return true;
}

static const struct unit {
    const char *name;
    int months;
    int64_t days, microseconds;
} units[] = {{"year", 12, 0, 0},       {"yr", 12, 0, 0},        {"y", 12, 0, 0},       {"mon", 1, 0, 0},
             {"month", 1, 0, 0},       {"week", 0, 7, 0},       {"w", 0, 7, 0},        {"day", 0, 1, 0},
             {"d", 0, 1, 0},           {"hour", 0, 0, 3600},    {"hr", 0, 0, 3600},    {"h", 0, 0, 3600},
             {"minute", 0, 0, 60},     {"min", 0, 0, 60},       {"m", 0, 0, 60},       {"second", 0, 0, 1},
             {"sec", 0, 0, 1},         {"s", 0, 0, 1},          {"decade", 120, 0, 0}, {"century", 1200, 0, 0},
             {"centurie", 1200, 0, 0}, {"millisecond", 0, 0, 0}};

static bool add_unit(ip_datum *interval, int64_t number, int64_t fraction, const char *name, size_t length)
{
    if (length > 1 && tolower((unsigned char)name[length - 1]) == 's')
        length--;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        const struct unit *u = &units[i];
        if (strlen(u->name) != length || strncasecmp(u->name, name, length) != 0)
            continue;
        if (strcmp(u->name, "millisecond") == 0) {
            interval->as.integer += number * 1000 + fraction / 1000;
            return true;
        }
        interval->count += (int)number * u->months;
        interval->days += number * u->days;
        interval->as.integer += number * u->microseconds * IP_SECOND + fraction * u->microseconds;
        if (fraction && u->days)
            interval->as.integer += fraction * u->days * 86400;
        return !(fraction && u->months);
    }
    return false;
}

static bool parse_interval(const char *text, ip_datum *result)
{
    *result = (ip_datum){.kind = IP_DATUM_INTERVAL};
    bool any = false;
    for (text = skip_space(text); *text; text = skip_space(text)) {
        bool negative = *text == '-';
        if (strncasecmp(text, "ago", 3) == 0 && !*skip_space(text + 3) && any) {
            result->count = -result->count;
            result->days = -result->days;
            result->as.integer = -result->as.integer;
            return true;
        }
        if (*text == '-' || *text == '+')
            text++;
        const char *start = text;
        char *after;
        int64_t number = strtoll(text, &after, 10), fraction;
        if (!isdigit((unsigned char)*text) && *text != '.')
            return false;
        text = after;
        if (*text == ':') {
            int64_t time;
            text = start;
            if (!parse_time(&text, 6, &time))
                return false;
            result->as.integer += negative ? -time : time;
            any = true;
            continue;
        }
        if (!parse_fraction(&text, false, &fraction))
            return false;
        text = skip_space(text);
        const char *name = text;
        while (isalpha((unsigned char)*text))
            text++;
        size_t length = (size_t)(text - name);
        int64_t sign = negative ? -1 : 1;
        if (!add_unit(result, sign * number, sign * fraction, length ? name : "second", length ? length : 6))
            return false;
        any = true;
    }
    return any;
}

bool ip_value_calendar_parse(ip_datum_kind kind, const char *text, ip_datum *result)
{
    *result = (ip_datum){.kind = kind};
    if (kind == IP_DATUM_INTERVAL)
        return parse_interval(text, result);
    if (kind == IP_DATUM_TIME) {
        text = skip_space(text);
        return parse_time(&text, 2, &result->as.integer) && !*skip_space(text) && result->as.integer <= IP_DAY;
    }
    return parse_timestamp(text, result);
}
