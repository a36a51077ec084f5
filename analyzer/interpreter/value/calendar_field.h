/* A date, a time or an interval that is written in any of the server's forms (PostgreSQL 15 documentation, section 8.5
 * and appendix B), in fields, and what its words say. */
#ifndef IP_CALENDAR_FIELD_H
#define IP_CALENDAR_FIELD_H

#include "interpreter/value/calendar.h"

typedef enum ip_field_kind {
    IP_FIELD_NUMBER, /* digits, perhaps with a point */
    IP_FIELD_DATE,   /* a number or a word with separators in it; a name of a time zone, too */
    IP_FIELD_TIME,   /* digits with colons */
    IP_FIELD_SIGNED, /* a sign and digits: a time zone, or a number of an interval */
    IP_FIELD_WORD,
    IP_FIELD_SIGNED_WORD
} ip_field_kind;

typedef struct ip_calendar_field {
    ip_field_kind kind;
    char *text; /* in small letters */
} ip_calendar_field;

enum { IP_CALENDAR_FIELDS = 25, IP_CALENDAR_LETTERS = 128 };

typedef struct ip_calendar_fields {
    int count;
    ip_calendar_field items[IP_CALENDAR_FIELDS];
    char letters[IP_CALENDAR_LETTERS + 2 * IP_CALENDAR_FIELDS];
} ip_calendar_fields;

/* False: the text has no such fields. */
bool ip_value_calendar_split(const char *text, ip_calendar_fields *fields);

typedef enum ip_date_word {
    IP_WORD_NONE,
    IP_WORD_IGNORED,
    IP_WORD_MONTH,    /* value: its number */
    IP_WORD_WEEKDAY,  /* is not compared with the date */
    IP_WORD_HALF_DAY, /* value: 1: PM */
    IP_WORD_ERA,      /* value: 1: before Christ */
    IP_WORD_JULIAN,   /* a number of days follows */
    IP_WORD_TIME,     /* "t": a time follows */
    IP_WORD_DAY,      /* value: today and so many days */
    IP_WORD_NOW,
    IP_WORD_MIDNIGHT,
    IP_WORD_EPOCH,
    IP_WORD_ZONE,   /* value: seconds east of Greenwich */
    IP_WORD_REFUSED /* what the server knows, and is not read here */
} ip_date_word;

ip_date_word ip_value_calendar_word(const char *text, int *value);

typedef enum ip_interval_unit {
    IP_UNIT_NONE,
    IP_UNIT_IGNORED,
    IP_UNIT_AGO,
    IP_UNIT_MICROSECOND,
    IP_UNIT_MILLISECOND,
    IP_UNIT_SECOND,
    IP_UNIT_MINUTE,
    IP_UNIT_HOUR,
    IP_UNIT_DAY,
    IP_UNIT_WEEK,
    IP_UNIT_MONTH,
    IP_UNIT_YEAR,
    IP_UNIT_DECADE,
    IP_UNIT_CENTURY,
    IP_UNIT_MILLENNIUM
} ip_interval_unit;

ip_interval_unit ip_value_interval_unit(const char *text);

/* The digits after a point, in microseconds; *at becomes the place after them. */
int64_t ip_value_calendar_fraction(const char **at);

/* Reads hours:minutes or hours:minutes:seconds; hours are not limited. */
ip_calendar_reading ip_value_clock_parse(const char *text, int64_t *microseconds, int64_t *hours);

ip_calendar_reading ip_value_interval_parse(const char *text, ip_datum *result);

#endif
