/* Finds which variables a body may assign and which loops and blocks it may leave, before it is lowered: loops and
 * blocks with handlers need this at their head. */
#include "lower/lower.h"

#include <string.h>
#include <strings.h>

typedef struct ip_labels {
    const struct ip_labels *outer;
    const char *label; /* "" for an inner loop without one */
    bool loop;
} ip_labels;

static void scan(ip_lowerer *l, ip_pl_statement *const *items, int count, const ip_labels *inner, const char *label,
                 ip_effects *effects);

static void add_slot(ip_lowerer *l, ip_effects *effects, int slot)
{
    for (int i = 0; i < effects->slots.count; i++)
        if (effects->slots.items[i] == slot)
            return;
    IP_PUSH(l->arena, &effects->slots, slot);
}

static void add_target(ip_lowerer *l, ip_effects *effects, ip_pl_text target)
{
    /* Names declared inside the body itself are not in scope yet; they get fresh variables
     * later. So a name that is not found is no error here. */
    ip_diagnostics_mark said = ip_diagnostics_now(l->diagnostics);
    const char *broken = l->program->broken;
    ip_range broken_range = l->program->broken_range;
    bool element;
    int slot = ip_lower_target_slot(l, target, &element);
    ip_diagnostics_undo(l->diagnostics, said);
    l->program->broken = broken;
    l->program->broken_range = broken_range;
    if (slot >= 0)
        add_slot(l, effects, slot);
}

static void scan_exit(const ip_pl_statement *s, const ip_labels *inner, const char *label, ip_effects *effects)
{
    for (; inner; inner = inner->outer)
        if (s->label ? strcmp(inner->label, s->label) == 0 : inner->loop)
            return;
    bool own = !s->label || (label && strcmp(label, s->label) == 0);
    if (!own) {
        effects->leaves = effects->stops = true;
    } else if (s->kind == IP_PL_EXIT) {
        effects->stops = true;
    }
}

static void scan_statement(ip_lowerer *l, const ip_pl_statement *s, const ip_labels *inner, const char *label,
                           ip_effects *effects)
{
    bool loop = s->kind == IP_PL_LOOP || s->kind == IP_PL_WHILE || s->kind == IP_PL_FOR_RANGE ||
                s->kind == IP_PL_FOR_QUERY || s->kind == IP_PL_FOREACH || s->kind == IP_PL_UNKNOWN;
    const ip_labels mine = {inner, s->label ? s->label : "", loop};
    const ip_labels *within = loop || s->kind == IP_PL_BLOCK ? &mine : inner;
    switch (s->kind) {
    case IP_PL_EXIT:
    case IP_PL_CONTINUE:
        scan_exit(s, inner, label, effects);
        break;
    case IP_PL_RETURN:
        if (!s->more_follows)
            effects->leaves = effects->stops = true;
        break;
    case IP_PL_COMMIT: /* the following statements are another transaction */
        effects->leaves = effects->stops = true;
        break;
    default:
        break;
    }
    if (s->kind == IP_PL_RETURN || s->kind == IP_PL_SQL || s->kind == IP_PL_PERFORM || s->kind == IP_PL_FOR_QUERY ||
        s->kind == IP_PL_UNKNOWN || s->kind == IP_PL_OPEN || s->kind == IP_PL_FETCH || loop)
        add_slot(l, effects, l->found);
    if (s->kind == IP_PL_OPEN || (s->kind == IP_PL_FOR_QUERY && s->cursor)) {
        int slot = ip_lower_find_variable(l, &s->cursor, 1);
        if (slot >= 0)
            add_slot(l, effects, slot);
    }
    if (s->kind == IP_PL_SQL && strncasecmp(s->sql_text ? s->sql_text : "", "call", 4) == 0)
        /* OUT arguments may be any variable in scope. */
        for (int i = 0; i < l->visible.count; i++)
            add_slot(l, effects, l->visible.items[i].slot);
    if (s->kind != IP_PL_FOR_RANGE)
        for (int i = 0; i < s->targets.count; i++)
            add_target(l, effects, s->targets.items[i]);
    scan(l, s->body.items, s->body.count, within, label, effects);
    scan(l, s->handlers.items, s->handlers.count, within, label, effects);
    for (int i = 0; i < s->branches.count; i++)
        scan(l, s->branches.items[i].body.items, s->branches.items[i].body.count, within, label, effects);
}

static void scan(ip_lowerer *l, ip_pl_statement *const *items, int count, const ip_labels *inner, const char *label,
                 ip_effects *effects)
{
    for (int i = 0; i < count; i++)
        scan_statement(l, items[i], inner, label, effects);
}

void ip_lower_effects(ip_lowerer *l, ip_pl_statement *const *items, int count, const char *label, ip_effects *effects)
{
    /* Besides statements, an expression with a query in it sets ROW_COUNT. */
    add_slot(l, effects, l->row_count);
    /* Routines that get a cursor as an argument may move it. */
    for (int i = 0; i < l->slots.count; i++)
        if (l->slots.items[i].position > 0) {
            add_slot(l, effects, l->slots.items[i].position);
            add_slot(l, effects, l->slots.items[i].current);
        }
    scan(l, items, count, NULL, label, effects);
}
