/* Writes the results of isoproof check as text and JSON. */
#include "command/check.h"

#include "base/stop.h"
#include "base/utf8.h"
#include "history/explanation_text.h"

#include <jansson.h>

static const char *const *all_names(ip_check_run *c)
{
    if (c->names)
        return c->names;
    const char **names = IP_NEW_ARRAY(c->arena, const char *, c->large->count);
    for (int t = 0; t < c->large->count; t++)
        names[t] = ip_large_name(c->arena, c->large, t);
    return c->names = names;
}

static int transaction_count(const ip_check_run *c)
{
    return c->large ? c->large->count : c->recorded->history.count;
}

int ip_command_check_impossible_count(const ip_check_run *c)
{
    return c->large ? c->large->impossible.count : c->recorded->impossible.count;
}

const char *ip_command_check_impossible(const ip_check_run *c, int read)
{
    return c->large ? c->large->impossible.items[read].reason : c->recorded->impossible.items[read].reason;
}

const char *ip_command_check_answer(const ip_check_result *result)
{
    return result->consistent ? "consistent" : result->undecided ? "undecided" : "not consistent";
}

/* -------------------------------------------------------------------- text -- */

const char *ip_command_check_sentence(const ip_check_run *c, const ip_check_result *result, const ip_reason *edge)
{
    return ip_history_reason_sentence(c->arena, edge, result->names, result->objects);
}

static void write_explanation(const ip_check_run *c, ip_writer *w, const ip_check_result *result)
{
    ip_explanation_lines lines =
        ip_history_explanation_in_words(c->arena, result->explanation, result->names, result->objects);
    if (result->part)
        ip_report_write_line(w, 4,
                             ip_arena_printf(c->arena, "%d of the %d transactions contradict each other:", result->part,
                                             transaction_count(c) - 1));
    for (int i = 0; i < lines.count; i++) {
        if (lines.items[i].of_cycle)
            ip_report_say(w, IP_DIM, "%s ", lines.items[i].label);
        ip_report_write_line(w, lines.items[i].of_cycle ? 6 : 4, lines.items[i].text);
    }
}

static const char *undecided_reason(const ip_check_run *c)
{
    if (ip_stopped())
        return ip_arena_printf(c->arena, "%s before it was decided", ip_stop_text(ip_stopped()));
    return "too many sessions: the clocks of all transactions do not fit into memory";
}

void ip_command_check_write_text(const ip_check_run *c, ip_writer *w, bool quiet)
{
    for (int i = 0; i < c->results.count; i++) {
        const ip_check_result *result = &c->results.items[i];
        ip_report_say(w, IP_BOLD, "%s:", ip_level_name(result->level));
        ip_report_say(w, result->consistent ? IP_GREEN : IP_RED, " %s", ip_command_check_answer(result));
        ip_report_end_paragraph(w, 0, 2);
        if (quiet)
            continue;
        if (result->consistent && result->order_count > 1 && !c->large)
            ip_report_write_line(w, 4,
                                 ip_arena_printf(c->arena, "a commit order: %s",
                                                 ip_history_order_in_words(c->arena, result->order, result->order_count,
                                                                           result->names)));
        if (result->undecided)
            ip_report_write_line(w, 4, undecided_reason(c));
        if (result->explanation)
            write_explanation(c, w, result);
        for (int r = 0; !result->consistent && r < ip_command_check_impossible_count(c); r++)
            ip_report_write_line(w, 4, ip_command_check_impossible(c, r));
        int more = c->large ? c->large->impossible_count - c->large->impossible.count : 0;
        if (more > 0)
            ip_report_write_line(w, 4, ip_arena_printf(c->arena, "and %d more reads that no level allows", more));
    }
}

/* -------------------------------------------------------------------- JSON -- */

static json_t *text_of(const ip_check_run *c, const char *text)
{
    return json_string(ip_utf8(c->arena, text));
}

static json_t *reason_json(const ip_check_run *c, const ip_check_result *result, const ip_reason *edge)
{
    return json_pack("{s:o, s:o, s:s, s:o, s:o}", "from", text_of(c, result->names[edge->from]), "to",
                     text_of(c, result->names[edge->to]), "type", ip_history_reason_type_name(edge->type), "object",
                     edge->object < 0 ? json_null() : text_of(c, result->objects[edge->object]), "reason",
                     text_of(c, edge->type == IP_REASON_CO ? edge->text : ip_command_check_sentence(c, result, edge)));
}

static json_t *result_json(ip_check_run *c, const ip_check_result *result)
{
    const ip_explanation *why = result->explanation;
    json_t *cycle = json_array(), *facts = json_array(), *reads = json_array(), *order = NULL;
    for (int i = 0; why && i < why->cycle.count; i++)
        json_array_append_new(cycle, reason_json(c, result, &why->cycle.items[i]));
    for (int i = 0; why && i < why->facts.count; i++)
        json_array_append_new(facts, reason_json(c, result, &why->facts.items[i]));
    for (int r = 0; r < ip_command_check_impossible_count(c); r++)
        json_array_append_new(reads, text_of(c, ip_command_check_impossible(c, r)));
    const int *shown = result->consistent ? result->order : why ? why->order : NULL;
    const char *const *names = result->consistent ? all_names(c) : result->names;
    if (shown) {
        order = json_array();
        for (int i = 1; i < (result->consistent ? result->order_count : why->order_count); i++)
            json_array_append_new(order, text_of(c, names[shown[i]]));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "level", text_of(c, ip_level_name(result->level)), "consistent",
                     result->undecided ? json_null() : json_boolean(result->consistent), "order",
                     order ? order : json_null(), "cycle", cycle, "facts", facts, "impossible_reads", reads);
}

void ip_command_check_write_json(ip_check_run *c, FILE *out)
{
    json_t *results = json_array(), *transactions = json_array();
    for (int i = 0; i < c->results.count; i++)
        json_array_append_new(results, result_json(c, &c->results.items[i]));
    for (int t = 1; t < transaction_count(c); t++)
        json_array_append_new(transactions, text_of(c, all_names(c)[t]));
    json_t *top =
        json_pack("{s:s, s:i, s:s, s:o, s:o, s:o}", "format", "isoproof-check", "format_version", 1, "version",
                  IP_VERSION, "file", text_of(c, c->file), "transactions", transactions, "results", results);
    json_dumpf(top, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(top);
}
