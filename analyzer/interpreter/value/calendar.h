/* Dates, times and intervals as PostgreSQL stores and writes them, in the proleptic Gregorian calendar and ISO 8601. */
#ifndef IP_CALENDAR_H
#define IP_CALENDAR_H

#include "interpreter/value/datum.h"

#define IP_SECOND INT64_C(1000000)
#define IP_DAY (INT64_C(86400) * IP_SECOND)

typedef struct ip_civil {
    int year, month, day; /* year 0 is 1 BC */
} ip_civil;

int64_t ip_value_days_of_civil(int year, int month, int day); /* days since 2000-01-01 */
ip_civil ip_value_civil_of_days(int64_t days);
int ip_value_days_in_month(int year, int month);
int64_t ip_value_floor_div(int64_t a, int64_t b);

/* Ranges of the server's types. */
bool ip_value_date_in_range(int64_t days);
bool ip_value_timestamp_in_range(int64_t timestamp);
#define IP_LAST_TIMESTAMP_DAY INT64_C(106751982)

/* Adds an interval to a timestamp (microseconds) as the server does: months first, then days, then microseconds. */
int64_t ip_value_timestamp_add(int64_t timestamp, int months, int64_t days, int64_t microseconds);

/* buffer has at least IP_CALENDAR_TEXT bytes. */
enum { IP_CALENDAR_TEXT = 96 };
const char *ip_value_date_text(int64_t days, char *buffer);
const char *ip_value_time_text(int64_t microseconds, char *buffer);
const char *ip_value_timestamp_text(int64_t timestamp, bool zone, char *buffer);
const char *ip_value_interval_text(int months, int64_t days, int64_t microseconds, char *buffer);

const char *ip_value_interval_iso_text(int months, int64_t days, int64_t microseconds, char *buffer);

/* The clock stands still: now() is at the beginning of this day. */
#define IP_STANDING_DAY INT64_C(8766)

/* How the server reads a text. */
typedef enum ip_calendar_reading {
    IP_CALENDAR_READ,
    IP_CALENDAR_NO_FORM,
    IP_CALENDAR_FIELD_RANGE,    /* of a field */
    IP_CALENDAR_INTERVAL_RANGE, /* of a field of an interval */
    IP_CALENDAR_ZONE_RANGE,
    IP_CALENDAR_ZONE_UNKNOWN,
    IP_CALENDAR_OUT_OF_RANGE, /* of the type */
    IP_CALENDAR_NOT_READ      /* here: a time zone that has rules, or an obsolete form */
} ip_calendar_reading;

/* kind is DATE, TIME, TIMESTAMP, TIMESTAMP_TZ or INTERVAL. */
ip_calendar_reading ip_value_calendar_parse(ip_datum_kind kind, const char *text, ip_datum *result);

#endif
