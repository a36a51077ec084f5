/* Reads routines from the definitions for the catalog (client_definition.h), with the texts that a server's
 * pg_get_function_arguments() and its like give (ruleutils.c). */
#include "catalog/definition.h"
#include "catalog/relation.h"
#include "parse/pg_parse.h"
#include "parse/quoted_name.h"
#include "workload/client_definition.h"
#include "base/words.h"

#include <string.h>

/* schema.name, each part quoted where it has to be. */
static const char *quoted_path(ip_arena *arena, const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? ip_arena_printf(arena, "%s.%s",
                                 ip_parse_quoted_name(arena, ip_arena_strndup(arena, name, (size_t)(dot - name))),
                                 ip_parse_quoted_name(arena, dot + 1))
               : ip_parse_quoted_name(arena, name);
}

static bool is_created(const ip_definitions *d, const char *name)
{
    for (int i = 0; i < d->types.count; i++)
        if (strcmp(d->types.items[i].name, name) == 0)
            return true;
    for (int i = 0; i < d->composites.count; i++)
        if (strcmp(d->composites.items[i].name, name) == 0)
            return true;
    return ip_catalog_schema_table(d->schema, name) != NULL;
}

/* t.c%TYPE, as the type that the column has; NULL: there is no such table. */
static const char *copied_type(ip_arena *arena, const ip_definitions *d, const char *written)
{
    const char *text = ip_arena_strndup(arena, written, (size_t)(strstr(written, "%TYPE") - written));
    const char *dot = strrchr(text, '.');
    const ip_table *table =
        dot ? ip_catalog_schema_table(d->schema, ip_arena_strndup(arena, text, (size_t)(dot - text))) : NULL;
    int at = table ? ip_catalog_table_column(table, dot + 1) : -1;
    if (at < 0)
        return NULL;
    const ip_column *column = &table->columns.items[at];
    return column->domain ? column->domain : column->type.name;
}

/* Without modifiers, which parameters do not keep, and of arrays of any dimension with one pair of brackets. */
static const char *type_text(ip_arena *arena, const ip_definitions *d, const char *written)
{
    const char *text = written && strstr(written, "%TYPE") ? copied_type(arena, d, written) : written;
    if (!text)
        return NULL;
    size_t length = strcspn(text, "([");
    const char *brackets = strchr(text, '[') ? "[]" : "", *open = strchr(text, '('), *close = strchr(text, ')');
    const char *name = ip_arena_strndup(arena, text, length);
    if (open && close && close[1] == ' ') /* timestamp(3) with time zone */
        name = ip_arena_printf(arena, "%s%.*s", name, (int)strcspn(close + 1, "["), close + 1);
    return ip_arena_printf(arena, "%s%s", is_created(d, name) ? quoted_path(arena, name) : name, brackets);
}

static const char *parameter_text(ip_arena *arena, const ip_listed_parameter *p, bool procedure)
{
    const char *mode = p->mode == 'o'                ? "OUT "
                       : p->mode == 'b'              ? "INOUT "
                       : p->mode == 'v'              ? "VARIADIC "
                       : p->mode == 'i' && procedure ? "IN "
                                                     : "";
    const char *name = *p->name ? ip_parse_quoted_name(arena, p->name) : "";
    return ip_arena_printf(arena, "%s%s%s%s", mode, name, *name ? " " : "", p->type);
}

/* NULL: a type or a default is not known. */
static void write_arguments(ip_arena *arena, const ip_unit *unit, ip_listed_routine *r)
{
    const char *columns = "", *identity = "", *all = "";
    bool known = true;
    for (int i = 0; i < r->count; i++) {
        const ip_listed_parameter *p = &r->parameters[i];
        const ip_unit_parameter *from = &unit->parameters.items[i];
        known = known && p->type;
        if (!known)
            return;
        const char *text = parameter_text(arena, p, unit->procedure);
        if (p->mode == 't') {
            columns = ip_arena_printf(arena, "%s%s%s", columns, *columns ? ", " : "", text);
            continue;
        }
        identity = ip_arena_printf(arena, "%s%s%s", identity, *identity ? ", " : "", text);
        if (from->has_default) {
            const ip_column column = {.type = from->type, .kept_default = from->kept_default};
            const char *value = ip_workload_listed_default(arena, &column, p->type);
            known = strcmp(value, "(…)") != 0;
            text = ip_arena_printf(arena, "%s DEFAULT %s", text, value);
        }
        all = ip_arena_printf(arena, "%s%s%s", all, *all ? ", " : "", text);
    }
    r->identity = identity;
    r->arguments = known ? all : NULL;
    if (*columns)
        r->result = ip_arena_printf(arena, "TABLE(%s)", columns);
}

static void write_result(ip_arena *arena, const ip_definitions *d, const ip_unit *unit, ip_listed_routine *r)
{
    const char *only = NULL;
    int outs = 0;
    for (int i = 0; i < r->count; i++)
        if (r->parameters[i].mode != 'i' && r->parameters[i].mode != 'v') {
            only = r->parameters[i].type;
            outs++;
        }
    if (*unit->return_type)
        r->type = type_text(arena, d, unit->return_type);
    else
        r->type = outs == 1 ? only : outs || !unit->procedure ? "record" : "void";
    if (unit->procedure && outs)
        r->type = "record";
    if (unit->procedure || r->result)
        return;
    r->result = r->type ? ip_arena_printf(arena, "%s%s", unit->returns_set ? "SETOF " : "", r->type) : NULL;
}

static double usual_cost(const ip_unit *unit)
{
    return ip_is_among("c internal", unit->language) ? 1 : 100;
}

static const char *options_text(ip_arena *arena, const ip_unit *unit)
{
    const char *cost =
        unit->cost > 0 && unit->cost != usual_cost(unit) ? ip_arena_printf(arena, " COST %g", unit->cost) : "";
    const char *rows =
        unit->returns_set && unit->rows > 0 && unit->rows != 1000 ? ip_arena_printf(arena, " ROWS %g", unit->rows) : "";
    return ip_arena_printf(arena, "%s%s%s%s%s%s%s%s", unit->window ? " WINDOW" : "",
                           unit->volatility == IP_IMMUTABLE ? " IMMUTABLE"
                           : unit->volatility == IP_STABLE  ? " STABLE"
                                                            : "",
                           unit->parallel == 's'   ? " PARALLEL SAFE"
                           : unit->parallel == 'r' ? " PARALLEL RESTRICTED"
                                                   : "",
                           unit->strict ? " STRICT" : "", unit->definer ? " SECURITY DEFINER" : "",
                           unit->leakproof ? " LEAKPROOF" : "", cost, rows);
}

static void write_definition(ip_arena *arena, const ip_unit *unit, ip_listed_routine *r)
{
    const char *what = unit->procedure ? "PROCEDURE" : "FUNCTION";
    const char *mark = unit->procedure ? "procedure" : "function", *options = options_text(arena, unit);
    const char *name = strchr(unit->name, '.') ? unit->name : ip_arena_printf(arena, "public.%s", unit->name);
    if (!r->arguments || (!unit->procedure && !r->result) || unit->standard ||
        !ip_is_among("sql plpgsql", unit->language))
        return;
    const char *text =
        ip_arena_printf(arena, "CREATE OR REPLACE %s %s(%s)\n", what, quoted_path(arena, name), r->arguments);
    if (!unit->procedure)
        text = ip_arena_printf(arena, "%s RETURNS %s\n", text, r->result);
    text = ip_arena_printf(arena, "%s LANGUAGE %s\n", text, unit->language);
    if (*options)
        text = ip_arena_printf(arena, "%s%s\n", text, options);
    for (int i = 0; i < unit->configured.count; i++) {
        if (!unit->configured.items[i])
            return;
        text = ip_arena_printf(arena, "%s %s\n", text, unit->configured.items[i]);
    }
    while (strstr(r->source, ip_arena_printf(arena, "$%s", mark)))
        mark = ip_arena_printf(arena, "%sx", mark);
    r->definition = ip_arena_printf(arena, "%sAS $%s$%s$%s$\n", text, mark, r->source, mark);
}

static const ip_unit *listed_unit(const ip_definitions *d, int i)
{
    for (int k = 0; k < d->units.count; k++) {
        const ip_unit *unit = d->units.items[k];
        bool named = unit->kind == IP_UNIT_ROUTINE && unit->label && strchr(unit->signature, '('); /* unlike DO */
        if (named && i-- == 0)
            return unit;
    }
    return NULL;
}

bool ip_workload_listed_routine_at(ip_arena *arena, const ip_definitions *d, int i, ip_listed_routine *routine)
{
    const ip_unit *unit = listed_unit(d, i);
    if (!unit)
        return false;
    ip_listed_parameter *parameters = IP_NEW_ARRAY(arena, ip_listed_parameter, unit->parameters.count);
    *routine =
        (ip_listed_routine){.name = unit->name,
                            .language = unit->language,
                            .source = unit->body.source && !unit->standard ? ip_range_text(arena, unit->body) : "",
                            .parameters = parameters,
                            .count = unit->parameters.count,
                            .kind = unit->procedure ? 'p'
                                    : unit->window  ? 'w'
                                                    : 'f',
                            .volatility = unit->volatility == IP_IMMUTABLE ? 'i'
                                          : unit->volatility == IP_STABLE  ? 's'
                                                                           : 'v',
                            .parallel = unit->parallel ? unit->parallel : 'u',
                            .strict = unit->strict,
                            .definer = unit->definer,
                            .leakproof = unit->leakproof,
                            .set = unit->returns_set,
                            .standard = unit->standard,
                            .cost = unit->cost > 0 ? unit->cost : usual_cost(unit),
                            .rows = !unit->returns_set ? 0
                                    : unit->rows > 0   ? unit->rows
                                                       : 1000};
    for (int p = 0; p < unit->parameters.count; p++) {
        const ip_unit_parameter *from = &unit->parameters.items[p];
        parameters[p] =
            (ip_listed_parameter){*from->name == '$' ? "" : from->name, type_text(arena, d, from->type_name),
                                  from->table             ? 't'
                                  : from->variadic        ? 'v'
                                  : from->in && from->out ? 'b'
                                  : from->out             ? 'o'
                                                          : 'i'};
        routine->defaults += from->has_default;
    }
    write_arguments(arena, unit, routine);
    write_result(arena, d, unit, routine);
    write_definition(arena, unit, routine);
    return true;
}

const char *ip_workload_listed_operator_at(const ip_definitions *d, bool aggregate, int i)
{
    for (int k = 0; k < d->user_operators.count; k++)
        if (d->user_operators.items[k].kind == (aggregate ? IP_USER_AGGREGATE : IP_USER_OPERATOR) && i-- == 0)
            return d->user_operators.items[k].name;
    return NULL;
}
