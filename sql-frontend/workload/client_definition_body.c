/* The server's errors for a body in PL/pgSQL when its routine is created: RETURN, declarations, RAISE, conditions, and
 * assignments to constants (pl_gram.y, pl_comp.c). */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "missing_names/missing_name.h"

#include <ctype.h>
#include <string.h>

typedef struct scope {
    const struct scope *around;
    const ip_pl_statement *block;
} scope;

typedef struct body_check {
    ip_arena *arena;
    const ip_definitions *definitions;
    const ip_unit *unit;
    ip_condition_named *condition;
    bool outputs;
    ip_body_error error;
} body_check;

static void refuse(body_check *check, const char *sqlstate, const char *message)
{
    if (!check->error.sqlstate)
        check->error = (ip_body_error){sqlstate, message};
}

static const char *lower_case(ip_arena *arena, const char *text)
{
    char *copy = ip_arena_strdup(arena, text);
    for (char *at = copy; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return copy;
}

/* The text, if it is one plain name; else NULL. */
static const char *plain_name(body_check *check, ip_pl_text text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    if (!ip_pl_given(text))
        return NULL;
    char *name = (char *)ip_range_text(check->arena, text);
    size_t length = strspn(name, letters);
    if (!length || name[length + strspn(name + length, " \t\r\n")])
        return NULL;
    name[length] = '\0';
    return lower_case(check->arena, name);
}

/* ------------------------------------------------------------------ RETURN -- */

static void check_return(body_check *check, const ip_pl_statement *s)
{
    const ip_unit *unit = check->unit;
    bool given = ip_pl_given(s->expr), query = s->sql_text || s->executes;
    if (s->more_follows) {
        if (!unit->returns_set)
            refuse(check, "42804",
                   query ? "cannot use RETURN QUERY in a non-SETOF function"
                         : "cannot use RETURN NEXT in a non-SETOF function");
        else if (!query && given && check->outputs)
            refuse(check, "42804", "RETURN NEXT cannot have a parameter in function with OUT parameters");
        return;
    }
    const char *of = unit->returns_set ? "function returning set"
                     : check->outputs  ? "function with OUT parameters"
                     : unit->procedure ? "a procedure"
                     : strcmp(unit->return_type ? unit->return_type : "", "void") == 0 ? "function returning void"
                                                                                       : NULL;
    if (of && given)
        refuse(check, unit->procedure && !check->outputs ? "42601" : "42804",
               ip_arena_printf(check->arena, "RETURN cannot have a parameter in %s", of));
    else if (!of && !given)
        refuse(check, "42601", "missing expression at or near \";\"");
}

/* ------------------------------------------------------------ declarations -- */

static bool is_relation(const body_check *check, const char *name)
{
    ip_relation r = ip_catalog_relation_named(check->definitions, check->definitions->script_path, name);
    return r.table || r.view || r.composite || r.several || r.catalog || r.guessed;
}

/* Types that the grammar knows under other names than the catalog. */
#define OF_GRAMMAR                                                                                                     \
    "int integer smallint bigint real float decimal dec numeric boolean bit char character varchar nchar national "    \
    "time timestamp interval double setof record refcursor"

static void check_type(body_check *check, const char *type)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    const char *lower = lower_case(check->arena, type);
    size_t length = strspn(lower, letters);
    char *name = ip_arena_strndup(check->arena, lower, length);
    const char *rest = lower + length + strspn(lower + length, " ");
    if (!length || check->definitions->extensions.count)
        return;
    if (!*rest && !ip_ddl_definitions_type(check->definitions, name) && !is_relation(check, name) &&
        !ip_missing_type_of_server(name) && !ip_is_among(OF_GRAMMAR, name))
        refuse(check, "42704", ip_arena_printf(check->arena, "type \"%s\" does not exist", name));
    if (strcmp(rest, "%rowtype") == 0 && !is_relation(check, name))
        refuse(check, "42P01", ip_arena_printf(check->arena, "relation \"%s\" does not exist", name));
    ip_relation r = {0};
    if (*rest == '.')
        r = ip_catalog_relation_named(check->definitions, check->definitions->script_path, name);
    size_t column = *rest == '.' ? strspn(rest + 1, letters) : 0;
    if (r.table && column && strcmp(rest + 1 + column, "%type") == 0 &&
        ip_catalog_table_column(r.table, ip_arena_strndup(check->arena, rest + 1, column)) < 0)
        refuse(check, "42601", "syntax error at or near \"%\"");
}

static void check_declarations(body_check *check, const ip_pl_statement *block)
{
    for (int i = 0; i < block->declarations.count; i++) {
        const ip_pl_declaration *d = &block->declarations.items[i];
        for (int k = 0; k < i; k++)
            if (strcmp(block->declarations.items[k].name, d->name) == 0)
                refuse(check, "42601",
                       ip_arena_printf(check->arena, "duplicate declaration at or near \"%s\"", d->name));
        if (!d->alias_for && !d->cursor && d->type)
            check_type(check, d->type);
        if (d->not_null && !ip_pl_given(d->initial))
            refuse(check, "22004",
                   ip_arena_printf(check->arena,
                                   "variable \"%s\" must have a default value, since it's declared NOT NULL", d->name));
    }
}

static void check_target(body_check *check, const scope *scope, ip_pl_text target)
{
    const char *name = plain_name(check, target);
    for (; name && scope; scope = scope->around)
        for (int i = 0; i < scope->block->declarations.count; i++) {
            const ip_pl_declaration *d = &scope->block->declarations.items[i];
            if (strcmp(d->name, name) != 0)
                continue;
            if (d->constant)
                refuse(check, "22005", ip_arena_printf(check->arena, "variable \"%s\" is declared CONSTANT", name));
            return;
        }
}

/* -------------------------------------------------------------- exceptions -- */

static void need_condition(body_check *check, const char *name)
{
    if (name && strcmp(name, "others") != 0 && !check->condition(name))
        refuse(check, "42704", ip_arena_printf(check->arena, "unrecognized exception condition \"%s\"", name));
}

static void check_raise(body_check *check, const ip_pl_raise *raise)
{
    int places = 0;
    need_condition(check, raise->condition);
    if (!raise->format)
        return;
    for (const char *at = raise->format; *at; at++) {
        places += *at == '%' && at[1] != '%';
        at += *at == '%' && at[1] == '%';
    }
    if (places != raise->args.count)
        refuse(check, "42601",
               places > raise->args.count ? "too few parameters specified for RAISE"
                                          : "too many parameters specified for RAISE");
}

/* --------------------------------------------------------------- statements -- */

static void check_all(body_check *check, const scope *around, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count && !check->error.sqlstate; i++) {
        const ip_pl_statement *s = items[i];
        const scope own = {around, s};
        const scope *inner = s->kind == IP_PL_BLOCK ? &own : around;
        if (s->kind == IP_PL_BLOCK)
            check_declarations(check, s);
        if (s->kind == IP_PL_RETURN)
            check_return(check, s);
        if (s->kind == IP_PL_RAISE && s->raise)
            check_raise(check, s->raise);
        for (int t = 0; t < s->targets.count && s->kind != IP_PL_FOR_RANGE; t++)
            check_target(check, inner, s->targets.items[t]);
        check_all(check, inner, s->body.items, s->body.count);
        for (int b = 0; b < s->branches.count; b++)
            check_all(check, inner, s->branches.items[b].body.items, s->branches.items[b].body.count);
        for (int h = 0; h < s->handler_list.count; h++) {
            const ip_pl_handler *handler = &s->handler_list.items[h];
            for (int c = 0; c < handler->conditions.count; c++)
                need_condition(check, handler->conditions.items[c]);
            check_all(check, inner, handler->body.items, handler->body.count);
        }
    }
}

ip_body_error ip_workload_body_error(ip_arena *arena, const ip_definitions *definitions, const ip_source *created,
                                     ip_condition_named *condition)
{
    body_check check = {.arena = arena, .definitions = definitions, .condition = condition};
    for (int i = 0; i < definitions->units.count && !check.error.sqlstate; i++) {
        const ip_unit *unit = definitions->units.items[i];
        const ip_source *source = unit->range.source;
        while (source && source->origin)
            source = source->origin;
        if (source != created || unit->kind != IP_UNIT_ROUTINE || strcmp(unit->language, "plpgsql") != 0 || !unit->tree)
            continue;
        check.unit = unit;
        check.outputs = false;
        for (int p = 0; p < unit->parameters.count; p++)
            check.outputs = check.outputs || unit->parameters.items[p].out;
        ip_pl_statement *const body = unit->written ? unit->written : unit->tree;
        check_all(&check, NULL, &body, 1);
    }
    return check.error;
}
