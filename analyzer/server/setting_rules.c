/* Which settings a server has, when each can be set, to which values, and how it shows them (guc.c). */
#include "server/client_state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum when { OF_SESSION, OF_CONNECTION, OF_RELOAD, OF_START, FIXED } when;
typedef enum kind { IS_BOOL, IS_INTEGER, IS_REAL, IS_ENUM, IS_STRING } kind;

typedef struct rule {
    const char *name;
    when when;
    kind kind;
    double least, greatest;
    const char *unit, *values, *shown;
} rule;

static const rule rules[] = {
#define SETTING(name, when, kind, least, greatest, unit, values, shown)                                                \
    {name, when, kind, least, greatest, unit, values, shown},
#include "server/setting_rules.inc"
#undef SETTING
};

static int compare(const void *name, const void *entry)
{
    return strcasecmp(name, ((const rule *)entry)->name);
}

static const rule *rule_of(const char *name)
{
    return bsearch(name, rules, sizeof rules / sizeof *rules, sizeof *rules, compare);
}

bool ip_served_setting_exists(const char *name)
{
    return strchr(name, '.') || rule_of(name);
}

const char *ip_served_setting_name(const char *name)
{
    const rule *r = rule_of(name);
    return r ? r->name : name;
}

const char *ip_served_setting_usual(const char *name)
{
    const rule *r = rule_of(name);
    return r ? r->shown : NULL;
}

/* In the base unit of the setting: base is the factor of an entry to that of the smallest. */
typedef struct unit {
    const char *name;
    double factor;
} unit;

static const unit memory[] = {{"B", 1},        {"kB", 1024},       {"8kB", 8192},
                              {"MB", 1048576}, {"GB", 1073741824}, {"TB", 1099511627776}},
                  time[] = {{"us", 0.001}, {"ms", 1}, {"s", 1000}, {"min", 60000}, {"h", 3600000}, {"d", 86400000}};
enum { UNITS = 6 };

/* Returns -1 if it is no time. */
static double time_of(const char *value)
{
    char *unit;
    double number = strtod(value, &unit);
    if (unit == value || number < 0)
        return -1;
    unit += strspn(unit, " ");
    for (int i = 0; i < UNITS; i++)
        if (strcmp(unit, time[i].name) == 0)
            return number * time[i].factor;
    return *unit ? -1 : number;
}

double ip_served_setting_milliseconds(const char *value)
{
    double milliseconds = value ? time_of(value) : 0;
    return milliseconds > 0 ? milliseconds : 0;
}

static const unit *units_of(const rule *r, double *base)
{
    for (int i = 0; i < UNITS; i++) {
        const unit *all[] = {memory, time};
        for (int k = 0; k < 2; k++)
            if (strcmp(all[k][i].name, r->unit) == 0) {
                *base = all[k][i].factor;
                return all[k];
            }
    }
    return NULL;
}

static ip_served_error invalid(ip_arena *arena, const rule *r, const char *value)
{
    return (ip_served_error){"22023",
                             ip_arena_printf(arena, "invalid value for parameter \"%s\": \"%s\"", r->name, value)};
}

static const char *shown_number(ip_arena *arena, const rule *r, double number)
{
    double base = 1;
    const unit *units = number > 0 ? units_of(r, &base) : NULL;
    for (int i = UNITS - 1; units && i >= 0; i--) {
        double in_unit = number * base / units[i].factor;
        if (in_unit == floor(in_unit) && strcmp(units[i].name, "8kB") != 0)
            return ip_arena_printf(arena, "%.0f%s", in_unit, units[i].name);
    }
    return r->kind == IS_INTEGER ? ip_arena_printf(arena, "%.0f", number) : ip_arena_printf(arena, "%g", number);
}

static ip_served_error number_of(ip_arena *arena, const rule *r, const char *value, const char **shown)
{
    char *after;
    double base = 1, number = strtod(value, &after);
    const unit *units = units_of(r, &base);
    if (after == value || isnan(number))
        return invalid(arena, r, value);
    after += strspn(after, " \t\n");
    size_t length = strcspn(after, " \t\n");
    if (after[length + strspn(after + length, " \t\n")])
        return invalid(arena, r, value);
    bool known = length == 0;
    for (int i = 0; units && i < UNITS && !known; i++)
        if (strlen(units[i].name) == length && strncmp(units[i].name, after, length) == 0) {
            number = number * units[i].factor / base;
            known = true;
        }
    if (!known)
        return invalid(arena, r, value);
    if (r->kind == IS_INTEGER)
        number = rint(number);
    if (number < r->least || number > r->greatest)
        return (ip_served_error){
            "22023",
            ip_arena_printf(arena, "%.15g%s%s is outside the valid range for parameter \"%s\" (%.15g .. %.15g)", number,
                            *r->unit ? " " : "", r->unit, r->name, r->least, r->greatest)};
    *shown = shown_number(arena, r, number);
    return (ip_served_error){0};
}

/* -1: it is none. */
static int truth_of(const char *value)
{
    static const char *const words[] = {"true", "yes", "on", "1", "false", "no", "off", "0"};
    size_t length = strlen(value);
    for (int i = 0; i < 8; i++)
        if (length && strncasecmp(words[i], value, length) == 0 && (length > 1 || *value != 'o'))
            return i < 4;
    return -1;
}

/* One of the values, with commas between them; "debug" stands for debug2, and a truth for on or off. */
static const char *value_named(ip_arena *arena, const char *values, const char *value)
{
    for (const char *at = values; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        size_t length = strcspn(at, ",");
        if (strlen(value) == length && strncasecmp(at, value, length) == 0)
            return ip_arena_strndup(arena, at, length);
    }
    if (strcasecmp(value, "debug") == 0 && strstr(values, "debug2"))
        return "debug2";
    int truth = strstr(values, "off") ? truth_of(value) : -1;
    return truth < 0 || strlen(value) < 2 ? NULL : truth ? "on" : "off";
}

static ip_served_error dates_of(ip_arena *arena, const rule *r, const char *value)
{
    static const char *const here[] = {"iso", "mdy", "us", "noneuro", "noneuropean", "default"},
                             *const elsewhere[] = {"sql", "postgres", "postgresql", "german",
                                                   "dmy", "euro",     "european",   "ymd"};
    bool refused = false;
    for (const char *at = value; *at;) {
        at += strspn(at, ", ");
        size_t length = strcspn(at, ", ");
        bool known = length == 0;
        for (size_t i = 0; i < sizeof here / sizeof *here; i++)
            known = known || (strlen(here[i]) == length && strncasecmp(here[i], at, length) == 0);
        for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
            if (strlen(elsewhere[i]) == length && strncasecmp(elsewhere[i], at, length) == 0)
                known = refused = true;
        if (!known)
            return invalid(arena, r, value);
        at += length;
    }
    return refused ? (ip_served_error){"0A000", "isoproof knows one DateStyle: ISO, MDY"} : (ip_served_error){0};
}

/* Settings that change what statements do or what they give, where serve does the usual thing only. */
static bool is_ignored(const char *name, const char *shown)
{
    static const char *const usual[][2] = {
        {"array_nulls", "on"},
        {"bytea_output", "hex"},
        {"quote_all_identifiers", "off"},
        {"standard_conforming_strings", "on"},
        {"session_replication_role", "origin"},
        {"timezone_abbreviations", "Default"},
        {"transform_null_equals", "off"},
    };
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcasecmp(usual[i][0], name) == 0)
            return strcasecmp(usual[i][1], shown) != 0;
    if (strcasecmp(name, "intervalstyle") == 0)
        return strcmp(shown, "postgres") != 0 && strcmp(shown, "iso_8601") != 0;
    return strcasecmp(name, "extra_float_digits") == 0 && atoi(shown) < 1;
}

static ip_served_error string_of(ip_arena *arena, const rule *r, const char *value, const char **shown)
{
    if (strcasecmp(r->name, "datestyle") == 0) {
        *shown = "ISO, MDY";
        return dates_of(arena, r, value);
    }
    bool space = strcasecmp(r->name, "default_tablespace") == 0;
    bool method = strcasecmp(r->name, "default_table_access_method") == 0;
    if ((space && *value && strcmp(value, "pg_default") != 0 && strcmp(value, "pg_global") != 0) ||
        (method && strcmp(value, "heap") != 0))
        return invalid(arena, r, value);
    return (ip_served_error){0};
}

ip_served_error ip_served_setting_checked(const ip_served_client *client, const char *name, const char *value,
                                          const char **shown)
{
    static const char *const why[] = {
        [OF_CONNECTION] = "parameter \"%s\" cannot be set after connection start",
        [OF_RELOAD] = "parameter \"%s\" cannot be changed now",
        [OF_START] = "parameter \"%s\" cannot be changed without restarting the server",
        [FIXED] = "parameter \"%s\" cannot be changed",
    };
    ip_arena *arena = client->message;
    const rule *r = rule_of(name);
    ip_served_error error = {0};
    *shown = value;
    if (r && r->when != OF_SESSION && (r->when != OF_CONNECTION || client->started)) {
        const char *format = why[r->when];
        size_t before = strcspn(format, "%");
        return (ip_served_error){"55P02",
                                 ip_arena_printf(arena, "%.*s%s%s", (int)before, format, r->name, format + before + 2)};
    }
    if (!r || !value)
        return error;
    if (r->kind == IS_BOOL) {
        int truth = truth_of(value);
        *shown = truth > 0 ? "on" : "off";
        if (truth < 0)
            return (ip_served_error){"22023",
                                     ip_arena_printf(arena, "parameter \"%s\" requires a Boolean value", r->name)};
    } else if (r->kind == IS_ENUM) {
        *shown = value_named(arena, r->values, value);
        if (!*shown)
            return invalid(arena, r, value);
    } else
        error = r->kind == IS_STRING ? string_of(arena, r, value, shown) : number_of(arena, r, value, shown);
    if (!error.sqlstate && is_ignored(r->name, *shown))
        return (ip_served_error){"0A000",
                                 ip_arena_printf(arena, "isoproof does not run this: SET %s = '%s'", r->name, *shown)};
    return error;
}
