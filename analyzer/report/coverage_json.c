/* The part of the JSON report on how much of the code was understood. */
#include "report/json_build.h"

static json_t *counts_object(ip_coverage_counts counts)
{
    json_t *object = must(json_object());
    set(object, "exact", json_integer(counts.exact));
    set(object, "approximated", json_integer(counts.approximated));
    set(object, "not_understood", json_integer(counts.not_understood));
    return object;
}

static json_t *place_object(ip_arena *arena, const ip_coverage_place *place)
{
    json_t *object = must(json_object());
    set(object, "kind", json_string(ip_diagnostic_kind_name(place->note->kind)));
    ip_report_position_to_json(arena, object, place->note->range);
    set(object, "transaction", string(arena, place->note->transaction));
    set(object, "what", string(arena, place->note->message));
    set(object, "times", json_integer(place->times));
    return object;
}

static json_t *routine_object(ip_arena *arena, const ip_coverage_routine *routine)
{
    json_t *object = must(json_object());
    set(object, "name", string(arena, routine->name));
    ip_report_position_to_json(arena, object, routine->range);
    set(object, "language", string(arena, routine->language));
    set(object, "trigger", json_boolean(routine->trigger));
    set(object, "writes", json_boolean(routine->writes));
    set(object, "understood", json_string(ip_frontend_understanding_name(routine->understood)));
    return object;
}

static json_t *seconds_object(ip_read_seconds seconds)
{
    json_t *object = must(json_object());
    set(object, "parsing_seconds", json_real(seconds.parsing));
    set(object, "lowering_seconds", json_real(seconds.lowering));
    set(object, "compiling_seconds", json_real(seconds.compiling));
    return object;
}

json_t *ip_report_coverage_to_json(ip_arena *arena, const ip_coverage *coverage, bool statistics)
{
    json_t *object = must(json_object()), *definitions = must(json_object());
    json_t *places = must(json_array()), *routines = must(json_array());
    for (int i = 0; i < coverage->places.count; i++)
        append(places, place_object(arena, &coverage->places.items[i]));
    for (int i = 0; i < coverage->routines.count; i++)
        append(routines, routine_object(arena, &coverage->routines.items[i]));
    set(definitions, "read", json_integer(coverage->routines_read));
    set(definitions, "broken", json_integer(coverage->routines_broken));
    set(definitions, "replaced", json_integer(coverage->routines_replaced));
    set(object, "programs", counts_object(coverage->programs));
    set(object, "statements", counts_object(coverage->statements));
    set(object, "definitions", definitions);
    set(object, "routines", routines);
    set(object, "places", places);
    if (statistics)
        set(object, "statistics", seconds_object(coverage->seconds));
    return object;
}
