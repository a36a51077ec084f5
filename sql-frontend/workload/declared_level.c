/* Finds the isolation level that code declares: SET TRANSACTION, BEGIN, session and database defaults. */
#define _GNU_SOURCE /* strcasestr */
/* The level that the code of a routine or script gives a transaction. */
#include "workload/declared_level.h"

#include <string.h>
#include <strings.h>

#include "base/words.h"
#include "parse/pg_parse.h"

static bool has_word(ip_range range, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = range.begin; at + length <= range.end; at++)
        if (strncasecmp(range.source->text + at, word, length) == 0)
            return true;
    return false;
}

/* Of a statement of PL/pgSQL. */
static ip_level_scope said_by(ip_arena *arena, const ip_pl_statement *s, const char **level)
{
    ip_parse_error error;
    ip_level_scope scope = IP_LEVEL_NOT;
    bool sql = (s->kind == IP_PL_SQL || s->kind == IP_PL_PERFORM) && s->sql_text;
    const char *text = sql ? s->sql_text : NULL;
    if (s->kind == IP_PL_ASSIGN && s->expr.source && has_word(s->expr, "isolation"))
        text = ip_arena_printf(arena, "SELECT %s", ip_range_text(arena, s->expr));
    *level = NULL;
    if (!text || !(strcasestr(text, "isolation") || strcasestr(text, "reset")))
        return IP_LEVEL_NOT;
    const ip_tree *tree = ip_parse_pg_parse(arena, text, &error);
    const ip_tree *statement = ip_parse_statement_at(tree, 0);
    const PgQuery__VariableSetStmt *set = ip_as_variable_set_stmt(statement);
    if (set)
        scope = ip_catalog_level_said(set, level);
    else if (ip_catalog_level_configured(arena, statement, level))
        scope = IP_LEVEL_OF_SESSION;
    return scope;
}

/* ---------------------------------------------------- directly after an end -- */

/* Where control continues after a list of statements. */
typedef struct continuation {
    const ip_pl_statement *parent;
    ip_pl_statement *const *items; /* that parent stands among */
    int count, next;
    const struct continuation *up;
} continuation;

typedef struct reached {
    ip_arena *arena;
    const char *level; /* of the SETs reached first */
    ip_range range;
    bool sets, default_too, several; /* default_too: some path has no SET; several: the levels differ */
    bool late;                       /* EXECUTE, which takes a snapshot, precedes a SET */
    int steps;
} reached;

enum { MOST_STEPS = 500 };

static void reach(reached *r, ip_pl_statement *const *items, int count, int at, const continuation *up);

static void note_set(reached *r, const ip_pl_statement *s, const char *level)
{
    r->several = r->several || (r->sets && (!level || !r->level || strcmp(r->level, level) != 0));
    r->sets = true;
    r->level = level;
    r->range = s->range;
}

static void go_on(reached *r, const continuation *up)
{
    if (!up)
        return; /* nothing follows: there is no such transaction */
    const ip_pl_statement *p = up->parent;
    bool loops =
        p->kind == IP_PL_LOOP || p->kind == IP_PL_FOR_RANGE || p->kind == IP_PL_FOR_QUERY || p->kind == IP_PL_FOREACH;
    if (p->kind == IP_PL_WHILE || p->kind == IP_PL_UNKNOWN)
        r->default_too = true;
    if (loops)
        reach(r, p->body.items, p->body.count, 0, up);
    if (p->kind != IP_PL_LOOP && p->kind != IP_PL_WHILE && p->kind != IP_PL_UNKNOWN)
        reach(r, up->items, up->count, up->next, up->up);
}

static bool has_initials(const ip_pl_statement *block)
{
    for (int i = 0; i < block->declarations.count; i++)
        if (block->declarations.items[i].initial.source)
            return true;
    return false;
}

static void reach(reached *r, ip_pl_statement *const *items, int count, int at, const continuation *up)
{
    const char *level;
    for (; at < count; at++) {
        const ip_pl_statement *s = items[at];
        if (r->steps++ > MOST_STEPS) {
            r->default_too = true;
            return;
        }
        ip_level_scope scope = said_by(r->arena, s, &level);
        bool sets = s->kind == IP_PL_SQL && s->sql_text && strncasecmp(s->sql_text, "set", 3) == 0;
        if (s->kind == IP_PL_NULL || (sets && scope != IP_LEVEL_OF_TRANSACTION))
            continue;
        if (sets) {
            note_set(r, s, level);
            r->late = r->late || s->executes;
            return;
        }
        if (s->kind == IP_PL_COMMIT || s->kind == IP_PL_ROLLBACK)
            return;
        if ((s->kind == IP_PL_BLOCK && !s->has_handlers && !has_initials(s)) || s->kind == IP_PL_LOOP) {
            const continuation inside = {s, items, count, at + 1, up};
            reach(r, s->body.items, s->body.count, 0, &inside);
            return;
        }
        r->default_too = true;
        return;
    }
    go_on(r, up);
}

/* Finds the end, and goes on from there. */
static bool find(reached *r, ip_pl_statement *const *items, int count, const ip_pl_statement *end,
                 const continuation *up)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        const continuation inside = {s, items, count, i + 1, up};
        if (s == end) {
            reach(r, items, count, i + 1, up);
            return true;
        }
        if (find(r, s->body.items, s->body.count, end, &inside) ||
            find(r, s->handlers.items, s->handlers.count, end, &inside))
            return true;
        for (int b = 0; b < s->branches.count; b++)
            if (find(r, s->branches.items[b].body.items, s->branches.items[b].body.count, end, &inside))
                return true;
    }
    return false;
}

/* ------------------------------------------------------- a routine's first one -- */

/* A SET TRANSACTION that every committed execution passes before the first COMMIT. */
static bool always_set(ip_arena *arena, ip_pl_statement *const *items, int count, ip_declared *declared)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        const char *level;
        bool leaves = s->kind == IP_PL_RETURN || s->kind == IP_PL_COMMIT || s->kind == IP_PL_ROLLBACK ||
                      s->branches.count > 0 || s->kind == IP_PL_LOOP || s->kind == IP_PL_WHILE ||
                      s->kind == IP_PL_FOR_RANGE || s->kind == IP_PL_FOR_QUERY || s->kind == IP_PL_FOREACH ||
                      (s->kind == IP_PL_BLOCK && s->has_handlers);
        if (leaves)
            return false;
        if (s->kind == IP_PL_BLOCK && always_set(arena, s->body.items, s->body.count, declared))
            return true;
        if (s->kind == IP_PL_SQL && said_by(arena, s, &level) == IP_LEVEL_OF_TRANSACTION && level && *level) {
            *declared = (ip_declared){.level = level, .range = s->range};
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------ sessions' defaults -- */

typedef struct defaults {
    ip_arena *arena;
    size_t before; /* offset of the transaction end that follows them */
    bool any;
    bool unclear; /* the effective one depends on the path */
    bool undone;  /* a ROLLBACK undoes SETs of its transaction */
    const char *level;
    ip_range range;
} defaults;

static void collect(defaults *d, ip_pl_statement *const *items, int count, bool sure)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        const char *level;
        if (said_by(d->arena, s, &level) == IP_LEVEL_OF_SESSION) {
            bool counts = sure && s->range.begin < d->before;
            d->any = true;
            d->range = s->range;
            if (counts)
                d->level = level;
            d->unclear = (d->unclear && !counts) || !sure || (level && !*level);
        }
        d->undone = d->undone || s->kind == IP_PL_ROLLBACK;
        bool plain = sure && s->kind == IP_PL_BLOCK && !s->has_handlers;
        collect(d, s->body.items, s->body.count, plain);
        collect(d, s->handlers.items, s->handlers.count, false);
        for (int b = 0; b < s->branches.count; b++)
            collect(d, s->branches.items[b].body.items, s->branches.items[b].body.count, false);
    }
}

static defaults defaults_of(ip_arena *arena, const ip_unit *unit, const ip_pl_statement *end)
{
    defaults d = {.arena = arena, .before = end ? end->range.begin : 0};
    if (unit->tree && unit->kind == IP_UNIT_ROUTINE)
        collect(&d, (ip_pl_statement *const *)&unit->tree, 1, true);
    d.unclear = d.unclear || d.undone;
    return d;
}

void ip_workload_declared_report(const ip_definitions *definitions, ip_diagnostics *diagnostics)
{
    for (int i = 0; i < definitions->units.count; i++) {
        const ip_unit *unit = definitions->units.items[i];
        defaults d = defaults_of(definitions->arena, unit, NULL);
        if (d.any)
            ip_diagnostics_add(
                diagnostics, IP_ASSUMPTION, d.range, unit->name,
                "sets the level of its session's later transactions: none of the others is assumed to run there");
    }
}

/* The default, if set by another routine that the unit names. */
static const char *named_default(const ip_definitions *definitions, const ip_unit *unit)
{
    const char *text = unit->range.source ? ip_range_text(definitions->arena, unit->range) : "";
    for (int i = 0; i < definitions->units.count; i++) {
        const ip_unit *other = definitions->units.items[i];
        if (other != unit && other->kind == IP_UNIT_ROUTINE && strcasestr(text, ip_last_part(other->name)) &&
            defaults_of(definitions->arena, other, NULL).any)
            return other->name;
    }
    return NULL;
}

/* ------------------------------------------------------------------ units -- */

static ip_declared of_part(const ip_definitions *definitions, const ip_unit *unit, const ip_pl_statement *end);

static bool same_level(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool holds_end(ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        if (s->kind == IP_PL_COMMIT || s->kind == IP_PL_ROLLBACK || holds_end(s->body.items, s->body.count) ||
            holds_end(s->handlers.items, s->handlers.count))
            return true;
        for (int b = 0; b < s->branches.count; b++)
            if (holds_end(s->branches.items[b].body.items, s->branches.items[b].body.count))
                return true;
    }
    return false;
}

/* The end before it in the same list of statements, with none within the statements between; NULL: not so simple. */
static const ip_pl_statement *end_before(ip_pl_statement *const *items, int count, const ip_pl_statement *end)
{
    const ip_pl_statement *before = NULL;
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i], *inside;
        if (s == end)
            return before;
        if (s->kind == IP_PL_COMMIT || s->kind == IP_PL_ROLLBACK) {
            before = s;
            continue;
        }
        if ((inside = end_before(s->body.items, s->body.count, end)))
            return inside;
        for (int b = 0; b < s->branches.count; b++)
            if ((inside = end_before(s->branches.items[b].body.items, s->branches.items[b].body.count, end)))
                return inside;
        if (holds_end(&items[i], 1))
            before = NULL;
    }
    return NULL;
}

/* AND CHAIN: the level of the previous transaction. If that transaction is not the previous one in the text, the level
 * is known if all transactions of the routine have one level. */
static ip_declared of_chain(const ip_definitions *definitions, const ip_unit *unit, const ip_pl_statement *end)
{
    const ip_pl_statement *before = end_before((ip_pl_statement *const *)&unit->tree, 1, end);
    if (before)
        return of_part(definitions, unit, before);
    const ip_pl_body ends = ip_workload_routine_ends(definitions->arena, unit);
    ip_declared found = {0};
    always_set(definitions->arena, (ip_pl_statement *const *)&unit->tree, 1, &found);
    for (int i = 0; i < ends.count; i++) {
        if (ends.items[i]->chains)
            continue;
        const ip_declared other = of_part(definitions, unit, ends.items[i]);
        if (other.unclear || !same_level(other.level, found.level))
            return (ip_declared){.range = end->range, .unclear = "which level AND CHAIN goes on with is not known"};
    }
    return found;
}

static ip_declared of_part(const ip_definitions *definitions, const ip_unit *unit, const ip_pl_statement *end)
{
    ip_arena *arena = definitions->arena;
    reached r = {.arena = arena};
    find(&r, (ip_pl_statement *const *)&unit->tree, 1, end, NULL);
    if (r.late)
        return (ip_declared){.range = r.range,
                             .unclear = "EXECUTE takes a snapshot, so that SET TRANSACTION fails unless the "
                                        "transaction has that level already"};
    if (r.sets && (r.several || r.default_too || !r.level || !*r.level))
        return (ip_declared){.range = r.range, .unclear = "which level it sets depends on the way to it"};
    if (r.sets)
        return (ip_declared){.level = r.level, .range = r.range};
    if (end->chains)
        return of_chain(definitions, unit, end);
    defaults d = defaults_of(arena, unit, end);
    if (d.any && d.unclear)
        return (ip_declared){.range = d.range, .unclear = "which level its session has then is not known"};
    if (d.level)
        return (ip_declared){.level = d.level, .range = d.range};
    const char *other = named_default(definitions, unit);
    if (other)
        return (ip_declared){.range = end->range,
                             .unclear = ip_arena_printf(arena, "%s() may set the level of its session", other)};
    return (ip_declared){0};
}

ip_declared ip_workload_declared_of(const ip_definitions *definitions, const ip_unit *unit, const ip_pl_statement *end)
{
    ip_declared declared = {0};
    if (end)
        declared = of_part(definitions, unit, end);
    else if (unit->kind == IP_UNIT_ROUTINE && unit->tree)
        always_set(definitions->arena, (ip_pl_statement *const *)&unit->tree, 1, &declared);
    if (!declared.level && !declared.unclear)
        declared = unit->declared;
    if (!declared.level && !declared.unclear && definitions->default_level.level)
        declared = definitions->default_level;
    return declared;
}
