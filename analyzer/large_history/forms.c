/* Levels on commit orders as forms, from the programs over bit masks that small histories are checked with. */
#include "large_history/forms.h"

#include "history/mask_program.h"

static bool add_static(unsigned relations, ip_large_form *form)
{
    switch (relations) {
    case 1u << IP_MASK_READ_BEFORE:
        form->read_before = true;
        return true;
    case 1u << IP_MASK_SO:
        form->session = true;
        return true;
    case 1u << IP_MASK_WR:
        form->read = true;
        return true;
    case 1u << IP_MASK_HB:
        form->causal = true;
        return true;
    default:
        return false;
    }
}

/* The cases of a level of prefixes and of conflicts; each covers several axioms. */
typedef struct parts {
    bool before_session, before_read, own_conflict, conflict_between;
} parts;

static bool add_case(const ip_mask_case *c, ip_large_form *form, parts *p)
{
    unsigned relations = c->link_count == 1 ? c->links[0].relations : 0;
    bool others = c->other_at_level || c->other_off_level || c->from_at_level || c->from_off_level;
    for (int l = 0; l < c->link_count; l++)
        others |= c->links[l].at_level || c->links[l].off_level;
    if (!c->reader_at_level || c->reader_off_level || others || c->link_count > 1)
        return false;
    switch (c->role) {
    case IP_MASK_STATIC:
        return add_static(relations, form);
    case IP_MASK_BEFORE:
        form->total |= c->link_count == 0;
        p->before_session |= relations == 1u << IP_MASK_SO || relations == 1u << IP_MASK_HB;
        p->before_read |= relations == 1u << IP_MASK_WR || relations == 1u << IP_MASK_HB;
        return c->link_count == 0 || p->before_session || p->before_read;
    case IP_MASK_OWN:
        p->own_conflict |= relations == 1u << IP_MASK_CONFLICT;
        return relations == 1u << IP_MASK_CONFLICT;
    case IP_MASK_BETWEEN:
        p->conflict_between |= relations == 1u << IP_MASK_CONFLICT;
        return relations == 1u << IP_MASK_CONFLICT;
    default:
        return false;
    }
}

/* Every φ lies within co, so that a level with co to the transaction asks for all of them. Otherwise prefixes need both
 * of so and wr, starting from t2 itself, and conflicts need prefixes: the checker has no other. */
static bool complete(ip_large_form *form, const parts *p)
{
    bool any_prefix = p->before_session || p->before_read, any_conflict = p->own_conflict || p->conflict_between;
    if (form->total)
        return true;
    form->prefix = p->before_session && p->before_read && (form->causal || (form->session && form->read));
    form->conflict = form->prefix && p->own_conflict && p->conflict_between;
    return form->prefix == any_prefix && form->conflict == any_conflict;
}

const char *ip_large_form_of(const ip_level *level, bool sessions, ip_large_form *form)
{
    static const char other[] = "its axioms are of a form that is checked on histories of up to 63 transactions only";
    *form = (ip_large_form){0};
    if (ip_level_vocabulary(level) != IP_COMMIT_ORDER)
        return ip_large_form_of_visibility(level, sessions, form);
    ip_arena *arena = ip_arena_new();
    ip_order_axioms axioms = {0};
    ip_diagnostics ignored_messages = {.arena = arena}; /* the form was checked when the level was loaded */
    ip_mask_program program = {0};
    parts p = {0};
    bool good = ip_level_order_axioms(arena, level, &axioms, &ignored_messages) &&
                ip_history_mask_program_compile(arena, &axioms, &program);
    for (int i = 0; good && i < program.cases.count; i++)
        good = add_case(&program.cases.items[i], form, &p);
    good = good && complete(form, &p);
    ip_arena_free(arena);
    return good ? NULL : other;
}
