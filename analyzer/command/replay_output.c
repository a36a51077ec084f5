/* Writes a replay on a server: predictions beside what happened. */
#include "command/replay.h"

#include "isoproof.h"
#include "base/utf8.h"
#include "report/words.h"
#include "report/writer.h"

#include <jansson.h>

#include <limits.h>
#include <string.h>

enum { STEP_INDENT = 2, OUTCOME_INDENT = 10, GAP = 2 };

/* ---------------------------------------------------------------- text -- */

static const char *headline(ip_arena *arena, const ip_replayed *replayed)
{
    if (replayed->not_run)
        return ip_arena_printf(arena, "not run: %s", replayed->not_run);
    if (replayed->in_memory)
        return replayed->rerun.end == IP_RERUN_CONFIRMED
                   ? "confirmed in memory"
                   : ip_arena_printf(arena, "not confirmed in memory: %s", replayed->rerun.why);
    const ip_live_result *live = &replayed->live;
    switch (live->end) {
    case IP_LIVE_AGREES:
        return "happens on the server as predicted";
    case IP_LIVE_DIFFERS:
        return "the server does not do what was predicted";
    case IP_LIVE_REFUSED:
        return ip_arena_printf(arena, "refused by the server: %s: %s",
                               replayed->anomaly->schedule->instances
                                   .items[replayed->anomaly->schedule->steps.items[live->refused_step].instance]
                                   .name,
                               ip_schedule_outcome_text(arena, &live->steps[live->refused_step].outcome));
    case IP_LIVE_FAILED:
        break;
    }
    return "not run to the end";
}

static ip_style style_of(const ip_replayed *replayed)
{
    if (replayed->not_run || (!replayed->in_memory && replayed->live.end == IP_LIVE_FAILED))
        return IP_YELLOW;
    if (replayed->in_memory)
        return replayed->rerun.end == IP_RERUN_CONFIRMED ? IP_GREEN : IP_RED;
    return replayed->live.end == IP_LIVE_AGREES ? IP_GREEN : IP_RED;
}

static void write_headline(ip_writer *w, const ip_replayed *replayed)
{
    const ip_reported_anomaly *anomaly = replayed->anomaly;
    int width = w->width;
    for (int i = 0; i < anomaly->instances.count; i++)
        ip_report_say(w, IP_BOLD, "%s%s", i ? ", " : "", anomaly->instances.items[i].transaction);
    ip_report_say(w, IP_PLAIN, ": %s at %s", ip_anomaly_kind_words(w->arena, anomaly->kind), anomaly->level);
    ip_report_say(w, IP_PLAIN, ": ");
    ip_report_say(w, style_of(replayed), "%s", headline(w->arena, replayed));
    ip_report_say(w, IP_DIM, " [%s]", anomaly->id);
    w->width = INT_MAX; /* a fact is one line */
    ip_report_end_paragraph(w, 0, 0);
    w->width = width;
}

static void write_instances(ip_writer *w, const ip_replayed *replayed)
{
    const ip_schedule *schedule = replayed->anomaly->schedule;
    for (int i = 0; i < schedule->instances.count; i++) {
        const ip_schedule_instance *instance = &schedule->instances.items[i];
        ip_report_say(w, IP_PLAIN, "%s = %s(%s), at %s", instance->name, instance->transaction, instance->arguments,
                      replayed->live.isolation[i]);
        ip_report_end_paragraph(w, STEP_INDENT, OUTCOME_INDENT);
    }
}

/* The layout of the server's pages is not part of the prediction. */
static void write_padding(ip_writer *w, const ip_live_result *live)
{
    if (live->padded && *live->padded) {
        ip_report_say(
            w, IP_PLAIN,
            "padded with rows that were then deleted, so that each key is on its own page, as in larger tables: %s",
            live->padded);
        ip_report_end_paragraph(w, STEP_INDENT, OUTCOME_INDENT);
    }
    if (live->bare && *live->bare) {
        ip_report_say(w, IP_PLAIN, "not padded, so the server may refuse what it would allow in larger tables: %s",
                      live->bare);
        ip_report_end_paragraph(w, STEP_INDENT, OUTCOME_INDENT);
    }
}

static void write_rows(ip_writer *w, const ip_schedule *schedule)
{
    for (int i = 0; i < schedule->initial_rows.count; i++) {
        const ip_schedule_row *row = &schedule->initial_rows.items[i];
        ip_report_say(w, IP_PLAIN, "%s %s:", i ? "and" : "rows", row->table);
        for (int c = 0; c < row->count; c++)
            ip_report_say(w, IP_PLAIN, " %s %s%s", row->columns[c], row->values[c] ? row->values[c] : "NULL",
                          c + 1 < row->count ? "," : "");
        ip_report_end_paragraph(w, STEP_INDENT, OUTCOME_INDENT);
    }
}

static const char *server_text(ip_arena *arena, const ip_live_step *created)
{
    if (!created->answered)
        return created->sent ? "no answer" : "not sent";
    const char *text = ip_schedule_outcome_text(arena, &created->outcome);
    return *text ? text : "success";
}

/* Writes prediction and outcome side by side. A prediction without content is omitted if the statement succeeded. */
static void write_outcomes(ip_writer *w, const ip_schedule_step *step, const ip_live_step *created)
{
    if (step->expect.kind == IP_OUTCOME_DONE && created->same_outcome)
        return;
    const char *predicted = ip_report_printable(w->arena, ip_schedule_outcome_text(w->arena, &step->expect));
    const char *got = ip_report_printable(w->arena, server_text(w->arena, created));
    const char *left = ip_arena_printf(w->arena, "predicted %s", *predicted ? predicted : "success");
    const char *right = ip_arena_printf(w->arena, "%s %s", created->same_outcome ? "server" : "SERVER", got);
    int half = (w->width - OUTCOME_INDENT) / 2, width = ip_report_display_width(left);
    if (width + GAP > half || ip_report_display_width(right) > half) {
        ip_report_say(w, IP_PLAIN, "%s", left);
        ip_report_end_paragraph(w, OUTCOME_INDENT, OUTCOME_INDENT + 2);
    } else {
        ip_report_say_whole(w, IP_PLAIN, "%s%*s", left, half - width, "");
    }
    ip_report_say_whole(w, created->same_outcome ? IP_PLAIN : IP_RED, "%s", right);
    ip_report_end_paragraph(w, OUTCOME_INDENT, OUTCOME_INDENT + 2);
}

/* Writes a wait that was not predicted, or a predicted wait that did not happen. The server runs another schedule then.
 */
static void write_wait(ip_writer *w, const ip_live_step *created)
{
    if (!created->other_wait)
        return;
    ip_report_say(w, IP_RED, "%s",
                  created->waited ? "SERVER waited for a lock where no wait was predicted"
                                  : "SERVER did not wait where a wait was predicted");
    ip_report_end_paragraph(w, OUTCOME_INDENT, OUTCOME_INDENT + 2);
}

static void write_steps(ip_writer *w, const ip_replayed *replayed)
{
    const ip_schedule *schedule = replayed->anomaly->schedule;
    for (int i = 0; i < schedule->steps.count; i++) {
        const ip_schedule_step *step = &schedule->steps.items[i];
        const ip_live_step *created = &replayed->live.steps[i];
        ip_report_say_whole(w, IP_DIM, "%3d %s ", i + 1, schedule->instances.items[step->instance].name);
        ip_report_say(w, IP_PLAIN, " %s%s", ip_schedule_step_text(w->arena, step),
                      created->waited && !created->other_wait ? "  (waited for a lock)" : "");
        ip_report_end_paragraph(w, STEP_INDENT, OUTCOME_INDENT);
        write_wait(w, created);
        write_outcomes(w, step, created);
    }
}

static void write_one(ip_writer *w, const ip_replayed *replayed, bool brief)
{
    const ip_live_result *live = &replayed->live;
    write_headline(w, replayed);
    if (brief || replayed->not_run || !live->steps)
        return;
    write_instances(w, replayed);
    write_rows(w, replayed->anomaly->schedule);
    write_padding(w, live);
    write_steps(w, replayed);
    for (int i = 0; live->end == IP_LIVE_DIFFERS && i < live->differences.count; i++) {
        ip_report_say(w, IP_RED, "at the end %s", live->differences.items[i]);
        ip_report_end_paragraph(w, STEP_INDENT, OUTCOME_INDENT);
    }
    if (replayed->anomaly->schedule->has_final && live->end <= IP_LIVE_DIFFERS && !live->differences.count) {
        ip_report_say(w, IP_PLAIN, "at the end every row is as predicted");
        ip_report_end_paragraph(w, STEP_INDENT, OUTCOME_INDENT);
    }
    ip_report_end_paragraph(w, 0, 0);
}

void ip_command_write_replayed(ip_arena *arena, const ip_replayed *replayed, int count, FILE *out,
                               const ip_replay_options *options)
{
    ip_writer w = {
        .arena = arena, .out = out, .width = options->width ? options->width : 100, .colour = options->colour};
    for (int i = 0; i < count; i++)
        write_one(&w, &replayed[i], options->brief);
}

/* ---------------------------------------------------------------- JSON -- */

static json_t *text_json(ip_arena *arena, const char *text)
{
    return text ? json_string(ip_utf8(arena, text)) : json_null();
}

static json_t *steps_json(ip_arena *arena, const ip_replayed *replayed)
{
    const ip_schedule *schedule = replayed->anomaly->schedule;
    json_t *steps = json_array();
    for (int i = 0; replayed->live.steps && i < schedule->steps.count; i++) {
        const ip_schedule_step *step = &schedule->steps.items[i];
        const ip_live_step *created = &replayed->live.steps[i];
        json_t *object = json_object();
        json_object_set_new(object, "instance", text_json(arena, schedule->instances.items[step->instance].name));
        json_object_set_new(object, "step", text_json(arena, ip_schedule_step_text(arena, step)));
        json_object_set_new(object, "predicted", text_json(arena, ip_schedule_outcome_text(arena, &step->expect)));
        json_object_set_new(object, "server",
                            created->answered ? text_json(arena, ip_schedule_outcome_text(arena, &created->outcome))
                                              : json_null());
        json_object_set_new(object, "predicted_to_wait", json_boolean(step->waits));
        json_object_set_new(object, "waited", json_boolean(created->waited));
        json_object_set_new(object, "agrees", json_boolean(created->agrees));
        json_array_append_new(steps, object);
    }
    return steps;
}

static const char *outcome_of(const ip_replayed *one)
{
    if (one->not_run)
        return "not-run";
    if (one->in_memory)
        return one->rerun.end == IP_RERUN_CONFIRMED ? "confirmed" : "not-confirmed";
    return ip_live_end_name(one->live.end);
}

static json_t *replayed_json(ip_arena *arena, const ip_replayed *one)
{
    json_t *object = json_object(), *differences = json_array(), *isolation = json_array();
    bool on_server = !one->not_run && !one->in_memory;
    for (int d = 0; on_server && d < one->live.differences.count; d++)
        json_array_append_new(differences, text_json(arena, one->live.differences.items[d]));
    for (int t = 0; on_server && t < one->anomaly->instances.count; t++)
        json_array_append_new(isolation, text_json(arena, one->live.isolation[t]));
    const char *reason = one->not_run ? one->not_run : one->in_memory ? one->rerun.why : one->live.error;
    json_object_set_new(object, "anomaly", text_json(arena, one->anomaly->id));
    json_object_set_new(object, "level", text_json(arena, one->anomaly->level));
    json_object_set_new(object, "outcome", json_string(outcome_of(one)));
    json_object_set_new(object, "reason", text_json(arena, reason));
    json_object_set_new(object, "isolation", isolation);
    json_object_set_new(object, "padded", text_json(arena, on_server ? one->live.padded : NULL));
    json_object_set_new(object, "not_padded", text_json(arena, on_server ? one->live.bare : NULL));
    json_object_set_new(object, "steps", on_server ? steps_json(arena, one) : json_array());
    json_object_set_new(object, "final_differences", differences);
    return object;
}

void ip_command_write_replayed_json(ip_arena *arena, const ip_replayed *replayed, int count, FILE *out)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, replayed_json(arena, &replayed[i]));
    json_t *top = json_pack("{s:s, s:i, s:s, s:o}", "format", "isoproof-replay", "format_version", 1, "version",
                            IP_VERSION, "replays", list);
    json_dumpf(top, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(top);
}
