/* Explanations of why a history violates a level, in words. */
#include "history/explanation_text.h"

const char *ip_history_reason_sentence(ip_arena *arena, const ip_reason *edge, const char *const *names,
                                       const char *const *objects)
{
    const char *from = names[edge->from], *to = names[edge->to], *x = edge->object < 0 ? "" : objects[edge->object];
    switch (edge->type) {
    case IP_REASON_SO:
        return edge->from == 0 ? ip_arena_printf(arena, "%s is before %s, as before all others", from, to)
                               : ip_arena_printf(arena, "%s is before %s in its session", from, to);
    case IP_REASON_WR:
        return ip_arena_printf(arena, "%s reads %s from %s", to, x, from);
    case IP_REASON_WW:
        return ip_arena_printf(arena, "%s writes %s before %s does", from, x, to);
    case IP_REASON_RW:
        return ip_arena_printf(arena, "%s reads %s as it was before %s writes it", from, x, to);
    case IP_REASON_CO:
        break;
    }
    return ip_arena_printf(arena, "%s must be before %s: %s", from, to, edge->text);
}

const char *ip_history_order_in_words(ip_arena *arena, const int *order, int count, const char *const *names)
{
    const char *text = "";
    for (int i = 1; i < count; i++)
        text = ip_arena_printf(arena, "%s%s%s", text, i > 1 ? ", " : "", names[order[i]]);
    return text;
}

static const char *heading(ip_arena *arena, const ip_explanation *why, const char *const *names)
{
    const char *text = ip_arena_printf(arena, "cycle %s", names[why->cycle.items[0].from]);
    for (int i = 0; i < why->cycle.count; i++)
        text = ip_arena_printf(arena, "%s → %s", text, names[why->cycle.items[i].to]);
    if (why->tried_orders)
        text = ip_arena_printf(arena, "%s in the commit order %s; every other order has a cycle, too", text,
                               ip_history_order_in_words(arena, why->order, why->order_count, names));
    return ip_arena_printf(arena, "%s:", text);
}

ip_explanation_lines ip_history_explanation_in_words(ip_arena *arena, const ip_explanation *why,
                                                     const char *const *names, const char *const *objects)
{
    ip_explanation_lines lines = {0};
    for (int i = 0; i < why->facts.count; i++) {
        ip_explanation_line fact = {.text = ip_history_reason_sentence(arena, &why->facts.items[i], names, objects)};
        IP_PUSH(arena, &lines, fact);
    }
    ip_explanation_line first = {.text = why->cycle.count == 0 ? "no commit order satisfies the axioms"
                                                               : heading(arena, why, names)};
    IP_PUSH(arena, &lines, first);
    for (int i = 0; i < why->cycle.count; i++) {
        const ip_reason *edge = &why->cycle.items[i];
        ip_explanation_line line = {true, ip_history_reason_type_name(edge->type),
                                    ip_history_reason_sentence(arena, edge, names, objects)};
        IP_PUSH(arena, &lines, line);
    }
    return lines;
}
