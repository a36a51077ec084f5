/* Draws a picture for each history and each level that forbids it, for isoproof compare --format dot|html. Columns are
 * sessions. Rows follow a commit order of the first level that allows the history. The edges are the contradiction at
 * the level that forbids it. */
#include "command/compare.h"

#include "history/explanation_text.h"
#include "report/picture.h"

typedef IP_VEC(ip_picture) pictures;

static int session_of(const ip_history *h, int transaction)
{
    int first = transaction;
    for (int before = first; before; before = ip_command_compare_session_before(h, before))
        first = before;
    return first;
}

/* The initial transaction is in column 0 if it is drawn. */
static void place_transactions(const ip_compare_run *c, ip_picture *p, const ip_compared *found, const int *order,
                               bool initial)
{
    const ip_history *h = found->history;
    int *column = IP_NEW_ARRAY(c->arena, int, h->count), row = 0;
    if (initial) {
        IP_PUSH(c->arena, &p->columns, (const char *){""});
        ip_report_picture_place(c->arena, p, found->names[0]);
        row++;
    }
    for (int t = 1; t < h->count; t++) {
        if (session_of(h, t) != t) {
            column[t] = column[session_of(h, t)];
            continue;
        }
        column[t] = p->columns.count;
        const char *heading = ip_arena_printf(c->arena, "session %d", p->columns.count + (initial ? 0 : 1));
        IP_PUSH(c->arena, &p->columns, heading);
    }
    for (int i = 1; i < h->count; i++) {
        int t = order ? order[i] : i;
        ip_compare_texts events = ip_command_compare_events(c, found, t);
        int place = ip_report_picture_place(c->arena, p, found->names[t]);
        ip_picture_node *node = &p->nodes.items[place];
        for (int e = 0; e < events.count; e++)
            IP_PUSH(c->arena, &node->lines, events.items[e]);
        node->column = column[t];
        node->row = row++;
    }
}

static bool touches_initial(const ip_explanation *why)
{
    for (int i = 0; i < why->cycle.count; i++)
        if (why->cycle.items[i].from == 0 || why->cycle.items[i].to == 0)
            return true;
    return false;
}

static void add_picture(const ip_compare_run *c, pictures *all, const ip_compare_direction *d, const ip_level *forbid)
{
    const ip_compared *found = &d->found;
    const ip_explanation *why = ip_command_compare_why(c, found, forbid);
    if (!why)
        return;
    ip_picture p = {.title = ip_arena_printf(c->arena, "allowed by %s, forbidden by %s",
                                             ip_command_compare_names(c, &d->allow, ", "), ip_level_name(forbid)),
                    .number = all->count,
                    .grid = true};
    place_transactions(c, &p, found, ip_command_compare_order(c, found, d->allow.items[0]), touches_initial(why));
    IP_PUSH(c->arena, &p.remarks, (const char *){"A column is a session; transactions commit from top to bottom."});
    for (int i = 0; i < d->allow.count; i++) {
        const char *text = ip_command_compare_allows(c, found, d->allow.items[i]);
        if (text)
            IP_PUSH(c->arena, &p.remarks, text);
    }
    ip_explanation_lines lines = ip_history_explanation_in_words(c->arena, why, found->names, found->objects);
    const char *prefix = ip_arena_printf(c->arena, "%s forbids it: ", ip_level_name(forbid));
    for (int i = 0; i < lines.count; i++) {
        if (lines.items[i].of_cycle)
            continue;
        const char *text = ip_arena_printf(c->arena, "%s%s", prefix, lines.items[i].text);
        IP_PUSH(c->arena, &p.remarks, text);
        prefix = "";
    }
    for (int i = 0; i < why->cycle.count; i++) {
        const ip_reason *reason = &why->cycle.items[i];
        ip_picture_edge edge = {.from = ip_report_picture_place(c->arena, &p, found->names[reason->from]),
                                .to = ip_report_picture_place(c->arena, &p, found->names[reason->to]),
                                .type = ip_history_reason_type_name(reason->type),
                                .about = reason->object < 0 ? "" : found->objects[reason->object],
                                .sentence = ip_history_reason_sentence(c->arena, reason, found->names, found->objects)};
        IP_PUSH(c->arena, &p.edges, edge);
    }
    IP_PUSH(c->arena, all, p);
}

static pictures draw_all(const ip_compare_run *c)
{
    pictures all = {0};
    for (int i = 0; i < c->direction_count; i++)
        for (int l = 0; c->directions[i].found.history && l < c->directions[i].forbid.count; l++)
            add_picture(c, &all, &c->directions[i], c->directions[i].forbid.items[l]);
    return all;
}

static const char *title_of(const ip_compare_run *c, const pictures *all)
{
    return ip_arena_printf(c->arena, "%s, for %s",
                           c->pair          ? ip_command_compare_relation(c)
                           : all->count > 0 ? "one history"
                                            : "no such history was found",
                           ip_command_compare_scope(c));
}

void ip_command_compare_write_dot(const ip_compare_run *c, FILE *out)
{
    pictures all = draw_all(c);
    fprintf(out, "// %s\n", title_of(c, &all));
    for (int i = 0; i < all.count; i++)
        ip_report_picture_write_dot(out, c->arena, &all.items[i]);
}

void ip_command_compare_write_html(const ip_compare_run *c, FILE *out)
{
    pictures all = draw_all(c);
    ip_report_picture_write_html(out, c->arena, title_of(c, &all), all.items, all.count);
}
