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

/* Returns false if the text's form is not supported. kind is DATE, TIME, TIMESTAMP, TIMESTAMP_TZ or INTERVAL. */
bool ip_value_calendar_parse(ip_datum_kind kind, const char *text, ip_datum *result);

#endif
