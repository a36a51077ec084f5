/* Reads dates, times and timestamps in the server's forms, as it does with DateStyle ISO, MDY (PostgreSQL 15
 * documentation, appendix B.1; datetime.c, DecodeDateTime and DecodeTimeOnly). The time zone of the session is UTC. */
#include "interpreter/value/calendar_field.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What of a date and of a time is there by now: each may be there once. */
enum {
    HAS_YEAR = 1 << 0,
    HAS_MONTH = 1 << 1,
    HAS_DAY = 1 << 2,
    HAS_DATE = HAS_YEAR | HAS_MONTH | HAS_DAY,
    HAS_DAY_OF_YEAR = 1 << 3,
    HAS_TIME = 1 << 4,
    HAS_ZONE = 1 << 5,
    HAS_HALF_DAY = 1 << 6,
    HAS_ERA = 1 << 7,
    HAS_WEEKDAY = 1 << 8,
    HAS_EPOCH = 1 << 9
};

typedef enum half_day { WHOLE_DAY, MORNING, AFTERNOON } half_day;

typedef struct moment {
    int has, found; /* found: by the field that is read */
    int64_t year, month, day, of_year;
    int64_t hour, minute, second, fraction;
    int64_t offset; /* of the zone, in microseconds east of Greenwich */
    half_day half;
    bool before_christ, short_year, month_by_name, julian, epoch, time_only;
    ip_date_word label; /* says what the next field is; IP_WORD_NONE */
} moment;

static bool all_digits(const char *text, size_t length)
{
    return length > 0 && strspn(text, "0123456789") >= length;
}

static int64_t two_digits(const char *text)
{
    return (text[0] - '0') * 10 + (text[1] - '0');
}

/* A number of a calendar's field; false: it is too large. */
static bool read_small(const char *text, char **after, int64_t *value)
{
    errno = 0;
    *value = strtoll(text, after, 10);
    return !errno && *value <= INT32_MAX && *value >= INT32_MIN;
}

/* Fields that run together: 19990108 or 040506. has: what is there already. */
static ip_calendar_reading read_together(moment *m, const char *text, int has)
{
    size_t length = strcspn(text, ".");
    const char *point = text + length;
    if (*point)
        m->fraction = ip_value_calendar_fraction(&point);
    else if ((has & HAS_DATE) != HAS_DATE && length >= 6) {
        char *after, *year = strndup(text, length - 4);
        bool small = year && read_small(year, &after, &m->year);
        free(year);
        m->found = HAS_DATE;
        m->day = two_digits(text + length - 2);
        m->month = two_digits(text + length - 4);
        m->short_year |= length == 6;
        return small ? IP_CALENDAR_READ : IP_CALENDAR_FIELD_RANGE;
    }
    if ((has & HAS_TIME) || (length != 6 && length != 4) || !all_digits(text, length))
        return IP_CALENDAR_NO_FORM;
    m->found = HAS_TIME;
    m->hour = two_digits(text);
    m->minute = two_digits(text + 2);
    m->second = length == 6 ? two_digits(text + 4) : 0;
    return IP_CALENDAR_READ;
}

/* The first number of a date is the year if it has three digits, else the month; after the name of a month it is the
 * day. */
static int place_of_number(moment *m, int has, size_t length, int64_t value)
{
    switch (has & HAS_DATE) {
    case 0:
        return length >= 3 ? HAS_YEAR : HAS_MONTH;
    case HAS_YEAR:
    case HAS_DAY:
        return HAS_MONTH;
    case HAS_MONTH:
        return m->month_by_name && length >= 3 ? HAS_YEAR : HAS_DAY;
    case HAS_YEAR | HAS_MONTH:
        if (m->month_by_name && length >= 3 && m->short_year) { /* what was read as the year is the day */
            m->day = m->year;
            m->year = value;
            m->short_year = false;
            return -1;
        }
        return HAS_DAY;
    case HAS_MONTH | HAS_DAY:
        return HAS_YEAR;
    default:
        return 0;
    }
}

static ip_calendar_reading read_number(moment *m, const char *text, int has)
{
    char *after;
    int64_t value;
    size_t length = strlen(text);
    if (!read_small(text, &after, &value))
        return IP_CALENDAR_FIELD_RANGE;
    if (*after == '.') {
        if (after - text > 2)
            return read_together(m, text, has | HAS_DATE);
        const char *point = after;
        m->fraction = ip_value_calendar_fraction(&point);
    } else if (*after || after == text)
        return IP_CALENDAR_NO_FORM;
    if (length == 3 && (has & HAS_DATE) == HAS_YEAR && value >= 1 && value <= 366) {
        m->found = HAS_DAY_OF_YEAR | HAS_MONTH | HAS_DAY;
        m->of_year = value;
        return IP_CALENDAR_READ;
    }
    if ((has & HAS_DATE) == HAS_DATE)
        return read_together(m, text, has);
    int place = place_of_number(m, has, length, value);
    if (place == 0)
        return IP_CALENDAR_NO_FORM;
    if (place == HAS_YEAR)
        m->short_year = length <= 2;
    *(place == HAS_YEAR ? &m->year : place == HAS_MONTH ? &m->month : &m->day) = place < 0 ? m->day : value;
    m->found = place < 0 ? HAS_DAY : place;
    return IP_CALENDAR_READ;
}

/* The next part of a date in one field: digits or letters; the separator after it is overwritten. NULL: there is none.
 */
static char *next_part(char **at)
{
    while (**at && !isalnum((unsigned char)**at))
        (*at)++;
    if (!**at)
        return NULL;
    char *part = *at;
    bool digits = isdigit((unsigned char)*part) != 0;
    while (digits ? isdigit((unsigned char)**at) : isalpha((unsigned char)**at))
        (*at)++;
    if (**at)
        *(*at)++ = '\0';
    return part;
}

/* A date in one field: names of months are read before the numbers. */
static ip_calendar_reading read_date(moment *m, char *text)
{
    char *parts[IP_CALENDAR_FIELDS], *at = text;
    int count = 0, has = m->has, found = 0;
    while (*at && count < IP_CALENDAR_FIELDS) {
        parts[count] = next_part(&at);
        if (!parts[count++])
            return IP_CALENDAR_NO_FORM;
    }
    m->month_by_name = false;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            bool word = isalpha((unsigned char)*parts[i]) != 0;
            int value;
            if (word != (pass == 0))
                continue;
            if (word) {
                ip_date_word meaning = ip_value_calendar_word(parts[i], &value);
                if (meaning == IP_WORD_IGNORED)
                    continue;
                if (meaning != IP_WORD_MONTH)
                    return IP_CALENDAR_NO_FORM;
                m->month = value;
                m->found = HAS_MONTH;
                m->month_by_name = true;
            } else {
                ip_calendar_reading read = read_number(m, parts[i], has);
                if (read != IP_CALENDAR_READ)
                    return read;
            }
            if (has & m->found)
                return IP_CALENDAR_NO_FORM;
            has |= m->found;
            found |= m->found;
        }
    m->found = found;
    return (has & ~(HAS_DAY_OF_YEAR | HAS_ZONE)) == HAS_DATE ? IP_CALENDAR_READ : IP_CALENDAR_NO_FORM;
}

/* A sign and hours, and perhaps minutes and seconds. */
static ip_calendar_reading read_offset(moment *m, const char *text)
{
    int64_t hours, minutes = 0, seconds = 0;
    char *at;
    if (!read_small(text + 1, &at, &hours))
        return IP_CALENDAR_ZONE_RANGE;
    if (*at == ':') {
        if (!read_small(at + 1, &at, &minutes) || (*at == ':' && !read_small(at + 1, &at, &seconds)))
            return IP_CALENDAR_ZONE_RANGE;
    } else if (!*at && strlen(text) > 3) {
        minutes = hours % 100;
        hours /= 100;
    }
    if (hours < 0 || hours > 15 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59)
        return IP_CALENDAR_ZONE_RANGE;
    m->offset = ((hours * 60 + minutes) * 60 + seconds) * (*text == '-' ? -IP_SECOND : IP_SECOND);
    m->found = HAS_ZONE;
    return *at ? IP_CALENDAR_NO_FORM : IP_CALENDAR_READ;
}

/* A name of a time zone with a separator in it: those of the world are not read here, and others are not known. */
static ip_calendar_reading name_of_zone(const char *text)
{
    static const char *const areas[] = {"africa/",    "america/", "antarctica/", "arctic/", "asia/",   "atlantic/",
                                        "australia/", "brazil/",  "canada/",     "chile/",  "etc/",    "europe/",
                                        "indian/",    "mexico/",  "pacific/",    "us/",     "gb-eire", "nz-chat",
                                        "systemv/",   "posix/",   "right/",      "w-su"};
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++)
        if (strncmp(text, areas[i], strlen(areas[i])) == 0)
            return IP_CALENDAR_NOT_READ;
    size_t letters = strcspn(text, "0123456789+-/_.:");
    bool rule = letters >= 3 && text[letters] != '/' && text[letters] != '_' && text[letters] != '.'; /* like gmt+3 */
    return rule ? IP_CALENDAR_NOT_READ : IP_CALENDAR_ZONE_UNKNOWN;
}

/* A time that runs together, and the time zone. */
static ip_calendar_reading read_time_and_zone(moment *m, char *text)
{
    char *zone = strchr(text, '-');
    if ((m->has & HAS_TIME) || !zone)
        return IP_CALENDAR_NO_FORM;
    ip_calendar_reading read = read_offset(m, zone);
    if (read != IP_CALENDAR_READ)
        return read;
    *zone = '\0';
    read = read_together(m, text, m->has | (m->time_only ? HAS_DATE : 0));
    m->found |= HAS_ZONE;
    return read;
}

static void set_days(moment *m, int64_t days)
{
    ip_civil civil = ip_value_civil_of_days(days);
    m->year = civil.year;
    m->month = civil.month;
    m->day = civil.day;
    m->found = HAS_DATE;
}

static ip_calendar_reading read_julian(moment *m, const char *text)
{
    char *after;
    int64_t value;
    if (!read_small(text, &after, &value))
        return IP_CALENDAR_FIELD_RANGE;
    if (*after)
        return *after == '.' ? IP_CALENDAR_NOT_READ : IP_CALENDAR_NO_FORM;
    set_days(m, value - 2451545);
    m->julian = true;
    return IP_CALENDAR_READ;
}

static ip_calendar_reading read_clock(moment *m, const char *text)
{
    int64_t time, hours;
    ip_calendar_reading read = ip_value_clock_parse(text, &time, &hours);
    if (read != IP_CALENDAR_READ)
        return read;
    if (time > IP_DAY)
        return IP_CALENDAR_FIELD_RANGE;
    m->fraction = time - hours * 3600 * IP_SECOND;
    m->hour = hours;
    m->minute = m->second = 0;
    m->found = HAS_TIME;
    return IP_CALENDAR_READ;
}

static ip_calendar_reading read_word(moment *m, const ip_calendar_fields *fields, int at)
{
    int value;
    const ip_calendar_field *next = at + 1 < fields->count ? &fields->items[at + 1] : NULL;
    ip_date_word word = ip_value_calendar_word(fields->items[at].text, &value);
    m->found = 0;
    switch (word) {
    case IP_WORD_IGNORED:
        return IP_CALENDAR_READ;
    case IP_WORD_NOW:
    case IP_WORD_DAY:
        if (m->time_only && word == IP_WORD_DAY)
            return IP_CALENDAR_NO_FORM;
        set_days(m, IP_STANDING_DAY + value);
        if (m->time_only)
            m->found = 0;
        if (word == IP_WORD_NOW)
            m->found |= HAS_TIME | (m->time_only ? 0 : HAS_ZONE);
        return IP_CALENDAR_READ;
    case IP_WORD_MIDNIGHT:
        m->found = HAS_TIME | HAS_ZONE;
        return IP_CALENDAR_READ;
    case IP_WORD_EPOCH:
        m->found = HAS_EPOCH;
        return m->time_only ? IP_CALENDAR_NO_FORM : IP_CALENDAR_READ;
    case IP_WORD_MONTH:
        if (m->time_only)
            return IP_CALENDAR_NO_FORM;
        m->found = HAS_MONTH;
        if ((m->has & HAS_MONTH) && !m->month_by_name && !(m->has & HAS_DAY) && m->month >= 1 && m->month <= 31) {
            m->day = m->month;
            m->found = HAS_DAY;
        }
        m->month_by_name = true;
        m->month = value;
        return IP_CALENDAR_READ;
    case IP_WORD_WEEKDAY:
        m->found = HAS_WEEKDAY;
        return m->time_only ? IP_CALENDAR_NO_FORM : IP_CALENDAR_READ;
    case IP_WORD_HALF_DAY:
        m->found = HAS_HALF_DAY;
        m->half = value ? AFTERNOON : MORNING;
        return IP_CALENDAR_READ;
    case IP_WORD_ERA:
        m->found = HAS_ERA;
        m->before_christ = value;
        return IP_CALENDAR_READ;
    case IP_WORD_ZONE:
        m->found = HAS_ZONE;
        m->offset = value * IP_SECOND;
        return IP_CALENDAR_READ;
    case IP_WORD_JULIAN:
        m->label = IP_WORD_JULIAN;
        return IP_CALENDAR_READ;
    case IP_WORD_TIME:
        if ((!m->time_only && (m->has & HAS_DATE) != HAS_DATE) || !next || next->kind > IP_FIELD_TIME)
            return IP_CALENDAR_NO_FORM;
        m->label = IP_WORD_TIME;
        return IP_CALENDAR_READ;
    case IP_WORD_REFUSED:
        return IP_CALENDAR_NOT_READ;
    default:
        return IP_CALENDAR_NO_FORM;
    }
}

static ip_calendar_reading read_number_field(moment *m, const ip_calendar_fields *fields, int at)
{
    char *text = fields->items[at].text, *point = strchr(text, '.');
    size_t length = strlen(text);
    int has = m->has | (m->time_only ? HAS_DATE : 0);
    ip_date_word label = m->label;
    m->label = IP_WORD_NONE;
    if (label == IP_WORD_JULIAN)
        return read_julian(m, text);
    if (label == IP_WORD_TIME) {
        ip_calendar_reading read = read_together(m, text, m->has | HAS_DATE);
        return read == IP_CALENDAR_READ && m->found != HAS_TIME ? IP_CALENDAR_NO_FORM : read;
    }
    if (point && m->time_only && at == 0 && fields->count >= 2 &&
        fields->items[fields->count - 1].kind == IP_FIELD_DATE)
        return read_date(m, text);
    if (point && !(has & HAS_DATE))
        return read_date(m, text);
    if (point && point - text > 2)
        return read_together(m, text, has);
    if (point && m->time_only)
        return IP_CALENDAR_NO_FORM;
    if (m->time_only ? length > 4 : length >= 6 && ((has & HAS_DATE) == 0 || !(has & HAS_TIME)))
        return read_together(m, text, has);
    return read_number(m, text, has);
}

static ip_calendar_reading read_date_field(moment *m, const ip_calendar_fields *fields, int at)
{
    char *text = fields->items[at].text;
    bool digits = isdigit((unsigned char)*text) != 0;
    if (m->label == IP_WORD_JULIAN)
        return IP_CALENDAR_NOT_READ;
    bool date = m->time_only ? at == 0 && fields->count >= 2 &&
                                   (fields->items[fields->count - 1].kind == IP_FIELD_DATE ||
                                    fields->items[1].kind == IP_FIELD_TIME)
                             : (m->has & HAS_DATE) != HAS_DATE && m->label == IP_WORD_NONE;
    if (date)
        return read_date(m, text);
    bool together = digits || m->label == IP_WORD_TIME;
    m->label = IP_WORD_NONE;
    return together ? read_time_and_zone(m, text) : name_of_zone(text);
}

static ip_calendar_reading read_field(moment *m, const ip_calendar_fields *fields, int at)
{
    const ip_calendar_field *field = &fields->items[at];
    switch (field->kind) {
    case IP_FIELD_DATE:
        return read_date_field(m, fields, at);
    case IP_FIELD_TIME:
        if (m->label == IP_WORD_JULIAN)
            return IP_CALENDAR_NO_FORM;
        m->label = IP_WORD_NONE;
        return read_clock(m, field->text);
    case IP_FIELD_SIGNED:
        return read_offset(m, field->text);
    case IP_FIELD_NUMBER:
        return read_number_field(m, fields, at);
    default:
        return read_word(m, fields, at);
    }
}

/* Completes the year, and checks the date. */
static ip_calendar_reading check_date(moment *m)
{
    if ((m->has & HAS_YEAR) && !m->julian) {
        if (m->year < 0 || (m->year == 0 && (m->before_christ || !m->short_year)))
            return IP_CALENDAR_FIELD_RANGE;
        if (m->before_christ)
            m->year = 1 - m->year;
        else if (m->short_year)
            m->year += m->year < 70 ? 2000 : m->year < 100 ? 1900 : 0;
    }
    if (m->has & HAS_DAY_OF_YEAR) {
        int found = m->found;
        set_days(m, ip_value_days_of_civil((int)m->year, 1, 1) + m->of_year - 1);
        m->found = found;
    }
    if ((m->has & HAS_MONTH) && (m->month < 1 || m->month > 12))
        return IP_CALENDAR_FIELD_RANGE;
    if ((m->has & HAS_DAY) && (m->day < 1 || m->day > 31))
        return IP_CALENDAR_FIELD_RANGE;
    bool whole = (m->has & HAS_DATE) == HAS_DATE;
    if (whole && m->day > ip_value_days_in_month((int)m->year, (int)m->month))
        return IP_CALENDAR_FIELD_RANGE;
    return IP_CALENDAR_READ;
}

static ip_calendar_reading read_moment(moment *m, const char *text)
{
    ip_calendar_fields fields;
    if (!ip_value_calendar_split(text, &fields))
        return IP_CALENDAR_NO_FORM;
    for (int i = 0; i < fields.count; i++) {
        m->found = 0;
        ip_calendar_reading read = read_field(m, &fields, i);
        if (read != IP_CALENDAR_READ)
            return read;
        if (m->has & m->found)
            return IP_CALENDAR_NO_FORM;
        m->has |= m->found;
    }
    ip_calendar_reading checked = check_date(m);
    if (checked != IP_CALENDAR_READ)
        return checked;
    if (m->half != WHOLE_DAY && m->hour > 12)
        return IP_CALENDAR_FIELD_RANGE;
    if (m->half == MORNING && m->hour == 12)
        m->hour = 0;
    if (m->half == AFTERNOON && m->hour != 12)
        m->hour += 12;
    if (m->has & HAS_EPOCH)
        return IP_CALENDAR_READ;
    return (m->has & (m->time_only ? HAS_TIME : HAS_DATE)) == (m->time_only ? HAS_TIME : HAS_DATE)
               ? IP_CALENDAR_READ
               : IP_CALENDAR_NO_FORM;
}

static int64_t time_of(const moment *m)
{
    return ((m->hour * 60 + m->minute) * 60 + m->second) * IP_SECOND + m->fraction;
}

ip_calendar_reading ip_value_calendar_parse(ip_datum_kind kind, const char *text, ip_datum *result)
{
    *result = (ip_datum){.kind = kind};
    if (kind == IP_DATUM_INTERVAL)
        return ip_value_interval_parse(text, result);
    moment m = {.time_only = kind == IP_DATUM_TIME};
    ip_calendar_reading read = read_moment(&m, text);
    if (read != IP_CALENDAR_READ)
        return read;
    if (kind == IP_DATUM_TIME) {
        result->as.integer = time_of(&m);
        bool fits = m.hour >= 0 && m.hour <= 24 && m.minute < 60 && m.second <= 60 && result->as.integer <= IP_DAY;
        return fits ? IP_CALENDAR_READ : IP_CALENDAR_FIELD_RANGE;
    }
    if (m.has & HAS_EPOCH) {
        set_days(&m, ip_value_days_of_civil(1970, 1, 1));
        m.hour = m.minute = m.second = m.fraction = m.offset = 0;
    }
    if (m.year > 5874898 || m.year < -4713)
        return IP_CALENDAR_OUT_OF_RANGE;
    result->as.integer = ip_value_days_of_civil((int)m.year, (int)m.month, (int)m.day);
    if (kind == IP_DATUM_DATE)
        return ip_value_date_in_range(result->as.integer) ? IP_CALENDAR_READ : IP_CALENDAR_OUT_OF_RANGE;
    if (result->as.integer > IP_LAST_TIMESTAMP_DAY)
        return IP_CALENDAR_OUT_OF_RANGE;
    result->as.integer = result->as.integer * IP_DAY + time_of(&m) - (kind == IP_DATUM_TIMESTAMP_TZ ? m.offset : 0);
    return ip_value_timestamp_in_range(result->as.integer) ? IP_CALENDAR_READ : IP_CALENDAR_OUT_OF_RANGE;
}
