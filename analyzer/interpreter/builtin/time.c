/* Operators and functions on dates, times and intervals. The time zone is UTC, and the clock does not advance. */
#include "interpreter/value/calendar.h"
#include "interpreter/value/decimal.h"
#include "interpreter/builtin/builtin.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* the same moment as IP_STANDING_CLOCK */
#define NOW (IP_STANDING_DAY * IP_DAY)

static ip_datum created(ip_datum_kind kind, int64_t value)
{
    return (ip_datum){.kind = kind, .as.integer = value};
}

static ip_datum now(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)args, (void)count;
    return created(IP_DATUM_TIMESTAMP_TZ, NOW);
}

static ip_datum local_now(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)args, (void)count;
    return created(IP_DATUM_TIMESTAMP, NOW);
}

static ip_datum today(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)args, (void)count;
    return created(IP_DATUM_DATE, NOW / IP_DAY);
}

static ip_datum local_time(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)args, (void)count;
    return created(IP_DATUM_TIME, 0);
}

static ip_datum date_of(ip_run_state *run, int64_t days)
{
    if (!ip_value_date_in_range(days))
        ip_interpreter_raise(run, "22008", "date out of range");
    return created(IP_DATUM_DATE, days);
}

static ip_datum date_plus(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return date_of(run, args[0].as.integer + args[1].as.integer);
}

static ip_datum date_minus(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return date_of(run, args[0].as.integer - args[1].as.integer);
}

static ip_datum date_difference(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_integer(args[0].as.integer - args[1].as.integer);
}

static ip_datum negated(ip_datum interval)
{
    interval.count = -interval.count;
    interval.days = -interval.days;
    interval.as.integer = -interval.as.integer;
    return interval;
}

/* A timestamp keeps its kind; a date becomes a timestamp. */
static ip_datum moved(ip_run_state *run, ip_datum time, ip_datum interval)
{
    if (time.kind == IP_DATUM_DATE && time.as.integer > IP_LAST_TIMESTAMP_DAY)
        ip_interpreter_raise(run, "22008", "date out of range for timestamp");
    if (time.kind == IP_DATUM_DATE)
        time = created(IP_DATUM_TIMESTAMP, time.as.integer * IP_DAY);
    /* Refuses huge intervals, so that no sum overflows 64 bits. */
    if (interval.days > INT32_MAX || interval.days < INT32_MIN || interval.as.integer > INT64_MAX / 4 ||
        interval.as.integer < INT64_MIN / 4 || time.as.integer > INT64_MAX / 2)
        ip_interpreter_unable(run, run->range, "a timestamp so far away");
    time.as.integer = ip_value_timestamp_add(time.as.integer, interval.count, interval.days, interval.as.integer);
    if (!ip_value_timestamp_in_range(time.as.integer))
        ip_interpreter_raise(run, "22008", "timestamp out of range");
    return time;
}

static ip_datum time_plus(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return moved(run, args[0], args[1]);
}

static ip_datum plus_time(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return moved(run, args[1], args[0]);
}

static ip_datum time_minus(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return moved(run, args[0], negated(args[1]));
}

/* The difference has days and a time, as after justify_hours (see timestamp_mi). */
static ip_datum time_difference(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    int64_t difference = args[0].as.integer - args[1].as.integer;
    ip_datum result = {.kind = IP_DATUM_INTERVAL, .as.integer = difference % IP_DAY};
    result.days = difference / IP_DAY;
    return result;
}

static ip_datum interval_plus(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    ip_datum result = args[0];
    result.count += args[1].count;
    result.days += args[1].days;
    result.as.integer += args[1].as.integer;
    return result;
}

static ip_datum interval_minus(ip_run_state *run, const ip_datum *args, int count)
{
    return interval_plus(run, (ip_datum[]){args[0], negated(args[1])}, count);
}

static ip_datum interval_negate(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return negated(args[0]);
}

/* Fractions of months become days, and fractions of days microseconds, in floating point as on the server. */
static ip_datum scaled(ip_run_state *run, ip_datum interval, double factor)
{
    double months = interval.count * factor, days = (double)interval.days * factor;
    ip_datum result = {.kind = IP_DATUM_INTERVAL, .count = (int)months};
    result.days = (int64_t)days;
    double month_days = (months - (double)result.count) * 30;
    month_days = rint(month_days * 1e6) / 1e6;
    double seconds = (days - (double)result.days + month_days - trunc(month_days)) * 86400;
    seconds = rint(seconds * 1e6) / 1e6;
    if (fabs(seconds) >= 86400) {
        result.days += (int64_t)(seconds / 86400);
        seconds -= trunc(seconds / 86400) * 86400;
    }
    result.days += (int64_t)month_days;
    double microseconds = rint((double)interval.as.integer * factor + seconds * 1e6);
    if (!(fabs(microseconds) < 0x1p63) || fabs(months) > INT32_MAX)
        ip_interpreter_raise(run, "22008", "interval out of range");
    result.as.integer = (int64_t)microseconds;
    return result;
}

static ip_datum interval_times(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return scaled(run, args[0], args[1].as.real);
}

static ip_datum times_interval(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return scaled(run, args[1], args[0].as.real);
}

static ip_datum interval_by(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[1].as.real == 0)
        ip_interpreter_raise(run, "22012", "division by zero");
    return scaled(run, args[0], 1 / args[1].as.real);
}

/* ---- fields ---- */
typedef struct fields {
    int year, month, day;
    int64_t days, time; /* days since 2000-01-01; microseconds of the day or of an interval */
} fields;

static fields fields_of(ip_datum value)
{
    fields f = {0};
    if (value.kind == IP_DATUM_INTERVAL)
        return (fields){value.count / 12, value.count % 12, (int)value.days, 0, value.as.integer};
    if (value.kind == IP_DATUM_TIME)
        return (fields){0, 0, 0, 0, value.as.integer};
    f.days = value.kind == IP_DATUM_DATE ? value.as.integer : ip_value_floor_div(value.as.integer, IP_DAY);
    f.time = value.kind == IP_DATUM_DATE ? 0 : value.as.integer - f.days * IP_DAY;
    ip_civil civil = ip_value_civil_of_days(f.days);
    f.year = civil.year;
    f.month = civil.month;
    f.day = civil.day;
    return f;
}

/* ISO 8601 weeks begin on Monday. Week 1 has the year's first Thursday. */
static void iso_week(int64_t days, int *year, int *week)
{
    int64_t thursday = days - ((days + 5) - ip_value_floor_div(days + 5, 7) * 7) + 3; /* 2000-01-01 was a Saturday */
    *year = ip_value_civil_of_days(thursday).year;
    *week = (int)((thursday - ip_value_days_of_civil(*year, 1, 1)) / 7) + 1;
}

static int day_of_week(int64_t days) /* 0 for Sunday */
{
    return (int)(days + 6 - ip_value_floor_div(days + 6, 7) * 7);
}

static ip_decimal epoch_of(ip_run_state *run, ip_datum value, fields f)
{
    ip_wide microseconds;
    if (value.kind == IP_DATUM_INTERVAL) {
        /* A year has 365.25 days, a month 30. */
        microseconds = (ip_wide)(value.count / 12) * INT64_C(31557600) * IP_SECOND +
                       (ip_wide)(value.count % 12) * 30 * IP_DAY + (ip_wide)value.days * IP_DAY + value.as.integer;
    } else if (value.kind == IP_DATUM_DATE)
        return ip_decimal_of((f.days + 10957) * 86400, 0);
    else
        microseconds = value.kind == IP_DATUM_TIME ? f.time : (ip_wide)value.as.integer + (ip_wide)10957 * IP_DAY;
    (void)run;
    return ip_decimal_of(microseconds, 6);
}

static ip_decimal field_of(ip_run_state *run, const char *name, ip_datum value)
{
    fields f = fields_of(value);
    bool dated = value.kind != IP_DATUM_INTERVAL && value.kind != IP_DATUM_TIME;
    bool timed = value.kind != IP_DATUM_DATE;
    int iso_year = 0, week = 0;
    if (dated)
        iso_week(f.days, &iso_year, &week);
    if (strcmp(name, "epoch") == 0)
        return epoch_of(run, value, f);
    if (timed && strcmp(name, "second") == 0)
        return ip_decimal_of(f.time % (60 * IP_SECOND), 6);
    if (timed && strcmp(name, "milliseconds") == 0)
        return ip_decimal_of(f.time % (60 * IP_SECOND), 3);
    const struct {
        const char *name;
        bool has;
        int64_t value;
    } whole[] = {{"year", value.kind != IP_DATUM_TIME, f.year},
                 {"month", value.kind != IP_DATUM_TIME, f.month},
                 {"day", value.kind != IP_DATUM_TIME, f.day},
                 {"hour", timed, f.time / (3600 * IP_SECOND)},
                 {"minute", timed, f.time / (60 * IP_SECOND) % 60},
                 {"microseconds", timed, f.time % (60 * IP_SECOND)},
                 {"quarter", value.kind != IP_DATUM_TIME, (f.month - dated) / 3 + 1},
                 {"dow", dated, day_of_week(f.days)},
                 {"isodow", dated, (day_of_week(f.days) + 6) % 7 + 1},
                 {"doy", dated, dated ? f.days - ip_value_days_of_civil(f.year, 1, 1) + 1 : 0},
                 {"week", dated, week},
                 {"isoyear", dated, iso_year}};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (whole[i].has && strcmp(whole[i].name, name) == 0)
            return ip_decimal_of(whole[i].value, 0);
    ip_interpreter_unable(run, run->range, "extract(%s)", name);
}

static ip_datum extract(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_decimal_datum(field_of(run, args[0].as.text, args[1]));
}

static ip_datum date_part(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return (ip_datum){.kind = IP_DATUM_FLOAT,
                      .as.real = ip_value_decimal_double(field_of(run, args[0].as.text, args[1]))};
}

/* Each part of an interval counts for itself: months, days, and the time, which may have more than 24 hours
 * (interval_trunc). */
static ip_datum trunc_interval(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    static const struct {
        const char *name;
        int months;   /* of these are kept multiples */
        bool days;    /* are kept */
        int64_t size; /* of the time are kept multiples; 0: nothing */
    } steps[] = {{"microseconds", 1, true, 1},
                 {"milliseconds", 1, true, 1000},
                 {"second", 1, true, IP_SECOND},
                 {"minute", 1, true, 60 * IP_SECOND},
                 {"hour", 1, true, 3600 * IP_SECOND},
                 {"day", 1, true, 0},
                 {"month", 1, false, 0},
                 {"quarter", 3, false, 0},
                 {"year", 12, false, 0}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (strcasecmp(args[0].as.text, steps[i].name) != 0)
            continue;
        ip_datum result = args[1];
        result.count -= result.count % steps[i].months;
        result.days = steps[i].days ? result.days : 0;
        result.as.integer = steps[i].size ? result.as.integer - result.as.integer % steps[i].size : 0;
        return result;
    }
    ip_interpreter_unable(run, run->range, "date_trunc('%s') of an interval", args[0].as.text);
}

static ip_datum date_trunc(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    const char *unit = args[0].as.text;
    int64_t value = args[1].as.integer, days = ip_value_floor_div(value, IP_DAY);
    ip_civil civil = ip_value_civil_of_days(days);
    static const struct {
        const char *name;
        int64_t size;
    } steps[] = {{"microseconds", 1},        {"milliseconds", 1000},     {"second", IP_SECOND},
                 {"minute", 60 * IP_SECOND}, {"hour", 3600 * IP_SECOND}, {"day", IP_DAY}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (strcasecmp(unit, steps[i].name) == 0)
            return created(args[1].kind, ip_value_floor_div(value, steps[i].size) * steps[i].size);
    if (strcasecmp(unit, "week") == 0)
        days -= (day_of_week(days) + 6) % 7;
    else if (strcasecmp(unit, "month") == 0)
        days = ip_value_days_of_civil(civil.year, civil.month, 1);
    else if (strcasecmp(unit, "quarter") == 0)
        days = ip_value_days_of_civil(civil.year, (civil.month - 1) / 3 * 3 + 1, 1);
    else if (strcasecmp(unit, "year") == 0)
        days = ip_value_days_of_civil(civil.year, 1, 1);
    else
        ip_interpreter_unable(run, run->range, "date_trunc('%s')", unit);
    return created(args[1].kind, days * IP_DAY);
}

static ip_datum make_date(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int64_t year = args[0].as.integer, month = args[1].as.integer, day = args[2].as.integer;
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 ||
        day > ip_value_days_in_month((int)year, (int)month))
        ip_interpreter_raise(run, "22008", "date field value out of range");
    return created(IP_DATUM_DATE, ip_value_days_of_civil((int)year, (int)month, (int)day));
}

/* Computes the difference in years, months, days and time. Days are borrowed from the month of the earlier time. */
static ip_datum age(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    bool negative = args[0].as.integer < args[1].as.integer;
    fields a = fields_of(args[0]), b = fields_of(args[1]);
    const fields *later = negative ? &b : &a, *earlier = negative ? &a : &b;
    int64_t time = later->time - earlier->time;
    int days = later->day - earlier->day, months = later->month - earlier->month;
    int years = later->year - earlier->year;
    if (time < 0) {
        time += IP_DAY;
        days--;
    }
    if (days < 0) {
        days += ip_value_days_in_month(earlier->year, earlier->month);
        months--;
    }
    if (months < 0) {
        months += 12;
        years--;
    }
    int sign = negative ? -1 : 1;
    return (ip_datum){.kind = IP_DATUM_INTERVAL,
                      .count = sign * (years * 12 + months),
                      .days = sign * days,
                      .as.integer = sign * time};
}

/* years, months, weeks, days, hours, minutes, seconds; trailing ones may be missing */
static ip_datum make_interval(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t parts[6] = {0};
    for (int i = 0; i < count && i < 6; i++) {
        parts[i] = args[i].as.integer;
        if (parts[i] < -100000 || parts[i] > 100000)
            ip_interpreter_unable(run, run->range, "an interval as long");
    }
    double seconds = count > 6 ? args[6].as.real : 0;
    if (!(seconds > -1e9 && seconds < 1e9))
        ip_interpreter_unable(run, run->range, "an interval as long");
    return (ip_datum){.kind = IP_DATUM_INTERVAL,
                      .count = (int)(parts[0] * 12 + parts[1]),
                      .days = parts[2] * 7 + parts[3],
                      .as.integer = (parts[4] * 3600 + parts[5] * 60) * IP_SECOND + (int64_t)rint(seconds * 1e6)};
}

static ip_datum of_epoch(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    double seconds = args[0].as.real - 946684800.0;
    if (!(seconds > -1e10 && seconds < 1e11))
        ip_interpreter_unable(run, run->range, "to_timestamp() of such a number");
    return created(IP_DATUM_TIMESTAMP_TZ, (int64_t)rint(seconds * 1e6));
}

/* AT TIME ZONE for zones that are UTC. */
static ip_datum timezone(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (strcasecmp(args[0].as.text, "utc") != 0 && strcasecmp(args[0].as.text, "gmt") != 0)
        ip_interpreter_unable(run, run->range, "time zone '%s'", args[0].as.text);
    return created(args[1].kind == IP_DATUM_TIMESTAMP ? IP_DATUM_TIMESTAMP_TZ : IP_DATUM_TIMESTAMP, args[1].as.integer);
}

const ip_signature ip_builtin_time_signatures[] = {{"now", "", "z", now, false, false},
                                                   {"current_timestamp", "", "z", now, false, false},
                                                   {"transaction_timestamp", "", "z", now, false, false},
                                                   {"statement_timestamp", "", "z", now, false, false},
                                                   {"clock_timestamp", "", "z", now, false, false},
                                                   {"localtimestamp", "", "p", local_now, false, false},
                                                   {"current_date", "", "d", today, false, false},
                                                   {"localtime", "", "h", local_time, false, false},
                                                   {"+", "di", "d", date_plus, false, false},
                                                   {"+", "id", "d", date_plus, false, false},
                                                   {"-", "di", "d", date_minus, false, false},
                                                   {"-", "dd", "i", date_difference, false, false},
                                                   {"+", "dv", "p", time_plus, false, false},
                                                   {"-", "dv", "p", time_minus, false, false},
                                                   {"+", "pv", "p", time_plus, false, false},
                                                   {"-", "pv", "p", time_minus, false, false},
                                                   {"+", "zv", "z", time_plus, false, false},
                                                   {"-", "zv", "z", time_minus, false, false},
                                                   {"+", "vd", "p", plus_time, false, false},
                                                   {"+", "vp", "p", plus_time, false, false},
                                                   {"+", "vz", "z", plus_time, false, false},
                                                   {"-", "pp", "v", time_difference, false, false},
                                                   {"-", "zz", "v", time_difference, false, false},
                                                   {"+", "vv", "v", interval_plus, false, false},
                                                   {"-", "vv", "v", interval_minus, false, false},
                                                   {"-", "v", "v", interval_negate, false, false},
                                                   {"*", "vf", "v", interval_times, false, false},
                                                   {"*", "fv", "v", times_interval, false, false},
                                                   {"/", "vf", "v", interval_by, false, false},
                                                   {"extract", "td", "n", extract, false, false},
                                                   {"extract", "tp", "n", extract, false, false},
                                                   {"extract", "tz", "n", extract, false, false},
                                                   {"extract", "tv", "n", extract, false, false},
                                                   {"extract", "th", "n", extract, false, false},
                                                   {"date_part", "td", "f", date_part, false, false},
                                                   {"date_part", "tp", "f", date_part, false, false},
                                                   {"date_part", "tz", "f", date_part, false, false},
                                                   {"date_part", "tv", "f", date_part, false, false},
                                                   {"date_part", "th", "f", date_part, false, false},
                                                   {"date_trunc", "tp", "p", date_trunc, false, false},
                                                   {"date_trunc", "tz", "z", date_trunc, false, false},
                                                   {"date_trunc", "tv", "v", trunc_interval, false, false},
                                                   {"age", "pp", "v", age, false, false},
                                                   {"age", "zz", "v", age, false, false},
                                                   {"make_interval", "", "v", make_interval, false, false},
                                                   {"make_interval", "i", "v", make_interval, false, false},
                                                   {"make_interval", "ii", "v", make_interval, false, false},
                                                   {"make_interval", "iii", "v", make_interval, false, false},
                                                   {"make_interval", "iiii", "v", make_interval, false, false},
                                                   {"make_interval", "iiiii", "v", make_interval, false, false},
                                                   {"make_interval", "iiiiii", "v", make_interval, false, false},
                                                   {"make_interval", "iiiiiif", "v", make_interval, false, false},
                                                   {"to_timestamp", "f", "z", of_epoch, false, false},
                                                   {"timezone", "tz", "p", timezone, false, false},
                                                   {"timezone", "tp", "z", timezone, false, false},
                                                   {"make_date", "iii", "d", make_date, false, false},
                                                   {NULL, NULL, NULL, NULL, false, false}};
