/* Writes the results of isoproof check as dot or HTML. */
#include "command/check.h"

#include "report/picture.h"

/* Draws the edges of the cycle, and lists the facts from which they follow. */
static ip_picture picture_of(const ip_check_run *c, const ip_check_result *result)
{
    const ip_explanation *why = result->explanation;
    ip_picture p = {
        .title = ip_arena_printf(c->arena, "%s: %s", ip_level_name(result->level), ip_command_check_answer(result))};
    for (int i = 0; why && i < why->facts.count; i++) {
        const char *fact = ip_command_check_sentence(c, result, &why->facts.items[i]);
        IP_PUSH(c->arena, &p.remarks, fact);
    }
    for (int i = 0; why && i < why->cycle.count; i++) {
        const ip_reason *reason = &why->cycle.items[i];
        ip_picture_edge edge = {ip_report_picture_place(c->arena, &p, result->names[reason->from]),
                                ip_report_picture_place(c->arena, &p, result->names[reason->to]),
                                ip_history_reason_type_name(reason->type),
                                reason->object < 0 ? "" : result->objects[reason->object],
                                ip_command_check_sentence(c, result, reason),
                                false};
        IP_PUSH(c->arena, &p.edges, edge);
    }
    for (int r = 0; !result->consistent && r < ip_command_check_impossible_count(c); r++) {
        const char *read = ip_command_check_impossible(c, r);
        IP_PUSH(c->arena, &p.remarks, read);
    }
    return p;
}

void ip_command_check_write_dot(const ip_check_run *c, FILE *out)
{
    for (int i = 0; i < c->results.count; i++) {
        ip_picture p = picture_of(c, &c->results.items[i]);
        ip_report_picture_write_dot(out, c->arena, &p);
    }
}

void ip_command_check_write_html(const ip_check_run *c, FILE *out)
{
    ip_picture *pictures = IP_NEW_ARRAY(c->arena, ip_picture, c->results.count);
    for (int i = 0; i < c->results.count; i++) {
        pictures[i] = picture_of(c, &c->results.items[i]);
        pictures[i].number = i;
    }
    ip_report_picture_write_html(out, c->arena, c->file, pictures, c->results.count);
}
