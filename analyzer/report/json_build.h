/* Building JSON: for the files that write reports for programs. */
#ifndef IP_JSON_BUILD_H
#define IP_JSON_BUILD_H

#include "coverage.h"
#include "isoproof.h"
#include "base/utf8.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>

/* Building a tree fails only without memory, where the arenas end the process too. */
static inline json_t *must(json_t *value)
{
    if (!value) {
        fputs("isoproof: out of memory\n", stderr);
        exit(2);
    }
    return value;
}

static inline void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, must(value));
}

static inline void append(json_t *array, json_t *value)
{
    json_array_append_new(array, must(value));
}

static inline json_t *string(ip_arena *arena, const char *text)
{
    return text ? json_string(ip_utf8(arena, text)) : json_null();
}

/* Sets file, line and column; all null where there is no place. */
void ip_report_position_to_json(ip_arena *arena, json_t *object, ip_range range);
json_t *ip_report_coverage_to_json(ip_arena *arena, const ip_coverage *coverage, bool statistics);
json_t *ip_report_anomaly_to_json(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly);
json_t *ip_report_advice_to_json(ip_arena *arena, const ip_report_data *report);

#endif
