/* Writes the results of isoproof explore as text. */
#include "command/explore.h"
#include "report/writer.h"

static const char *plural(long count)
{
    return count == 1 ? "y" : "ies";
}

static void say_access(ip_writer *w, const ip_described_access *a)
{
    const char *key = ip_arena_printf(w->arena, "%s(%s)", a->table, a->key);
    if (a->column)
        ip_report_say(w, IP_PLAIN, "%s.%s = %s", key, a->column, a->value);
    else
        ip_report_say(w, IP_PLAIN, "%s %s", key, a->value[0] == 't' ? "present" : "absent");
}

static void write_transaction(ip_writer *w, const ip_described_transaction *t)
{
    ip_report_say(w, IP_BOLD, "%s", t->name);
    if (t->error)
        ip_report_say(w, IP_YELLOW, " does not commit: %s;", t->error);
    for (int i = 0; i < t->reads.count; i++) {
        const ip_described_access *a = &t->reads.items[i];
        ip_report_say(w, IP_PLAIN, i ? ", " : " reads ");
        say_access(w, a);
        ip_report_say(w, IP_PLAIN, a->from ? " from %s" : "%s", a->from ? a->from : " from the start");
    }
    for (int i = 0; i < t->writes.count; i++) {
        ip_report_say(w, IP_PLAIN, i ? ", " : t->reads.count ? "; writes " : " writes ");
        say_access(w, &t->writes.items[i]);
    }
    ip_report_end_paragraph(w, 4, 6);
}

static void write_rows(ip_writer *w, const char *label, const ip_described_rows *rows)
{
    ip_report_say(w, IP_DIM, "%s ", label);
    if (!rows->count)
        ip_report_say(w, IP_PLAIN, "no row");
    for (int i = 0; i < rows->count; i++)
        ip_report_say(w, IP_PLAIN, "%s%s(%s)", i ? ", " : "", rows->items[i].table, rows->items[i].values);
    ip_report_end_paragraph(w, 4, 6);
}

void ip_command_exploration_history(ip_writer *w, const ip_described_history *history)
{
    for (int i = 0; i < history->transactions.count; i++)
        write_transaction(w, &history->transactions.items[i]);
    if (history->rows.count || history->others.count)
        write_rows(w, "final rows:", &history->rows);
    for (int i = 0; i < history->others.count; i++)
        write_rows(w, "or, with other commit orders:", &history->others.items[i]);
    if (history->more) {
        ip_report_say(w, IP_DIM, "or others; there are too many commit orders to list");
        ip_report_end_paragraph(w, 4, 6);
    }
}

static void write_assertion(ip_writer *w, const ip_exploration_report *report, const ip_asserted *a, bool quiet)
{
    if (!a->failures) {
        ip_report_say(w, IP_GREEN, report->incomplete ? "holds so far: " : "holds: ");
        ip_report_say(w, IP_PLAIN, "%s", a->sql);
        ip_report_end_paragraph(w, 0, 2);
        return;
    }
    ip_report_say(w, IP_RED, "fails: ");
    ip_report_say(w, IP_PLAIN, "%s (after %ld of %ld histor%s)", a->sql, a->failures, report->found.histories,
                  plural(report->found.histories));
    if (a->why)
        ip_report_say(w, IP_PLAIN, ": %s", a->why);
    ip_report_end_paragraph(w, 0, 2);
    if (!quiet) {
        ip_report_say(w, IP_DIM, "for example, in commit order:");
        ip_report_end_paragraph(w, 2, 4);
        ip_command_exploration_history(w, a->history);
    }
}

static void write_counts(ip_writer *w, const ip_exploration_report *report, bool quiet)
{
    const ip_exploration *found = &report->found;
    ip_report_say(w, IP_BOLD, "%s: ", report->client);
    ip_report_say(w, IP_PLAIN, "%s%ld histor%s at %s, %ld of them serializable", report->incomplete ? "at least " : "",
                  found->histories, plural(found->histories), report->level, found->histories_serializable);
    if (report->shard_count)
        ip_report_say(w, IP_PLAIN, " (shard %d of %d)", report->shard, report->shard_count);
    ip_report_end_paragraph(w, 0, 2);
    if (quiet)
        return;
    ip_report_say(w, IP_DIM, "%ld complete run%s %s %s, %ld call%s, %ld blocked, %.2f s", found->end_states,
                  found->end_states == 1 ? "" : "s",
                  report->plain ? "enumerated without reduction at" : "explored from",
                  report->base ? report->base : "no level", found->explored, found->explored == 1 ? "" : "s",
                  found->blocked, found->seconds);
    ip_report_end_paragraph(w, 2, 4);
}

void ip_command_exploration_text(const ip_exploration_report *report, FILE *out, int width, bool colour, bool quiet)
{
    ip_writer w = {.arena = report->arena, .out = out, .width = width, .colour = colour};
    write_counts(&w, report, quiet);
    if (report->incomplete) {
        ip_report_say(&w, IP_YELLOW, "not complete: %s", report->incomplete);
        ip_report_end_paragraph(&w, 0, 2);
    }
    for (int i = 0; i < report->assertions.count; i++)
        write_assertion(&w, report, &report->assertions.items[i], quiet);
    for (int i = 0; i < report->histories.count; i++) {
        ip_report_say(&w, IP_BOLD, "history %d%s", i + 1,
                      report->histories.items[i]->serializable ? "" : ", not serializable");
        ip_report_end_paragraph(&w, 0, 2);
        ip_command_exploration_history(&w, report->histories.items[i]);
    }
}
