/* isoproof explore --robust: decides whether every history of a client is serializable. */
#include "command/explore.h"
#include "isoproof.h"
#include "base/utf8.h"

#include <jansson.h>

static const char *name_of(const ip_explored *explored, int transaction)
{
    return explored->client->sessions.items[explored->session[transaction]]
        .transactions.items[explored->index[transaction]]
        .name;
}

static void found(void *data, const ip_explored *explored, const ip_delayed_run *how)
{
    ip_robust_report *report = data;
    report->history = ip_explore_explored_describe(report->arena, explored, explored->order);
    if (how->delayed)
        report->delayed = name_of(explored, how->delayed);
    for (int i = 0; i < how->count; i++)
        IP_PUSH(report->arena, &report->beside, name_of(explored, how->beside[i]));
}

void ip_command_robust_run(ip_robust_report *report, const ip_client *client, ip_robust_options options,
                           ip_diagnostics *diagnostics)
{
    options.found = found;
    options.data = report;
    report->found = ip_explore_robust(client, &options, diagnostics);
}

static const char *plural(long count)
{
    return count == 1 ? "" : "s";
}

static void write_how(ip_writer *w, const ip_robust_report *report)
{
    if (!report->delayed)
        return;
    const char *beside = "";
    for (int i = 0; i < report->beside.count; i++)
        beside = ip_arena_printf(w->arena, "%s%s%s", beside, i ? ", then " : "", report->beside.items[i]);
    ip_report_say(w, IP_PLAIN, "%s takes its snapshot; %s run%s; %s commits", report->delayed, beside,
                  report->beside.count == 1 ? "s" : "", report->delayed);
    ip_report_end_paragraph(w, 2, 4);
}

static void write_effort(ip_writer *w, const ip_robustness *found)
{
    ip_report_say(w, IP_DIM, "%ld state%s of serial executions, %ld transaction%s run", found->states,
                  plural(found->states), found->runs, plural(found->runs));
    if (found->explored)
        ip_report_say(w, IP_DIM, "; then %ld histor%s, since writes that no transaction reads left it open",
                      found->histories, found->histories == 1 ? "y" : "ies");
    ip_report_say(w, IP_DIM, ", %.2f s", found->seconds);
    ip_report_end_paragraph(w, 2, 4);
}

void ip_command_robust_text(const ip_robust_report *report, FILE *out, int width, bool colour, bool quiet)
{
    ip_writer w = {.arena = report->arena, .out = out, .width = width, .colour = colour};
    const ip_robustness *found = &report->found;
    ip_report_say(&w, IP_BOLD, "%s: ", report->client);
    if (found->end == IP_ROBUST)
        ip_report_say(&w, IP_GREEN, "robust: every history at %s is serializable", report->level);
    else if (found->end == IP_NOT_ROBUST)
        ip_report_say(&w, IP_RED, "not robust: a history at %s is not serializable", report->level);
    else
        ip_report_say(&w, IP_YELLOW, "undecided at %s: the %s limit was reached", report->level,
                      found->out_of_memory ? "memory" : "time");
    ip_report_end_paragraph(&w, 0, 2);
    if (quiet)
        return;
    if (report->history) {
        write_how(&w, report);
        ip_command_exploration_history(&w, report->history);
    }
    write_effort(&w, found);
}

static json_t *strings(ip_arena *arena, const char *const *items, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_string(ip_utf8(arena, items[i])));
    return array;
}

void ip_command_robust_json(const ip_robust_report *report, FILE *out)
{
    static const char *const answers[] = {
        [IP_ROBUST] = "robust", [IP_NOT_ROBUST] = "not-robust", [IP_ROBUST_STOPPED] = "undecided"};
    const ip_robustness *found = &report->found;
    ip_arena *arena = report->arena;
    json_t *top = json_pack(
        "{s:s, s:i, s:s, s:s, s:o, s:s, s:s, s:I, s:I, s:f, s:o, s:o, s:o, s:o}", "format", "isoproof-robustness",
        "format_version", 1, "version", IP_VERSION, "client", ip_utf8(arena, report->client), "files",
        strings(arena, report->files.items, report->files.count), "level", ip_utf8(arena, report->level), "answer",
        answers[found->end], "states", (json_int_t)found->states, "runs", (json_int_t)found->runs, "seconds",
        found->seconds, "histories", found->explored ? json_integer(found->histories) : json_null(), "delayed",
        report->delayed ? json_string(ip_utf8(arena, report->delayed)) : json_null(), "beside",
        strings(arena, report->beside.items, report->beside.count), "history",
        report->history ? ip_command_exploration_history_json(arena, report->history) : json_null());
    json_dumpf(top, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(top);
}
