/* Writes the results of isoproof compare as text and JSON. */
#include "command/compare.h"

#include "base/utf8.h"
#include "history/consistency.h"
#include "history/explanation_text.h"
#include "isoproof.h"

/* ------------------------------------------------------------------------ text -- */

const char *ip_command_compare_names(const ip_compare_run *c, const ip_compare_levels *all, const char *between)
{
    const char *text = "";
    for (int i = 0; i < all->count; i++)
        text = ip_arena_printf(c->arena, "%s%s%s", text, i ? between : "", ip_level_name(all->items[i]));
    return text;
}

static bool writes(const ip_history *h, int t, int x)
{
    return h->writers[x] >> t & 1;
}

ip_compare_texts ip_command_compare_events(const ip_compare_run *c, const ip_compared *found, int t)
{
    const ip_history *h = found->history;
    ip_compare_texts texts = {0};
    for (int r = 0; r < h->transactions[t].read_count; r++) {
        const ip_history_read *read = &h->transactions[t].reads[r];
        const char *text = ip_arena_printf(c->arena, "read %s = %d", found->objects[read->object],
                                           ip_compare_compared_value(h, read->object, read->from));
        IP_PUSH(c->arena, &texts, text);
    }
    for (int x = 0; x < h->object_count; x++)
        if (writes(h, t, x)) {
            const char *text =
                ip_arena_printf(c->arena, "write %s = %d", found->objects[x], ip_compare_compared_value(h, x, t));
            IP_PUSH(c->arena, &texts, text);
        }
    return texts;
}

static const char *events_of(const ip_compare_run *c, const ip_compared *found, int t)
{
    ip_compare_texts events = ip_command_compare_events(c, found, t);
    const char *text = "";
    for (int i = 0; i < events.count; i++)
        text = ip_arena_printf(c->arena, "%s%s%s", text, i ? ", " : "", events.items[i]);
    return text;
}

int ip_command_compare_session_before(const ip_history *h, int t)
{
    int last = 0;
    for (int u = 1; u < h->count; u++)
        if (u != t && h->transactions[t].sessions_before >> u & 1)
            last = u;
    return last;
}

const int *ip_command_compare_order(const ip_compare_run *c, const ip_compared *found, const ip_level *level)
{
    int *order = IP_NEW_ARRAY(c->arena, int, IP_MAX_TRANSACTIONS);
    ip_diagnostics ignored_messages = {.arena = c->arena};
    ip_consistency *checker = ip_history_consistency_new(&level, 1, &ignored_messages);
    bool found_one = checker && ip_history_consistency_order(checker, found->history, order);
    ip_history_consistency_free(checker);
    return found_one ? order : NULL;
}

const ip_explanation *ip_command_compare_why(const ip_compare_run *c, const ip_compared *found, const ip_level *level)
{
    ip_diagnostics ignored_messages = {.arena = c->arena};
    ip_consistency *checker = ip_history_consistency_new(&level, 1, &ignored_messages);
    const ip_explanation *why = NULL;
    if (checker && !ip_history_consistent(checker, found->history))
        why = ip_history_explain(c->arena, checker, &level, 1, found->history, found->names, found->objects);
    ip_history_consistency_free(checker);
    return why;
}

const char *ip_command_compare_allows(const ip_compare_run *c, const ip_compared *found, const ip_level *level)
{
    const int *order = ip_command_compare_order(c, found, level);
    return order ? ip_arena_printf(c->arena, "%s allows it: they commit in the order %s", ip_level_name(level),
                                   ip_history_order_in_words(c->arena, order, found->history->count, found->names))
                 : NULL;
}

static void write_allowed(const ip_compare_run *c, ip_writer *w, const ip_compared *found, const ip_level *level)
{
    const char *text = ip_command_compare_allows(c, found, level);
    if (text)
        ip_report_write_line(w, 4, text);
}

static void write_forbidden(const ip_compare_run *c, ip_writer *w, const ip_compared *found, const ip_level *level)
{
    const ip_explanation *why = ip_command_compare_why(c, found, level);
    if (!why)
        return;
    ip_explanation_lines lines = ip_history_explanation_in_words(c->arena, why, found->names, found->objects);
    ip_report_write_line(w, 4, ip_arena_printf(c->arena, "%s forbids it:", ip_level_name(level)));
    for (int i = 0; i < lines.count; i++) {
        if (lines.items[i].of_cycle)
            ip_report_say(w, IP_DIM, "%s ", lines.items[i].label);
        ip_report_write_line(w, lines.items[i].of_cycle ? 8 : 6, lines.items[i].text);
    }
}

static void write_history(const ip_compare_run *c, ip_writer *w, const ip_compare_direction *d)
{
    const ip_compared *found = &d->found;
    const ip_history *h = found->history;
    ip_report_say(w, IP_BOLD, "allowed by %s, forbidden by %s:", ip_command_compare_names(c, &d->allow, ", "),
                  ip_command_compare_names(c, &d->forbid, ", "));
    ip_report_end_paragraph(w, 0, 2);
    for (int t = 1; t < h->count; t++) {
        int before = ip_command_compare_session_before(h, t);
        const char *session =
            before ? ip_arena_printf(c->arena, "    (after %s in its session)", found->names[before]) : "";
        ip_report_write_line(w, 2,
                             ip_arena_printf(c->arena, "%s: %s%s", found->names[t], events_of(c, found, t), session));
    }
    if (ip_option_given(c->arguments, IP_OPT_QUIET))
        return;
    for (int i = 0; i < d->allow.count; i++)
        write_allowed(c, w, found, d->allow.items[i]);
    for (int i = 0; i < d->forbid.count; i++)
        write_forbidden(c, w, found, d->forbid.items[i]);
}

const char *ip_command_compare_scope(const ip_compare_run *c)
{
    return ip_arena_printf(c->arena, "up to %d transaction%s, %d object%s and %d value%s of each%s",
                           c->scope.transactions, c->scope.transactions == 1 ? "" : "s", c->scope.objects,
                           c->scope.objects == 1 ? "" : "s", c->scope.values, c->scope.values == 1 ? "" : "s",
                           c->scope.blind_writes ? "" : ", without blind writes");
}

const char *ip_command_compare_relation(const ip_compare_run *c)
{
    const ip_compared *ab = &c->directions[0].found, *ba = &c->directions[1].found;
    const char *a = ip_command_compare_names(c, &c->directions[0].allow, ""),
               *b = ip_command_compare_names(c, &c->directions[0].forbid, "");
    bool open = (ab->end == IP_COMPARE_UNKNOWN && !ab->history) || (ba->end == IP_COMPARE_UNKNOWN && !ba->history);
    if (open)
        return ip_arena_printf(c->arena, "%s and %s: not decided", a, b);
    if (ab->history && ba->history)
        return ip_arena_printf(c->arena, "%s and %s are incomparable: each allows what the other forbids", a, b);
    if (ab->history || ba->history)
        return ip_arena_printf(c->arena, "%s is %s than %s", a, ab->history ? "weaker" : "stronger", b);
    return ip_arena_printf(c->arena, "%s and %s are equivalent", a, b);
}

void ip_command_compare_write_text(const ip_compare_run *c, ip_writer *w)
{
    if (c->pair) {
        ip_report_say(w, IP_BOLD, "%s", ip_command_compare_relation(c));
        ip_report_say(w, IP_PLAIN, ", for %s", ip_command_compare_scope(c));
        ip_report_end_paragraph(w, 0, 2);
    }
    for (int i = 0; i < c->direction_count; i++) {
        const ip_compare_direction *d = &c->directions[i];
        if (d->found.history) {
            if (c->pair)
                ip_report_end_paragraph(w, 0, 0);
            write_history(c, w, d);
        } else if (!c->pair) {
            ip_report_say(w, IP_BOLD, "%s", d->found.end == IP_COMPARE_NONE ? "no such history" : "not decided");
            ip_report_say(w, IP_PLAIN, ": allowed by %s, forbidden by %s, of %s",
                          ip_command_compare_names(c, &d->allow, ", "), ip_command_compare_names(c, &d->forbid, ", "),
                          ip_command_compare_scope(c));
            ip_report_end_paragraph(w, 0, 2);
        }
        if (d->found.end == IP_COMPARE_UNKNOWN)
            ip_report_write_line(w, 2,
                                 d->found.history ? "time ran out before it was as small as it can be"
                                                  : "time ran out; --timeout gives more");
    }
}

/* ------------------------------------------------------------------------ JSON -- */

json_t *ip_command_compare_history_json(const ip_compare_run *c, const ip_compared *found)
{
    const ip_history *h = found->history;
    json_t *objects = json_object(), *sessions = json_array();
    json_t **of = IP_NEW_ARRAY(c->arena, json_t *, h->count);
    for (int x = 0; x < h->object_count; x++)
        json_object_set_new(objects, found->objects[x], json_pack("{s:i}", "initial", 0));
    for (int t = 1; t < h->count; t++) {
        json_t *events = json_array();
        int before = ip_command_compare_session_before(h, t);
        for (int r = 0; r < h->transactions[t].read_count; r++) {
            const ip_history_read *read = &h->transactions[t].reads[r];
            json_array_append_new(events, json_pack("{s:s, s:i}", "read", found->objects[read->object], "value",
                                                    ip_compare_compared_value(h, read->object, read->from)));
        }
        for (int x = 0; x < h->object_count; x++)
            if (writes(h, t, x))
                json_array_append_new(events, json_pack("{s:s, s:i}", "write", found->objects[x], "value",
                                                        ip_compare_compared_value(h, x, t)));
        if (before) {
            of[t] = of[before];
        } else {
            of[t] = json_array();
            json_array_append_new(sessions, json_pack("{s:o}", "transactions", of[t]));
        }
        json_array_append_new(of[t], json_pack("{s:s, s:o}", "name", found->names[t], "events", events));
    }
    return json_pack("{s:o, s:o}", "objects", objects, "sessions", sessions);
}

static json_t *level_names(const ip_compare_run *c, const ip_compare_levels *all)
{
    json_t *names = json_array();
    for (int i = 0; i < all->count; i++)
        json_array_append_new(names, json_string(ip_utf8(c->arena, ip_level_name(all->items[i]))));
    return names;
}

void ip_command_compare_write_json(const ip_compare_run *c, FILE *out)
{
    static const char *const ends[] = {"found", "none", "unknown", "refused"};
    json_t *top =
        json_pack("{s:s, s:i, s:s, s:{s:i, s:i, s:i, s:b}}", "format", "isoproof-comparison", "format_version", 1,
                  "version", IP_VERSION, "scope", "transactions", c->scope.transactions, "objects", c->scope.objects,
                  "values", c->scope.values, "blind_writes", (int)c->scope.blind_writes);
    json_t *statistics = json_object();
    json_object_set_new(top, "allow", level_names(c, &c->directions[0].allow));
    json_object_set_new(top, "forbid", level_names(c, &c->directions[0].forbid));
    for (int i = 0; i < c->direction_count; i++) {
        const ip_compare_direction *d = &c->directions[i];
        json_object_set_new(top, d->key,
                            d->found.history ? ip_command_compare_history_json(c, &d->found) : json_null());
        json_object_set_new(statistics, d->key,
                            json_pack("{s:s, s:i, s:f, s:f}", "end", ends[d->found.end], "candidates",
                                      d->found.candidates, "seconds", d->found.seconds, "solver_seconds",
                                      d->found.solver_seconds));
    }
    json_object_set_new(top, "statistics", statistics);
    json_dumpf(top, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(top);
}
