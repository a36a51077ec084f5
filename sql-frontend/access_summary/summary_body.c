/* The accesses of PL/pgSQL's statements: those of their texts, and of the statements inside. */
#include "access_summary/chance.h"
#include "access_summary/summary_parts.h"

static void note_range(ip_collector *c, ip_pl_text text)
{
    if (text.source && text.begin < text.end)
        ip_summary_note_text(c, ip_range_text(c->all->arena, text), true);
}

static void note_body(ip_collector *c, ip_pl_statement *const *items, int count);

static const char *at_place(ip_collector *c, const ip_pl_statement *s)
{
    return ip_arena_printf(c->all->arena, "%s (%s:%d)", s->what ? s->what : "a statement that is not understood",
                           s->range.source ? s->range.source->path : "", ip_range_position(s->range).line);
}

/* The kinds known here. All others may do anything. */
static void note_kind(ip_collector *c, const ip_pl_statement *s)
{
    switch (s->kind) {
    case IP_PL_BLOCK:
    case IP_PL_ASSIGN:
    case IP_PL_IF:
    case IP_PL_LOOP:
    case IP_PL_WHILE:
    case IP_PL_FOR_RANGE:
    case IP_PL_FOR_QUERY:
    case IP_PL_FOREACH:
    case IP_PL_EXIT:
    case IP_PL_CONTINUE:
    case IP_PL_RETURN:
    case IP_PL_RAISE:
    case IP_PL_SQL:
    case IP_PL_PERFORM:
    case IP_PL_DIAGNOSTICS:
    case IP_PL_NULL:
    case IP_PL_ASSERT:
    case IP_PL_COMMIT:
    case IP_PL_ROLLBACK:
    case IP_PL_FETCH: /* OPEN has the query */
    case IP_PL_CLOSE:
        break;
    case IP_PL_OPEN:
        if (!s->executes || s->sql_text)
            break;
        /* fall through */
    case IP_PL_UNKNOWN: {
        bool known = s->shapes.count > 0 || s->touches.count > 0;
        for (int i = 0; i < s->shapes.count; i++)
            ip_summary_note_shape(c, s->shapes.items[i]);
        for (int i = 0; i < s->touches.count; i++) {
            const ip_relation r = ip_catalog_relation_named(c->all->definitions, c->path, s->touches.items[i]);
            known = known && r.table;
            if (r.table)
                ip_summary_note_table(c, r.table, true);
        }
        if (!known)
            ip_summary_note_anything(c, at_place(c, s));
        break;
    }
    default:
        ip_summary_note_anything(c, at_place(c, s));
    }
}

void ip_summary_note_statement(ip_collector *c, const ip_pl_statement *s)
{
    note_kind(c, s);
    if (s->anonymous && s->anonymous->tree && !s->anonymous->broken)
        ip_summary_note_statement(c, s->anonymous->tree);
    else if (s->anonymous)
        ip_summary_note_anything(c, "DO");
    for (int i = 0; i < s->handler_list.count; i++)
        if (ip_summary_takes_chance(&s->handler_list.items[i], IP_CHANCE_NOT_SERIALIZED) ||
            ip_summary_takes_chance(&s->handler_list.items[i], IP_CHANCE_NOT_AVAILABLE) ||
            ip_summary_takes_chance(&s->handler_list.items[i], IP_CHANCE_CANCELED))
            c->to->summary.chooses = "a handler in what is called here";
    for (int i = 0; i < s->declarations.count; i++)
        note_range(c, s->declarations.items[i].initial);
    if (s->sql_text && *s->sql_text)
        ip_summary_note_text(c, s->sql_text, false);
    const ip_pl_text own[] = {s->expr, s->low, s->high, s->step};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        note_range(c, own[i]);
    for (int i = 0; i < s->targets.count; i++)
        if (ip_pl_subscripted(s->targets.items[i]))
            note_range(c, s->targets.items[i]);
    if (s->fetch)
        note_range(c, s->fetch->counted);
    for (int i = 0; i < s->args.count; i++)
        note_range(c, s->args.items[i]);
    for (int i = 0; s->raise && i < s->raise->options.count; i++)
        note_range(c, s->raise->options.items[i].value);
    for (int i = 0; i < s->branches.count; i++) {
        note_range(c, s->branches.items[i].operand);
        note_range(c, s->branches.items[i].condition);
        note_body(c, s->branches.items[i].body.items, s->branches.items[i].body.count);
    }
    note_body(c, s->body.items, s->body.count);
    note_body(c, s->handlers.items, s->handlers.count);
}

static void note_body(ip_collector *c, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++)
        ip_summary_note_statement(c, items[i]);
}
