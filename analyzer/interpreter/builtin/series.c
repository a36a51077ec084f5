/* Series of times, justification of intervals, and time zones given as offsets (documentation, 9.9 and 9.25). */
#include "interpreter/value/calendar.h"
#include "interpreter/builtin/builtin.h"

#include <math.h>

enum { LONGEST_SERIES = 100000 };

static int64_t in_microseconds(ip_datum interval)
{
    return ((int64_t)interval.count * 30 + interval.days) * IP_DAY + interval.as.integer;
}

static ip_datum series(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_datum at = args[0], step = args[2];
    int64_t direction = in_microseconds(step);
    IP_VEC(ip_datum) items = {0};
    if (direction == 0)
        ip_interpreter_raise(run, "22023", "step size cannot equal zero");
    while (direction > 0 ? at.as.integer <= args[1].as.integer : at.as.integer >= args[1].as.integer) {
        if (items.count == LONGEST_SERIES)
            ip_interpreter_unable(run, run->range, "a series of more than %d rows", LONGEST_SERIES);
        IP_PUSH(run->arena, &items, at);
        at.as.integer = ip_value_timestamp_add(at.as.integer, step.count, step.days, step.as.integer);
        if (!ip_value_timestamp_in_range(at.as.integer))
            ip_interpreter_raise(run, "22008", "timestamp out of range");
    }
    return ip_value_datum_array(items.items, items.count);
}

/* Gives months and days the same sign. hours counts with the days. */
static void borrow_month(ip_datum *v, int64_t hours)
{
    if (v->count > 0 && (v->days < 0 || (v->days == 0 && hours < 0))) {
        v->days += 30;
        v->count--;
    } else if (v->count < 0 && (v->days > 0 || (v->days == 0 && hours > 0))) {
        v->days -= 30;
        v->count++;
    }
}

static ip_datum days_justified(ip_datum v)
{
    v.count += (int)(v.days / 30);
    v.days %= 30;
    borrow_month(&v, 0);
    return v;
}

static ip_datum justify_days(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return days_justified(args[0]);
}

/* A time zone given as an offset east of UTC. */
static ip_datum at_distance(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_datum result = args[1];
    bool local = result.kind == IP_DATUM_TIMESTAMP;
    if (args[0].count || args[0].days)
        ip_interpreter_raise(run, "22023", "interval time zone \"%s\" must not include months or days",
                             ip_value_datum_text(run->arena, args[0]));
    int64_t distance = args[0].as.integer / IP_SECOND * IP_SECOND;
    result.kind = local ? IP_DATUM_TIMESTAMP_TZ : IP_DATUM_TIMESTAMP;
    result.as.integer += local ? -distance : distance;
    return result;
}

static ip_datum is_finite(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_boolean(!ip_datum_is_infinite(args[0]));
}

static int64_t time_of(ip_run_state *run, const ip_datum *args)
{
    int64_t hour = args[0].as.integer, minute = args[1].as.integer;
    double second = args[2].as.real;
    bool whole_day = hour == 24 && minute == 0 && second == 0;
    if (!(hour >= 0 && minute >= 0 && minute < 60 && second >= 0 && second <= 60) || (hour > 23 && !whole_day))
        ip_interpreter_raise(run, "22008", "time field value out of range");
    return (hour * 60 + minute) * 60 * IP_SECOND + (int64_t)rint(second * 1e6);
}

static ip_datum make_time(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return (ip_datum){.kind = IP_DATUM_TIME, .as.integer = time_of(run, args)};
}

static ip_datum make_timestamp(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int64_t year = args[0].as.integer, month = args[1].as.integer, day = args[2].as.integer;
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 ||
        day > ip_value_days_in_month((int)year, (int)month))
        ip_interpreter_raise(run, "22008", "date field value out of range");
    int64_t days = ip_value_days_of_civil((int)year, (int)month, (int)day);
    return (ip_datum){.kind = IP_DATUM_TIMESTAMP, .as.integer = days * IP_DAY + time_of(run, args + 3)};
}

static ip_datum make_timestamptz(ip_run_state *run, const ip_datum *args, int count)
{
    ip_datum created = make_timestamp(run, args, count);
    created.kind = IP_DATUM_TIMESTAMP_TZ;
    return created;
}

const ip_signature ip_builtin_series_signatures[] = {
    {"generate_series", "ppv", "p", series, false, true},
    {"generate_series", "zzv", "z", series, false, true},
    {"justify_days", "v", "v", justify_days, false, false},
    {"timezone", "vz", "p", at_distance, false, false},
    {"timezone", "vp", "z", at_distance, false, false},
    {"isfinite", "d", "b", is_finite, false, false},
    {"isfinite", "p", "b", is_finite, false, false},
    {"isfinite", "z", "b", is_finite, false, false},
    {"isfinite", "v", "b", is_finite, false, false},
    {"make_time", "iif", "h", make_time, false, false},
    {"make_timestamp", "iiiiif", "p", make_timestamp, false, false},
    {"make_timestamptz", "iiiiif", "z", make_timestamptz, false, false},
    {NULL, NULL, NULL, NULL, false, false}};
