/* The result of running an anomaly as text: initial rows, steps, and what each step returns. */
#include "report/replay_text.h"

#include "replay/schedule/schedule.h"
#include "report/words.h"

#include <string.h>

enum { INDENT = 2, HANG = 4, STEP = 4, STEP_HANG = 10, GAP = 3, MOST_SHOWN = 10, LEAST_LANE = 28, MOST_LANE = 96 };

/* ---- rows ---- */

/* "account (id 1, balance 5.00)" */
static const char *row_text(ip_arena *arena, const ip_schedule_row *row)
{
    const char *text = ip_arena_printf(arena, "%s (", row->table);
    for (int c = 0; c < row->count; c++)
        text = ip_arena_printf(arena, "%s%s%s %s", text, c ? ", " : "", row->columns[c],
                               ip_report_cell_text(arena, row->values[c]));
    return ip_arena_printf(arena, "%s)", text);
}

/* Rows that a guard's limit needs: one line for similar rows, instead of hundreds. */
static void write_rows(ip_writer *w, const ip_schedule *schedule)
{
    int count = schedule->initial_rows.count, shown = 0;
    ip_report_say(w, IP_PLAIN, "rows before:");
    if (count == 0)
        ip_report_say(w, IP_PLAIN, " none");
    ip_report_end_paragraph(w, INDENT, HANG);
    for (int r = 0, next; r < count; r = next) {
        const ip_schedule_row *row = &schedule->initial_rows.items[r];
        const char *text = row_text(w->arena, row);
        shown = r > 0 && strcmp(row[-1].table, row->table) == 0 ? shown + 1 : 1;
        for (next = r + 1; next < count && strcmp(row_text(w->arena, row + (next - r)), text) == 0;)
            next++;
        if (shown <= MOST_SHOWN) {
            ip_report_say(w, IP_PLAIN, "%s", text);
            if (next > r + 1)
                ip_report_say(w, IP_PLAIN, ", %d times", next - r);
        } else {
            while (next < count && strcmp(schedule->initial_rows.items[next].table, row->table) == 0)
                next++;
            ip_report_say(w, IP_PLAIN, "and %d more rows of %s; --format json lists all", next - r, row->table);
        }
        ip_report_end_paragraph(w, STEP, STEP_HANG);
    }
}

/* ---- steps ---- */

static void say_step(ip_writer *w, const ip_schedule *schedule, const ip_schedule_step *step)
{
    ip_report_say_whole(w, IP_BOLD, "%s", schedule->instances.items[step->instance].name);
    ip_report_say(w, IP_PLAIN, "  %s", ip_schedule_step_text(w->arena, step));
    if (step->waits)
        ip_report_say(w, IP_YELLOW, " (waits)");
}

static void write_steps(ip_writer *w, const ip_schedule *schedule)
{
    int tail = 0;
    for (int s = 0; s < schedule->steps.count; s++) {
        say_step(w, schedule, &schedule->steps.items[s]);
        const char *outcome = ip_schedule_outcome_text(w->arena, &schedule->steps.items[s].expect);
        int end = STEP + ip_report_paragraph_width(w) + GAP,
            width = ip_report_display_width(ip_report_printable(w->arena, outcome)) + 2;
        if (*outcome && end + width <= w->width && end > tail)
            tail = end;
        w->pieces.count = 0;
        w->pending_space = false;
    }
    for (int s = 0; s < schedule->steps.count; s++) {
        say_step(w, schedule, &schedule->steps.items[s]);
        const char *outcome = ip_schedule_outcome_text(w->arena, &schedule->steps.items[s].expect);
        if (!*outcome) {
            ip_report_end_paragraph(w, STEP, STEP_HANG);
            continue;
        }
        outcome = ip_arena_printf(w->arena, "→ %s", outcome);
        bool fits = tail + ip_report_display_width(ip_report_printable(w->arena, outcome)) <= w->width;
        ip_report_end_paragraph_with_tail(w, STEP, STEP_HANG, fits ? tail : 0, outcome);
    }
}

/* One column a transaction, where the width has room for them; else one step a line. */
static void write_lanes(ip_writer *w, const ip_schedule *schedule)
{
    int n = schedule->instances.count, whole = w->width, lane = n ? (whole - STEP - (n - 1) * GAP) / n : 0;
    lane = lane > MOST_LANE ? MOST_LANE : lane;
    if (n < 2 || lane < LEAST_LANE) {
        write_steps(w, schedule);
        return;
    }
    for (int i = 0; i < n; i++) {
        const char *head = ip_arena_printf(w->arena, "%s %s", schedule->instances.items[i].name,
                                           schedule->instances.items[i].transaction);
        int width = ip_report_display_width(ip_report_printable(w->arena, head));
        ip_report_say_whole(w, IP_BOLD, "%s%*s", head,
                            i + 1 == n           ? 0
                            : width < lane + GAP ? lane + GAP - width
                                                 : 1,
                            "");
    }
    ip_report_end_paragraph(w, STEP, STEP);
    for (int s = 0; s < schedule->steps.count; s++) {
        const ip_schedule_step *step = &schedule->steps.items[s];
        int left = STEP + step->instance * (lane + GAP);
        const char *outcome = ip_schedule_outcome_text(w->arena, &step->expect);
        w->width = left + lane;
        ip_report_say(w, IP_PLAIN, "%s", ip_schedule_step_text(w->arena, step));
        if (step->waits)
            ip_report_say(w, IP_YELLOW, " (waits)");
        ip_report_say(w, IP_PLAIN, " ");
        if (*outcome && ip_report_display_width(ip_report_printable(w->arena, outcome)) <= LEAST_LANE - HANG)
            ip_report_say_whole(w, IP_CYAN, "→ %s", outcome); /* the arrow does not end a line */
        else if (*outcome)
            ip_report_say(w, IP_CYAN, "→ %s", outcome);
        ip_report_end_paragraph(w, left, left + INDENT);
    }
    w->width = whole;
}

/* ---- snapshots ---- */

static const char *number_words(ip_arena *arena, int number)
{
    static const char *const words[] = {"",      "",     "two ",   "three ", "four ",
                                        "five ", "six ", "seven ", "eight ", "nine "};
    return number < (int)(sizeof words / sizeof *words) ? words[number] : ip_arena_printf(arena, "%d ", number);
}

/* Whether the reader reads a value that the writer changes. */
static bool reads_before(const ip_anomaly *anomaly, int reader, int writer)
{
    bool reads = false;
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *of = &anomaly->dependencies[i];
        reads = reads || (of->type == IP_RW && of->from == reader && of->to == writer);
    }
    return reads;
}

/* A commit between two statements of one instance, each with its own snapshot; or after its only snapshot, and before
 * its own commit. */
static void say_split(ip_writer *w, const ip_anomaly *anomaly, int writer, int reader)
{
    const ip_schedule *schedule = anomaly->replay.schedule;
    int before = 0, after = 0;
    bool committed = false, beside = false;
    for (int s = 0; s < schedule->steps.count; s++) {
        const ip_schedule_step *step = &schedule->steps.items[s];
        if (ip_schedule_is_earlier(schedule, step))
            continue;
        committed = committed || (step->instance == writer && step->kind == IP_STEP_COMMIT);
        beside = beside || (committed && step->instance == reader);
        if (step->instance == reader && step->takes_snapshot)
            (*(committed ? &after : &before))++;
    }
    if (!before || (!after && !(beside && reads_before(anomaly, reader, writer))))
        return;
    ip_report_say_whole(w, IP_BOLD, "%s", schedule->instances.items[reader].name);
    if (after)
        ip_report_say(w, IP_PLAIN, "'s first %sstatement%s not see ", number_words(w->arena, before),
                      before == 1 ? " does" : "s do");
    else
        ip_report_say(w, IP_PLAIN, " does not see ");
    ip_report_say_whole(w, IP_BOLD, "%s", schedule->instances.items[writer].name);
    ip_report_say(w, IP_PLAIN, "'s commit%s",
                  !after        ? ""
                  : after > 1   ? ", the later ones do"
                  : before == 1 ? ", its second does"
                                : ", its last does");
    ip_report_end_paragraph(w, INDENT, HANG);
}

static void write_splits(ip_writer *w, const ip_anomaly *anomaly)
{
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *dependency = &anomaly->dependencies[i];
        say_split(w, anomaly, dependency->from, dependency->to);
        if (anomaly->instance_count > 2)
            say_split(w, anomaly, dependency->to, dependency->from);
    }
}

/* Numbers that no plain sequence gives in this order. */
static void write_cached(ip_writer *w, const ip_schedule *schedule)
{
    for (int c = 0; c < schedule->cached.count; c++) {
        ip_report_say(w, IP_PLAIN, "numbers of sequence ");
        ip_report_say_whole(w, IP_BOLD, "%s", schedule->cached.items[c]);
        ip_report_say(w, IP_PLAIN,
                      " are drawn out of order: that takes CACHE > 1, and numbers that sessions have cached");
        ip_report_end_paragraph(w, INDENT, HANG);
    }
}

/* ---- all ---- */

void ip_report_write_replay(ip_writer *w, const ip_anomaly *anomaly)
{
    const ip_replay *replay = &anomaly->replay;
    if (replay->status != IP_REPLAY_CONFIRMED || !replay->schedule)
        return;
    write_rows(w, replay->schedule);
    write_cached(w, replay->schedule);
    ip_report_say(
        w, IP_PLAIN, "%s",
        replay->in_time ? "schedule, time runs downwards:"
        : anomaly->snapshots
            ? "steps, in commit order (one transaction commits while a statement of another is running):"
            : "steps, in commit order (what each one sees is listed below; no single server passes through these "
              "snapshots):");
    ip_report_end_paragraph(w, INDENT, HANG);
    write_lanes(w, replay->schedule);
    if (replay->in_time)
        write_splits(w, anomaly);
}

void ip_report_write_confirmation(ip_writer *w, const ip_anomaly *anomaly)
{
    const ip_replay *replay = &anomaly->replay;
    if (replay->status == IP_REPLAY_CONFIRMED) {
        ip_report_say(w, IP_GREEN, "confirmed by replay");
        if (replay->observable)
            ip_report_say(w, IP_PLAIN, ", observable: no serial order gives these results and these rows");
        else if (replay->equal_serial_order)
            ip_report_say(w, IP_PLAIN, ", but benign");
        if (replay->guesses_number)
            ip_report_say(w, IP_PLAIN, "; %s", IP_GUESSES_NUMBER);
    } else {
        ip_report_say(w, IP_YELLOW, "unconfirmed");
        ip_report_say(w, IP_PLAIN, ": found by the solver, %s",
                      replay->status == IP_REPLAY_REFUTED ? "but no replay has shown it" : "but not replayed");
        if (replay->reason)
            ip_report_say(w, IP_PLAIN, ": %s", replay->reason);
        if (anomaly->approximated)
            ip_report_say(w, IP_PLAIN, "; it depends on a statement that was not understood, and may be a false alarm");
    }
    ip_report_say(w, IP_DIM, " [%s]", anomaly->id ? anomaly->id : "");
    ip_report_end_paragraph(w, INDENT, HANG);
}
