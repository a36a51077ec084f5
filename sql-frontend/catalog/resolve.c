/* Overload resolution: chooses among user-defined routines of one name. */
#include "catalog/resolve.h"

#include "base/words.h"

#include "catalog/builtin.h"
#include "catalog/unit_index.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 100 };

/* How well an argument suits a parameter. */
typedef enum fit { NO, MAYBE, IMPLICIT, EXACT } fit;

const char *ip_catalog_without_modifier(ip_arena *arena, const char *type)
{
    const char *open = strchr(type, '('), *close = open ? strchr(open, ')') : NULL;
    return close ? ip_arena_printf(arena, "%.*s%s", (int)(open - type), type, close + 1) : type;
}

ip_argument ip_catalog_argument_of(ip_arena *arena, const ip_tree *node)
{
    ip_argument argument = {.kind = IP_OTHER};
    const PgQuery__NamedArgExpr *named = ip_as_named_arg_expr(node);
    if (named) {
        argument = ip_catalog_argument_of(arena, IP_GET(named, arg));
        argument.name = ip_arena_strdup(arena, IP_TEXT(named, name));
        return argument;
    }
    const PgQuery__AConst *constant = ip_as_a_const(node);
    const PgQuery__TypeCast *cast = ip_as_type_cast(node);
    if (cast) {
        ip_type type = ip_parse_typename_type(arena, IP_GET(cast, type_name));
        argument.type = ip_catalog_without_modifier(arena, type.name);
        argument.kind = type.kind;
        argument.array = type.array;
    } else if (ip_const_ival(constant)) {
        argument.type = "integer";
        argument.kind = IP_INTEGER;
    } else if (ip_const_fval(constant)) {
        const char *digits = IP_TEXT(ip_const_fval(constant), fval);
        bool whole = strspn(digits, "0123456789") == strlen(digits) && strlen(digits) < 19;
        argument.type = whole ? "bigint" : "numeric";
        argument.kind = whole ? IP_INTEGER : IP_NUMERIC;
    } else if (ip_const_boolval(constant)) {
        argument.type = "boolean";
        argument.kind = IP_BOOLEAN;
    } else if (constant) {
        argument.literal = true;
    }
    return argument;
}

static bool takes_argument(const ip_unit *unit, const ip_unit_parameter *p)
{
    return p->in || (unit->procedure && p->out);
}

bool ip_catalog_resolve_places(const ip_unit *unit, const ip_argument *arguments, int count, bool variadic,
                               int *parameter)
{
    int next = 0, all = unit->parameters.count;
    if (all > MOST_ARGUMENTS)
        return false;
    bool given[MOST_ARGUMENTS + 1] = {false};
    for (int i = 0; i < count; i++) {
        int to = -1;
        for (int k = 0; arguments[i].name && k < all; k++)
            if (takes_argument(unit, &unit->parameters.items[k]) &&
                strcmp(unit->parameters.items[k].name, arguments[i].name) == 0)
                to = k;
        while (!arguments[i].name && next < all && !takes_argument(unit, &unit->parameters.items[next]))
            next++;
        if (!arguments[i].name && next < all)
            to = next;
        if (to < 0)
            return false;
        bool collects = unit->parameters.items[to].variadic && !variadic && !arguments[i].name;
        if (given[to] && !collects)
            return false;
        next += !arguments[i].name && !collects;
        given[to] = true;
        parameter[i] = to;
    }
    for (int k = 0; k < all; k++) {
        const ip_unit_parameter *p = &unit->parameters.items[k];
        if (takes_argument(unit, p) && !given[k] && !p->has_default)
            return false;
    }
    return true;
}

/* Implicit casts (pg_cast, castcontext 'i'): to each type from those. */
static const struct {
    const char *to, *from;
} casts[] = {
    {"integer", "|smallint|"},
    {"bigint", "|smallint|integer|"},
    {"numeric", "|smallint|integer|bigint|"},
    {"real", "|smallint|integer|bigint|numeric|"},
    {"double precision", "|smallint|integer|bigint|numeric|real|"},
    {"timestamp without time zone", "|date|"},
    {"timestamp with time zone", "|date|timestamp without time zone|"},
    {"time with time zone", "|time without time zone|"},
    {"interval", "|time without time zone|"},
    {"text", "|character varying|character|name|\"char\"|pg_node_tree|"},
    {"character varying", "|text|character|"},
    {"character", "|text|character varying|"},
    {"name", "|text|character varying|character|"},
    {"bit", "|varbit|"},
    {"varbit", "|bit|"},
    {"inet", "|cidr|"},
    {"macaddr", "|macaddr8|"},
    {"macaddr8", "|macaddr|"},
    {"regproc", "|regprocedure|"},
    {"regprocedure", "|regproc|"},
    {"regoper", "|regoperator|"},
    {"regoperator", "|regoper|"},
};
static const char of_oid[] = "|regclass|regcollation|regconfig|regdictionary|regnamespace|regoper|regoperator|regproc|"
                             "regprocedure|regrole|regtype|";

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* list: names between bars. */
static bool is_in(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)) != NULL; at++)
        if (at > list && at[-1] == '|' && at[length] == '|')
            return true;
    return false;
}

bool ip_catalog_casts_implicitly(const char *from, const char *to)
{
    size_t from_length = strlen(from), to_length = strlen(to);
    char element[2][64];
    bool arrays = from_length > 2 && to_length > 2 && from_length < sizeof element[0] &&
                  to_length < sizeof element[1] && same(from + from_length - 2, "[]") && same(to + to_length - 2, "[]");
    if (arrays) {
        snprintf(element[0], sizeof element[0], "%.*s", (int)from_length - 2, from);
        snprintf(element[1], sizeof element[1], "%.*s", (int)to_length - 2, to);
        return ip_catalog_casts_implicitly(element[0], element[1]);
    }
    if (same(to, "oid") || is_in(of_oid, to)) {
        bool number = is_in("|smallint|integer|bigint|oid|", from);
        if (number || (same(to, "oid") && is_in(of_oid, from)) ||
            (same(to, "regclass") && is_in("|text|character varying|", from)))
            return !same(from, to);
    }
    for (size_t i = 0; i < sizeof casts / sizeof casts[0]; i++)
        if (same(casts[i].to, to))
            return is_in(casts[i].from, from);
    return false;
}

static const ip_user_type *user_type(const ip_definitions *d, const char *name)
{
    for (int i = 0; i < d->types.count; i++)
        if (same(d->types.items[i].name, name))
            return &d->types.items[i];
    return NULL;
}

static bool polymorphic(const char *type)
{
    return strncmp(type, "any", 3) == 0 || same(type, "\"any\"");
}

static bool has_percent(const char *type)
{
    return strchr(type, '%') != NULL;
}

/* type: of the parameter, or of its elements for a VARIADIC argument. */
static fit suits(ip_arena *arena, const ip_definitions *d, const ip_argument *a, const char *type, ip_type_kind kind)
{
    const char *to = ip_catalog_without_modifier(arena, type);
    bool array = strchr(to, '[') != NULL;
    if (a->literal)
        return IMPLICIT;
    if (polymorphic(to))
        return same(to, "anyarray") && a->type && !a->array ? NO : IMPLICIT;
    if (has_percent(to))
        return MAYBE;
    const ip_user_type *over = user_type(d, to);
    if (over && over->domain && a->type && !same(a->type, to)) /* a value of the domain has the domain's base type */
        return MAYBE;
    if (a->type) {
        const ip_user_type *domain = user_type(d, a->type);
        if (same(a->type, to))
            return EXACT;
        /* A domain is cast to its base type; a user's own implicit casts may do anything. */
        for (int i = 0; i < d->user_operators.count; i++)
            if (d->user_operators.items[i].unasked && same(d->user_operators.items[i].name, to))
                return MAYBE;
        if (domain && domain->labels.count == 0)
            return MAYBE;
        return ip_catalog_casts_implicitly(a->type, to) ? IMPLICIT : NO;
    }
    if (a->kind == IP_OTHER || kind == IP_OTHER)
        return MAYBE;
    if (a->array != array)
        return NO;
    return a->kind == kind || (a->kind == IP_INTEGER && kind == IP_NUMERIC) ? MAYBE : NO;
}

typedef struct candidate {
    const ip_unit *unit;
    int exact, preferred, text; /* numbers of arguments: of exactly the parameter's type; of a preferred type; literals
                                   that become text */
    bool sure;                  /* every argument is known to be accepted */
    bool
        collects; /* some arguments go into a VARIADIC parameter: a candidate of equal types without one is preferred */
} candidate;

static const char *parameter_type(ip_arena *arena, const ip_unit_parameter *p, bool collects)
{
    size_t length = strlen(p->type_name);
    return collects && length > 2 ? ip_arena_strndup(arena, p->type_name, length - 2) : p->type_name;
}

static bool weigh(ip_arena *arena, const ip_definitions *d, const ip_unit *unit, const ip_argument *arguments,
                  int count, bool variadic, candidate *c)
{
    static const char *const preferred[] = {"text",    "double precision", "timestamp with time zone",
                                            "boolean", "interval",         "oid"};
    int *places = IP_NEW_ARRAY(arena, int, count);
    *c = (candidate){.unit = unit, .sure = true};
    if (!ip_catalog_resolve_places(unit, arguments, count, variadic, places))
        return false;
    for (int i = 0; i < count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[places[i]];
        bool collects = p->variadic && !variadic && !arguments[i].name;
        const char *type = parameter_type(arena, p, collects);
        c->collects = c->collects || collects;
        if (!p->in)
            continue; /* only takes a place */
        fit f = suits(arena, d, &arguments[i], type, p->type.kind);
        if (f == NO)
            return false;
        c->sure = c->sure && f != MAYBE;
        c->exact += f == EXACT;
        for (size_t k = 0; !arguments[i].literal && k < sizeof preferred / sizeof preferred[0]; k++)
            c->preferred += f == IMPLICIT && same(preferred[k], ip_catalog_without_modifier(arena, type));
        c->text += arguments[i].literal && p->type.kind == IP_TEXT && (collects || !p->type.array);
    }
    return true;
}

typedef IP_VEC(candidate) candidate_list;

static int score(const candidate *c, int step)
{
    return step == 0 ? c->exact : step == 1 ? c->exact + c->preferred : step == 2 ? c->text : !c->collects;
}

/* Drops all but the best; nothing if none is better. */
static void keep_best(candidate_list *list, int step)
{
    int best = -1, kept = 0;
    for (int i = 0; i < list->count; i++) {
        const candidate *c = &list->items[i];
        int value = score(c, step);
        best = value > best ? value : best;
    }
    for (int i = 0; i < list->count; i++) {
        const candidate c = list->items[i];
        if (score(&c, step) == best)
            list->items[kept++] = c;
    }
    list->count = kept;
}

/* The position of its schema in the path; -1: none. */
static int place_in(const ip_path *path, const ip_unit *unit)
{
    size_t length = (size_t)(ip_last_part(unit->name) - unit->name);
    for (int i = 0; path && i < path->schemas.count; i++)
        if (length > 0 ? strlen(path->schemas.items[i]) + 1 == length &&
                             strncmp(path->schemas.items[i], unit->name, length - 1) == 0
                       : same(path->schemas.items[i], "public"))
            return i;
    return -1;
}

/* Of candidates with the same parameters, the first in the path is chosen. */
static bool is_hidden(const ip_path *path, const ip_resolved *all, const ip_unit *unit)
{
    const char *inputs = unit->signature + strlen(unit->name);
    for (int i = 0; i < all->units.count; i++) {
        const ip_unit *other = all->units.items[i];
        if (place_in(path, other) < place_in(path, unit) && same(other->signature + strlen(other->name), inputs))
            return true;
    }
    return false;
}

/* The routines that the name may refer to: in the schema it names, in the path's, in public, else in any. */
static void gather(ip_arena *arena, const ip_definitions *d, const ip_path *path, const char *name,
                   ip_resolved *resolved)
{
    const char *last = ip_last_part(name);
    bool qualified = last != name;
    int first = ip_catalog_first_named(d, last);
    ip_resolved all = {0};
    /* Of several paths, a schema of any of them may be the first. */
    for (int pass = !qualified && d->path_varies ? 2 : 0; pass < 3 && all.units.count == 0; pass++)
        for (int i = first; i < d->names.count && same(d->names.items[i].name, last); i++) {
            const ip_unit *unit = d->units.items[d->names.items[i].unit];
            bool named = pass < 2 && (same(unit->name, name)) && (qualified || pass == 1);
            named = named || (!qualified && (pass == 2 || (pass == 0 && place_in(path, unit) >= 0)));
            if (named)
                IP_PUSH(arena, &all.units, unit);
        }
    for (int i = 0; i < all.units.count; i++)
        if (qualified || d->path_varies || !is_hidden(path, &all, all.units.items[i]))
            IP_PUSH(arena, &resolved->units, all.units.items[i]);
    resolved->known_name = resolved->units.count > 0;
}

static bool builtin_takes(const ip_builtin *b, const ip_argument *arguments, int count)
{
    int all = *b->arguments != '\0';
    for (const char *c = b->arguments; *c; c++)
        all += *c == ',';
    if (count > all ? !b->variadic : count < all - b->defaults - b->variadic)
        return false;
    const char *at = b->arguments;
    for (int i = 0; i < count && i < all; i++) {
        size_t length = strcspn(at, ",");
        bool exact =
            !arguments[i].type || (strlen(arguments[i].type) == length && strncmp(arguments[i].type, at, length) == 0);
        if (!exact)
            return false;
        at += length + (at[length] == ',');
    }
    return true;
}

ip_resolved ip_catalog_resolve(ip_arena *arena, const ip_definitions *d, const ip_path *path, const char *name,
                               const ip_argument *arguments, int count, bool variadic)
{
    ip_resolved all = {0}, resolved = {0};
    candidate_list list = {0};
    bool known = true;
    int builtins;
    gather(arena, d, path, name, &all);
    for (int i = 0; i < all.units.count; i++) {
        candidate c;
        if (weigh(arena, d, all.units.items[i], arguments, count, variadic, &c))
            IP_PUSH(arena, &list, c);
    }
    for (int i = 0; i < count; i++)
        known = known && (arguments[i].type || arguments[i].literal);
    for (int i = 0; i < list.count; i++)
        known = known && list.items[i].sure;
    for (int step = 0; known && list.count > 1 && step < 4; step++)
        keep_best(&list, step);
    for (int i = 0; i < list.count; i++)
        IP_PUSH(arena, &resolved.units, list.items[i].unit);
    resolved.known_name = all.known_name;
    /* pg_catalog comes first in every path: with equal parameters its function is chosen. */
    const ip_builtin *b = ip_last_part(name) == name ? ip_catalog_builtin_named(name, &builtins) : NULL;
    for (int i = 0; b && i < builtins; i++)
        resolved.builtin =
            resolved.builtin || (!b[i].extension && !b[i].since && builtin_takes(&b[i], arguments, count));
    return resolved;
}

/* Types with functions of their name for every conversion to them, so that a call is the cast; and types that are
 * converted to and from text. */
static const char own_types[] =
    " int2 int4 int8 oid float4 float8 money text varchar bpchar name uuid bool date time timetz timestamp timestamptz "
    "interval json jsonb xml bytea bit varbit inet cidr macaddr macaddr8 tsvector tsquery point line lseg box path "
    "polygon circle regclass regtype regproc regprocedure regoper regoperator regrole regnamespace regconfig "
    "regdictionary pg_lsn xid xid8 citext hstore ltree ";

bool ip_catalog_names_type(const ip_definitions *d, const char *name)
{
    char padded[80];
    if (user_type(d, name))
        return true;
    for (int i = 0; i < d->composites.count; i++)
        if (same(d->composites.items[i].name, name))
            return true;
    return snprintf(padded, sizeof padded, " %s ", name) < (int)sizeof padded && strstr(own_types, padded);
}

const PgQuery__TypeCast *ip_catalog_cast_of_call(const ip_definitions *d, const PgQuery__FuncCall *call)
{
    const ip_tree *args = IP_ITEMS(call, args), *names = IP_ITEMS(call, funcname);
    if (IP_ITEMS(call, agg_order) || call->agg_filter || call->over || call->agg_within_group || call->agg_star ||
        call->agg_distinct || call->func_variadic)
        return NULL;
    if (ip_parse_list_size(args) != 1 || ip_as_named_arg_expr(ip_parse_list_item(args, 0)) ||
        !ip_catalog_names_type(d, ip_parse_call_name(d->arena, call)))
        return NULL;
    PgQuery__TypeCast *cast = ip_parse_message_new(d->arena, &pg_query__type_cast__descriptor);
    cast->arg = (PgQuery__Node *)ip_parse_list_item(args, 0);
    cast->type_name = ip_parse_message_new(d->arena, &pg_query__type_name__descriptor);
    IP_SET_LIST(cast->type_name, names, *ip_parse_list_of(names));
    cast->type_name->typemod = -1;
    return cast;
}

bool ip_catalog_is_own_operator(const char *symbol)
{
    static const char own[] = " + - * / % ^ = <> != < > <= >= || && @> <@ -> ->> #> #>> #- ~ ~* !~ !~* ~~ ~~* !~~ "
                              "!~~* ? ?| ?& @ @@ # & | << >> |/ ||/ ! !! <-> -|- ~= ";
    char padded[80];
    return snprintf(padded, sizeof padded, " %s ", symbol) < (int)sizeof padded && strstr(own, padded);
}
