/* Writes and computes dates, times and intervals as PostgreSQL does, in the proleptic Gregorian calendar and ISO 8601.
 */
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

static int write_iso_unit(char *buffer, int length, int64_t value, char unit)
{
    return value ? length + sprintf(buffer + length, "%lld%c", (long long)value, unit) : length;
}

/* IntervalStyle iso_8601. */
const char *ip_value_interval_iso_text(int months, int64_t days, int64_t microseconds, char *buffer)
{
    int64_t seconds = microseconds / IP_SECOND, fraction = microseconds % IP_SECOND;
    if (!months && !days && !microseconds)
        return strcpy(buffer, "PT0S");
    int length = sprintf(buffer, "P");
    length = write_iso_unit(buffer, length, months / 12, 'Y');
    length = write_iso_unit(buffer, length, months % 12, 'M');
    length = write_iso_unit(buffer, length, days, 'D');
    if (microseconds)
        length += sprintf(buffer + length, "T");
    length = write_iso_unit(buffer, length, seconds / 3600, 'H');
    length = write_iso_unit(buffer, length, seconds / 60 % 60, 'M');
    seconds %= 60;
    if (seconds || fraction) {
        length += sprintf(buffer + length, "%s%lld", microseconds < 0 ? "-" : "", (long long)llabs(seconds));
        length += write_fraction(llabs(fraction), buffer + length);
        strcpy(buffer + length, "S");
    }
    return buffer;
}
