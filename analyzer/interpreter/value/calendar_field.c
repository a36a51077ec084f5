/* Splits texts of dates and times into fields, as the server's ParseDateTime does, and knows their words. A word is
 * compared by its first ten letters. */
#include "interpreter/value/calendar_field.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COMPARED = 10 };

static const struct date_word {
    const char *text;
    ip_date_word word;
    int value;
} date_words[] = {
    {"ad", IP_WORD_ERA, 0},           {"allballs", IP_WORD_MIDNIGHT, 0}, {"am", IP_WORD_HALF_DAY, 0},
    {"apr", IP_WORD_MONTH, 4},        {"april", IP_WORD_MONTH, 4},       {"at", IP_WORD_IGNORED, 0},
    {"aug", IP_WORD_MONTH, 8},        {"august", IP_WORD_MONTH, 8},      {"bc", IP_WORD_ERA, 1},
    {"d", IP_WORD_REFUSED, 0},        {"dec", IP_WORD_MONTH, 12},        {"december", IP_WORD_MONTH, 12},
    {"dow", IP_WORD_REFUSED, 0},      {"doy", IP_WORD_REFUSED, 0},       {"dst", IP_WORD_REFUSED, 0},
    {"epoch", IP_WORD_EPOCH, 0},      {"feb", IP_WORD_MONTH, 2},         {"february", IP_WORD_MONTH, 2},
    {"fri", IP_WORD_WEEKDAY, 0},      {"friday", IP_WORD_WEEKDAY, 0},    {"h", IP_WORD_REFUSED, 0},
    {"isodow", IP_WORD_REFUSED, 0},   {"isoyear", IP_WORD_REFUSED, 0},   {"j", IP_WORD_JULIAN, 0},
    {"jan", IP_WORD_MONTH, 1},        {"january", IP_WORD_MONTH, 1},     {"jd", IP_WORD_JULIAN, 0},
    {"jul", IP_WORD_MONTH, 7},        {"julian", IP_WORD_JULIAN, 0},     {"july", IP_WORD_MONTH, 7},
    {"jun", IP_WORD_MONTH, 6},        {"june", IP_WORD_MONTH, 6},        {"m", IP_WORD_REFUSED, 0},
    {"mar", IP_WORD_MONTH, 3},        {"march", IP_WORD_MONTH, 3},       {"may", IP_WORD_MONTH, 5},
    {"mm", IP_WORD_REFUSED, 0},       {"mon", IP_WORD_WEEKDAY, 0},       {"monday", IP_WORD_WEEKDAY, 0},
    {"nov", IP_WORD_MONTH, 11},       {"november", IP_WORD_MONTH, 11},   {"now", IP_WORD_NOW, 0},
    {"oct", IP_WORD_MONTH, 10},       {"october", IP_WORD_MONTH, 10},    {"on", IP_WORD_IGNORED, 0},
    {"pm", IP_WORD_HALF_DAY, 1},      {"s", IP_WORD_REFUSED, 0},         {"sat", IP_WORD_WEEKDAY, 0},
    {"saturday", IP_WORD_WEEKDAY, 0}, {"sep", IP_WORD_MONTH, 9},         {"sept", IP_WORD_MONTH, 9},
    {"september", IP_WORD_MONTH, 9},  {"sun", IP_WORD_WEEKDAY, 0},       {"sunday", IP_WORD_WEEKDAY, 0},
    {"t", IP_WORD_TIME, 0},           {"thu", IP_WORD_WEEKDAY, 0},       {"thur", IP_WORD_WEEKDAY, 0},
    {"thurs", IP_WORD_WEEKDAY, 0},    {"thursday", IP_WORD_WEEKDAY, 0},  {"today", IP_WORD_DAY, 0},
    {"tomorrow", IP_WORD_DAY, 1},     {"tue", IP_WORD_WEEKDAY, 0},       {"tues", IP_WORD_WEEKDAY, 0},
    {"tuesday", IP_WORD_WEEKDAY, 0},  {"wed", IP_WORD_WEEKDAY, 0},       {"wednesday", IP_WORD_WEEKDAY, 0},
    {"weds", IP_WORD_WEEKDAY, 0},     {"y", IP_WORD_REFUSED, 0},         {"yesterday", IP_WORD_DAY, -1},
};

static const struct {
    const char *name;
    int offset;
} zones[] = {
#define ZONE(name, offset) {name, offset},
#include "interpreter/value/zone_abbreviations.inc"
#undef ZONE
};

/* Zones that have a rule instead of an offset, and no separator in their names. */
static const char *const zones_by_rule[] = {
    "art",   "arst",  "clt",       "cuba",      "davt",      "egypt",     "eire",       "factory",
    "fkst",  "fkt",   "gb",        "get",       "greenwich", "gyt",       "hongkong",   "iceland",
    "iot",   "iran",  "irkst",     "irkt",      "israel",    "jamaica",   "japan",      "kost",
    "krast", "krat",  "kwajalein", "libya",     "lkt",       "localtime", "magst",      "magt",
    "mawt",  "msk",   "navajo",    "novst",     "novt",      "nut",       "nz",         "omsst",
    "omst",  "pett",  "petst",     "phot",      "poland",    "portugal",  "posixrules", "prc",
    "pyt",   "roc",   "rok",       "singapore", "tkt",       "turkey",    "ulat",       "universal",
    "vet",   "vlast", "vlat",      "volt",      "west",      "yakst",     "yakt",       "yekt"};

ip_date_word ip_value_calendar_word(const char *text, int *value)
{
    *value = 0;
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++)
        if (strcmp(zones[i].name, text) == 0) {
            *value = zones[i].offset;
            return IP_WORD_ZONE;
        }
    for (size_t i = 0; i < sizeof date_words / sizeof date_words[0]; i++)
        if (strncmp(date_words[i].text, text, COMPARED) == 0) {
            *value = date_words[i].value;
            return date_words[i].word;
        }
    for (size_t i = 0; i < sizeof zones_by_rule / sizeof zones_by_rule[0]; i++)
        if (strcmp(zones_by_rule[i], text) == 0)
            return IP_WORD_REFUSED;
    return IP_WORD_NONE;
}

ip_interval_unit ip_value_interval_unit(const char *text)
{
    static const struct {
        const char *text;
        ip_interval_unit unit;
    } words[] = {
        {"@", IP_UNIT_IGNORED},
        {"ago", IP_UNIT_AGO},
        {"c", IP_UNIT_CENTURY},
        {"cent", IP_UNIT_CENTURY},
        {"centuries", IP_UNIT_CENTURY},
        {"century", IP_UNIT_CENTURY},
        {"d", IP_UNIT_DAY},
        {"day", IP_UNIT_DAY},
        {"days", IP_UNIT_DAY},
        {"dec", IP_UNIT_DECADE},
        {"decade", IP_UNIT_DECADE},
        {"decades", IP_UNIT_DECADE},
        {"decs", IP_UNIT_DECADE},
        {"h", IP_UNIT_HOUR},
        {"hour", IP_UNIT_HOUR},
        {"hours", IP_UNIT_HOUR},
        {"hr", IP_UNIT_HOUR},
        {"hrs", IP_UNIT_HOUR},
        {"m", IP_UNIT_MINUTE},
        {"microsecon", IP_UNIT_MICROSECOND},
        {"mil", IP_UNIT_MILLENNIUM},
        {"millennia", IP_UNIT_MILLENNIUM},
        {"millennium", IP_UNIT_MILLENNIUM},
        {"millisecon", IP_UNIT_MILLISECOND},
        {"mils", IP_UNIT_MILLENNIUM},
        {"min", IP_UNIT_MINUTE},
        {"mins", IP_UNIT_MINUTE},
        {"minute", IP_UNIT_MINUTE},
        {"minutes", IP_UNIT_MINUTE},
        {"mon", IP_UNIT_MONTH},
        {"mons", IP_UNIT_MONTH},
        {"month", IP_UNIT_MONTH},
        {"months", IP_UNIT_MONTH},
        {"ms", IP_UNIT_MILLISECOND},
        {"msec", IP_UNIT_MILLISECOND},
        {"mseconds", IP_UNIT_MILLISECOND},
        {"msecs", IP_UNIT_MILLISECOND},
        {"s", IP_UNIT_SECOND},
        {"sec", IP_UNIT_SECOND},
        {"second", IP_UNIT_SECOND},
        {"seconds", IP_UNIT_SECOND},
        {"secs", IP_UNIT_SECOND},
        {"us", IP_UNIT_MICROSECOND},
        {"usec", IP_UNIT_MICROSECOND},
        {"useconds", IP_UNIT_MICROSECOND},
        {"usecs", IP_UNIT_MICROSECOND},
        {"w", IP_UNIT_WEEK},
        {"week", IP_UNIT_WEEK},
        {"weeks", IP_UNIT_WEEK},
        {"y", IP_UNIT_YEAR},
        {"year", IP_UNIT_YEAR},
        {"years", IP_UNIT_YEAR},
        {"yr", IP_UNIT_YEAR},
        {"yrs", IP_UNIT_YEAR},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(words[i].text, text, COMPARED) == 0)
            return words[i].unit;
    return IP_UNIT_NONE;
}

/* The text that is read, and where the field that it gives is written. */
typedef struct splitter {
    const char *at;
    char *to;
} splitter;

static bool is_digit(char c)
{
    return isdigit((unsigned char)c) != 0;
}

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) != 0;
}

static bool is_among(char c, const char *these)
{
    return c && strchr(these, c);
}

static void take(splitter *s)
{
    *s->to++ = (char)tolower((unsigned char)*s->at++);
}

static void take_digits_and(splitter *s, const char *others)
{
    while (is_digit(*s->at) || is_among(*s->at, others))
        take(s);
}

/* A date whose first part is a number: its separators are the same, and a part may be the name of a month. */
static ip_field_kind split_date(splitter *s)
{
    const char separator[] = {*s->at, '\0'};
    take(s);
    if (!is_digit(*s->at)) {
        while (isalnum((unsigned char)*s->at) || *s->at == *separator)
            take(s);
        return IP_FIELD_DATE;
    }
    take_digits_and(s, "");
    if (*s->at != *separator)
        return *separator == '.' ? IP_FIELD_NUMBER : IP_FIELD_DATE;
    take_digits_and(s, separator);
    return IP_FIELD_DATE;
}

static ip_field_kind split_number(splitter *s)
{
    take_digits_and(s, "");
    if (*s->at == ':') {
        take_digits_and(s, ":.");
        return IP_FIELD_TIME;
    }
    return is_among(*s->at, "-/.") ? split_date(s) : IP_FIELD_NUMBER;
}

static bool is_date_word(const char *text)
{
    for (size_t i = 0; i < sizeof date_words / sizeof date_words[0]; i++)
        if (strncmp(date_words[i].text, text, COMPARED) == 0)
            return true;
    return false;
}

static ip_field_kind split_word(splitter *s)
{
    const char *start = s->to;
    while (is_letter(*s->at))
        take(s);
    *s->to = '\0';
    if (!is_among(*s->at, "-/.") && !((*s->at == '+' || is_digit(*s->at)) && !is_date_word(start)))
        return IP_FIELD_WORD;
    while (isalnum((unsigned char)*s->at) || is_among(*s->at, "+-/_.:"))
        take(s);
    return IP_FIELD_DATE;
}

/* False: no digit and no letter follows the sign. */
static bool split_signed(splitter *s, ip_field_kind *kind)
{
    take(s);
    while (isspace((unsigned char)*s->at))
        s->at++;
    if (is_digit(*s->at)) {
        *kind = IP_FIELD_SIGNED;
        take_digits_and(s, ":.-");
        return true;
    }
    *kind = IP_FIELD_SIGNED_WORD;
    if (!is_letter(*s->at))
        return false;
    while (is_letter(*s->at))
        take(s);
    return true;
}

bool ip_value_calendar_split(const char *text, ip_calendar_fields *fields)
{
    splitter s = {.at = text, .to = fields->letters};
    fields->count = 0;
    if (strlen(text) >= IP_CALENDAR_LETTERS)
        return false;
    while (*s.at) {
        if (isspace((unsigned char)*s.at)) {
            s.at++;
            continue;
        }
        ip_calendar_field field = {.kind = IP_FIELD_NUMBER, .text = s.to};
        if (is_digit(*s.at))
            field.kind = split_number(&s);
        else if (*s.at == '.') {
            take(&s);
            take_digits_and(&s, "");
        } else if (is_letter(*s.at))
            field.kind = split_word(&s);
        else if (*s.at == '+' || *s.at == '-') {
            if (!split_signed(&s, &field.kind))
                return false;
        } else if (ispunct((unsigned char)*s.at)) {
            s.at++;
            continue;
        } else
            return false;
        *s.to++ = '\0';
        if (fields->count == IP_CALENDAR_FIELDS)
            return false;
        fields->items[fields->count++] = field;
    }
    return true;
}

/* Rounds as on the server, whose fraction of a second is a double precision number (datetime.c,
 * ParseFractionalSecond). */
int64_t ip_value_calendar_fraction(const char **at)
{
    char digits[32] = "0";
    size_t length = 1 + strspn(*at + 1, "0123456789");
    memcpy(digits + 1, *at, length < sizeof digits - 2 ? length : sizeof digits - 2);
    *at += length;
    return (int64_t)rint(strtod(digits, NULL) * (double)IP_SECOND);
}

/* A number that is too large for the server is -1. */
static int64_t number_of(const char **at)
{
    char *after;
    errno = 0;
    long long value = strtoll(*at, &after, 10);
    *at = after;
    return errno ? -1 : value;
}

ip_calendar_reading ip_value_clock_parse(const char *text, int64_t *microseconds, int64_t *hours)
{
    int64_t minute, second = 0, fraction = 0;
    *hours = number_of(&text);
    if (*text++ != ':')
        return IP_CALENDAR_NO_FORM;
    minute = is_digit(*text) ? number_of(&text) : 0;
    if (*text == '.') { /* minutes and seconds */
        fraction = ip_value_calendar_fraction(&text);
        second = minute;
        minute = *hours;
        *hours = 0;
    } else if (*text == ':') {
        text++;
        second = is_digit(*text) ? number_of(&text) : 0;
        fraction = *text == '.' ? ip_value_calendar_fraction(&text) : 0;
    }
    if (*text)
        return IP_CALENDAR_NO_FORM;
    if (*hours < 0 || *hours > INT64_MAX / 2 / (3600 * IP_SECOND) || minute < 0 || minute > 59 || second < 0 ||
        second > 60 || fraction > IP_SECOND)
        return IP_CALENDAR_FIELD_RANGE;
    *microseconds = ((*hours * 60 + minute) * 60 + second) * IP_SECOND + fraction;
    return IP_CALENDAR_READ;
}
