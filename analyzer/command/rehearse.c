/* isoproof rehearse: runs a test command against fresh stores until some weak answers make it fail. */
#include "command/options/output.h"
#include "command/rehearse_schedule.h"
#include "command/served.h"
#include "server/era.h"
#include "server/noted.h"
#include "server/story.h"
#include "server/timed.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_RUNS = 100, SERIAL_RUNS = 3, LONGEST_SHOWN = 4000, NOT_FOUND = 127, NOT_RUN = 126 };

typedef struct rehearsal {
    ip_arena *arena;
    const ip_arguments *arguments;
    ip_served_options options;
    char *const *command;
    const ip_level *serializability;
    const char *record;
    const char *schedule; /* the file for it; NULL if none */
    long runs;
    long done, connections, reads, choices, waited, refused;
    IP_VEC(uint64_t) outcomes;
    int output;    /* a file without a name for the command's output */
    FILE *nowhere; /* --quiet: where the evidence goes; NULL: it is shown */
    char *history;
    size_t history_length;
    FILE *lines;
    int stale;      /* stale reads that were explained before they were forgotten */
    bool has_timed; /* timed belongs to that explanation */
    ip_timed timed;
    const ip_story *story; /* the run's last explanation of stale reads at such a time, if possible of reads that no
                              serial order explains; NULL if none */
} rehearsal;

/* Finds the abstract level that is serializability, according to its file. */
static const ip_level *find_serializability(rehearsal *r)
{
    for (const char *const *name = ip_level_file_names(r->arena); *name; name++) {
        const ip_level *level = ip_level_load_for_histories(r->arena, *name, &r->options.diagnostics);
        if (level && !*ip_level_engine(level) && ip_level_vocabulary(level) == IP_COMMIT_ORDER &&
            strcmp(ip_level_postgresql(level), "serializable") == 0)
            return level;
    }
    return NULL;
}

static char *const *command_of(const ip_arguments *arguments)
{
    int count = arguments->operands.count;
    char **command = IP_NEW_ARRAY(arguments->arena, char *, count + 1);
    for (int i = 0; i < count; i++)
        command[i] = ip_arena_strdup(arguments->arena, arguments->operands.items[i]);
    return command;
}

static void keep_line(void *data, const char *text)
{
    fprintf(data, "%s\n", text);
}

/* Tells whether a server could make the choices of a run: at the levels of PostgreSQL, one transaction after the other.
 */
static bool has_schedule(const rehearsal *r)
{
    return *ip_level_engine(r->options.level) && !r->options.interleaved;
}

/* A test that empties or drops its tables at the end makes the store forget the reads, so they are explained before. */
static void keep_story(void *data, ip_served *served)
{
    rehearsal *r = data;
    int stale = ip_store_stale_count(ip_served_store(served));
    if (stale != r->stale) {
        r->stale = stale;
        const ip_story *story = ip_served_story_of(r->arena, served, r->serializability, &r->options.diagnostics);
        bool tells = story->serializable ? !r->story || r->story->serializable : story->why.count > 0;
        if (tells) {
            r->story = story;
            r->has_timed = false;
        }
    }
    if (r->story && !r->has_timed && has_schedule(r) && ip_served_era_has_ended(served)) {
        r->timed = ip_served_timed(r->arena, served, r->options.schema, r->options.level);
        r->has_timed = true;
    }
}

/* Returns NULL if the database cannot be set up. */
static ip_served *fresh(rehearsal *r, uint64_t seed)
{
    ip_served *served = ip_command_served_fresh(&r->options, seed);
    if (!served) {
        ip_option_print_diagnostics(&r->options.diagnostics, IP_ERROR);
        return NULL;
    }
    r->stale = 0;
    r->story = NULL;
    r->has_timed = false;
    if (has_schedule(r))
        ip_served_note_answers(served);
    if (!ip_served_engine(served))
        ip_served_before_settling(served, keep_story, r);
    if (r->record || r->options.interleaved) {
        if (r->lines)
            fclose(r->lines);
        free(r->history);
        r->history = NULL;
        r->lines = open_memstream(&r->history, &r->history_length);
        if (r->lines)
            ip_served_record(served, keep_line, r->lines);
    }
    return served;
}

static ip_server_result run(rehearsal *r, ip_served *served, ip_store_policy policy, uint64_t seed)
{
    if (ftruncate(r->output, 0) == 0)
        lseek(r->output, 0, SEEK_SET);
    return ip_served_server_run(r->arena, &(ip_server_options){.listening = r->options.listening,
                                                               .listen = &r->options.listen,
                                                               .served = served,
                                                               .level = r->options.level,
                                                               .policy = policy,
                                                               .in_turn = policy == IP_STORE_LATEST,
                                                               .pauses = r->options.pauses ? seed + 1 : 0,
                                                               .patience = IP_SERVED_PATIENCE,
                                                               .command = r->command,
                                                               .tells = true,
                                                               .output = r->output});
}

/* ----------------------------------------------------------------- words -- */

static void show_output(rehearsal *r, ip_writer *w)
{
    char *text = ip_arena_alloc(r->arena, LONGEST_SHOWN + 1);
    off_t length = lseek(r->output, 0, SEEK_END);
    off_t from = length > LONGEST_SHOWN ? length - LONGEST_SHOWN : 0;
    ssize_t got = pread(r->output, text, LONGEST_SHOWN, from);
    if (got <= 0)
        return;
    ip_report_write_line(w, 2, from ? "the end of its output:" : "its output:");
    for (char *line = text, *end; *line; line = end) {
        end = strchr(line, '\n');
        end = end ? end + 1 : line + strlen(line);
        ip_report_write_code(w, IP_DIM, "    ", line, (size_t)(end - line) - (end > line && end[-1] == '\n'));
    }
}

static const char *again(rehearsal *r, uint64_t seed)
{
    const char *text = ip_arena_printf(r->arena, "isoproof rehearse --level %s --seed %llu --runs 1",
                                       ip_level_name(r->options.level), (unsigned long long)seed);
    for (int i = 0; i < r->arguments->options.count; i++)
        if (r->arguments->options.items[i].option == IP_OPT_SCHEMA)
            text = ip_arena_printf(r->arena, "%s --schema %s", text, r->arguments->options.items[i].value);
    if (ip_option_value(r->arguments, IP_OPT_POLICY))
        text = ip_arena_printf(r->arena, "%s --policy %s", text, ip_option_value(r->arguments, IP_OPT_POLICY));
    text = ip_arena_printf(r->arena, "%s --", text);
    for (int i = 0; i < r->arguments->operands.count; i++)
        text = ip_arena_printf(r->arena, "%s %s", text, r->arguments->operands.items[i]);
    return text;
}

static void report_story(ip_writer *w, const ip_story *story, const ip_answered_steps *schedule)
{
    if (schedule->count)
        ip_report_write_line(w, 2, "its statements, as they were answered:");
    for (int i = 0; i < schedule->count; i++)
        ip_report_write_line(w, 4, schedule->items[i]);
    if (story->stale_count)
        ip_report_write_line(w, 2, "reads that did not get what was written last:");
    for (int i = 0; i < story->stale.count; i++)
        ip_report_write_line(w, 4, story->stale.items[i]);
    if (story->stale_count > story->stale.count) {
        ip_report_say(w, IP_PLAIN, "and %ld more", story->stale_count - story->stale.count);
        ip_report_end_paragraph(w, 4, 6);
    }
    if (story->misses_rows)
        ip_report_write_line(
            w, 2,
            "where these are rows that the test sets up for all of its sessions: they belong in a file of "
            "--schema, or a CHECKPOINT after them makes every session see them.");
    if (story->serializable)
        ip_report_write_line(
            w, 2,
            "a serial order explains all reads, so that no level prevents them: a session may read the past. With SET "
            "isoproof.reads = latest what the test asserts at its end is about what "
            "was written last.");
    for (int i = 0; i < story->why.count; i++) {
        if (story->serializable)
            ip_report_say(w, IP_PLAIN, "the order: ");
        ip_report_write_line(w, 2, story->why.items[i]);
    }
    if (story->statements.count)
        ip_report_write_line(w, 2, "its transactions:");
    for (int i = 0; i < story->statements.count; i++)
        ip_report_write_line(w, 4, story->statements.items[i]);
}

enum { MOST_STEPS_SHOWN = 60 };

/* As a client sends it by hand. A server takes the one snapshot of a transaction with its first query, not with BEGIN.
 */
static const char *begin_text(rehearsal *r, const char *level_name)
{
    ip_diagnostics ignored_messages = {.arena = r->arena};
    const ip_level *level = ip_level_load_for_histories(r->arena, level_name, &ignored_messages);
    char *isolation = ip_arena_strdup(r->arena, level ? ip_level_postgresql(level) : "");
    for (char *at = isolation; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    return *isolation ? ip_arena_printf(r->arena, "BEGIN ISOLATION LEVEL %s", isolation) : "BEGIN";
}

static void show_steps(rehearsal *r, ip_writer *w, const ip_timed *timed)
{
    const ip_schedule *schedule = timed->schedule;
    int end = schedule->steps.count - timed->first > MOST_STEPS_SHOWN ? timed->first + MOST_STEPS_SHOWN
                                                                      : schedule->steps.count;
    ip_report_write_line(w, 2,
                         timed->after ? ip_arena_printf(r->arena,
                                                        "a server does the same, with the tables and rows that T%ld "
                                                        "has left, if the statements are sent in this order:",
                                                        timed->after)
                                      : "a server does the same if the statements are sent in this order:");
    for (int i = timed->first; i < end; i++) {
        const ip_schedule_step *step = &schedule->steps.items[i];
        const char *outcome = ip_schedule_outcome_text(r->arena, &step->expect);
        const ip_schedule_instance *of = &schedule->instances.items[step->instance];
        bool begins = step->kind == IP_STEP_BEGIN && step->takes_snapshot;
        const char *text = ip_arena_printf(r->arena, "%s: %s", of->transaction,
                                           begins ? begin_text(r, of->level) : ip_schedule_step_text(r->arena, step));
        if (begins)
            text = ip_arena_printf(r->arena, "%s; SELECT 1 → the transaction's snapshot", text);
        if (step->waits)
            text = ip_arena_printf(r->arena, "%s → waits%s%s", text, *outcome ? ", then " : "", outcome);
        else if (*outcome)
            text = ip_arena_printf(r->arena, "%s → %s", text, outcome);
        ip_report_write_line(w, 4, text);
    }
    if (end < schedule->steps.count)
        ip_report_write_line(w, 4, ip_arena_printf(r->arena, "and %d more", schedule->steps.count - end));
}

/* Looks for an order of the statements in which a server reads the same, unless it has been kept. Returns false if the
 * file cannot be written.
 */
static bool report_schedule(rehearsal *r, ip_writer *w, ip_served *served, const ip_timed *kept, uint64_t seed)
{
    if (!has_schedule(r))
        return true;
    const ip_timed timed = kept ? *kept : ip_served_timed(r->arena, served, r->options.schema, r->options.level);
    bool good = true;
    if (timed.schedule)
        show_steps(r, w, &timed);
    else
        ip_report_write_line(
            w, 2,
            ip_arena_printf(r->arena, "no order of whole statements was found in which a server does the same: %s",
                            timed.why_not));
    if (timed.schedule && r->schedule) {
        good = ip_command_rehearse_write_schedule(r->arguments, r->schedule, r->options.level, &timed, seed);
        if (good)
            ip_report_write_line(
                w, 2, ip_arena_printf(r->arena, "on a server: isoproof replay --dsn CONNINFO %s", r->schedule));
    }
    return good;
}

static bool write_history(rehearsal *r)
{
    if (!r->record)
        return true;
    if (r->lines)
        fclose(r->lines);
    r->lines = NULL;
    ip_output_target target;
    if (!ip_option_output_open(&target, r->record))
        return false;
    fwrite(r->history, 1, r->history_length, target.stream);
    return ip_option_output_finish(&target);
}

/* ------------------------------------------------------------------ runs -- */

/* Runs the command with reads that always return the latest version. Returns 1 if it fails, 0 if it passes, and -1 if
 * that cannot be determined. */
static int fails_serially(rehearsal *r, ip_server_result *result)
{
    for (int i = 0; i < SERIAL_RUNS; i++) {
        ip_served *served = fresh(r, r->options.seed);
        if (!served)
            return -1;
        *result = run(r, served, IP_STORE_LATEST, r->options.seed);
        ip_served_free(served);
        if (result->stopped)
            return -1;
        if (result->status)
            return 1;
    }
    return 0;
}

static void count(rehearsal *r, const ip_served *served, const ip_server_result *result)
{
    ip_store_counts counts = ip_store_counted(ip_served_store((ip_served *)served));
    r->done++;
    r->connections += result->connections;
    r->reads += counts.reads;
    r->choices += counts.choices;
    r->waited += result->waited;
    r->refused += result->refused;
    for (int i = 0; i < r->outcomes.count; i++)
        if (r->outcomes.items[i] == counts.outcome)
            return;
    IP_PUSH(r->arena, &r->outcomes, counts.outcome);
}

/* Connections that were ended, and transactions that were refused. */
static void report_ended(rehearsal *r, ip_writer *w, ip_served *served, const ip_server_result *result)
{
    if (result->dismissed) {
        bool one = result->dismissed == 1;
        ip_report_say(w, IP_YELLOW, "%ld connection%s ended: %s did nothing for %d seconds, while others waited",
                      result->dismissed, one ? " was" : "s were", one ? "its transaction" : "their transactions",
                      IP_SERVED_PATIENCE);
        if (*ip_level_engine(r->options.level) && !r->options.interleaved)
            ip_report_say(w, IP_YELLOW,
                          ". Transactions run one after the other here. If the test's sessions run in threads and "
                          "wait for each other, try --policy interleaved");
        ip_report_end_paragraph(w, 2, 4);
    }
    long conflicts = ip_store_counted(ip_served_store(served)).conflicts;
    if (conflicts) {
        ip_report_say(
            w, IP_PLAIN,
            "%ld transaction%s refused with SQLSTATE 40001, as the level has it: a client that gets this error "
            "must run its transaction again",
            conflicts, conflicts == 1 ? " was" : "s were");
        ip_report_end_paragraph(w, 2, 4);
    }
}

static ip_exit report_failure(rehearsal *r, ip_writer *w, ip_served *served, const ip_server_result *result,
                              uint64_t seed)
{
    if (r->lines)
        fflush(r->lines);
    const ip_story *story = r->options.interleaved && r->history
                                ? ip_served_story_of_lines(r->arena, r->history, r->history_length, r->serializability,
                                                           &r->options.diagnostics)
                                : ip_served_story_of(r->arena, served, r->serializability, &r->options.diagnostics);
    const ip_timed timed = r->timed; /* further runs replace what is kept of this one */
    bool none_since = ip_store_stale_count(ip_served_store(served)) == r->stale;
    bool earlier = r->story && (story->serializable || !story->why.count) && (!r->story->serializable || none_since);
    const ip_timed *kept = earlier && r->has_timed ? &timed : NULL;
    if (earlier)
        story = r->story;
    ip_writer *verdict = w;
    ip_report_say(w, IP_BOLD, "run %ld fails at %s, with exit status %d (seed %llu)", r->done,
                  ip_level_name(r->options.level), result->status, (unsigned long long)seed);
    ip_report_end_paragraph(w, 0, 2);
    ip_writer silent = *w; /* --quiet: the verdict alone */
    silent.out = r->nowhere;
    w = r->nowhere ? &silent : w;
    show_output(r, w);
    report_ended(r, w, served, result);
    ip_server_result serial;
    if (!write_history(r))
        return IP_EXIT_ERROR;
    int fails = fails_serially(r, &serial);
    if (fails > 0) {
        ip_report_write_line(
            verdict, 2,
            "it fails, too, where every read gets what was written last, one transaction after the other: "
            "isolation is not the cause");
        return IP_EXIT_ERROR;
    }
    if (fails < 0)
        ip_report_write_line(w, 2, "whether it fails without any weak behaviour, too, was not found out");
    report_story(w, story, &result->schedule);
    if (!report_schedule(r, w, served, kept, seed))
        return IP_EXIT_ERROR;
    ip_report_write_line(w, 2, ip_arena_printf(r->arena, "again: %s", again(r, seed)));
    return IP_EXIT_UNSAFE;
}

static ip_exit rehearse(rehearsal *r, ip_writer *w)
{
    for (long i = 0; i < r->runs; i++) {
        uint64_t seed = r->options.seed + (uint64_t)i;
        ip_served *served = fresh(r, seed);
        if (!served)
            return IP_EXIT_ERROR;
        ip_server_result result = run(r, served, r->options.policy, seed);
        ip_exit status = IP_EXIT_SAFE;
        if (result.error || result.status == NOT_FOUND || result.status == NOT_RUN) {
            show_output(r, w);
            status = ip_option_usage_error("%s: cannot be run%s%s", r->command[0], result.error ? ": " : "",
                                           result.error ? result.error : "");
        } else if (result.stopped) {
            status = IP_EXIT_UNDECIDED;
        } else {
            count(r, served, &result);
            if (result.status)
                status = report_failure(r, w, served, &result, seed);
            else if (!r->connections)
                status = ip_option_usage_error(
                    "%s has not connected to the database: it is to take PGHOST and PGPORT, or DATABASE_URL",
                    r->command[0]);
        }
        ip_served_free(served);
        if (result.stopped)
            break;
        if (status != IP_EXIT_SAFE)
            return status;
    }
    bool all = r->done == r->runs;
    ip_report_say(w, all ? IP_GREEN : IP_YELLOW, "%ld run%s at %s%s (seed %llu)", r->done,
                  r->done == 1 ? " passes" : "s pass", ip_level_name(r->options.level),
                  all ? "" : "; then it was interrupted", (unsigned long long)r->options.seed);
    ip_report_end_paragraph(w, 0, 2);
    if (r->nowhere)
        return write_history(r) ? all ? IP_EXIT_SAFE : IP_EXIT_UNDECIDED : IP_EXIT_ERROR;
    if (r->options.interleaved)
        ip_report_say(w, IP_PLAIN, "%ld statement%s waited for a lock, %ld %s refused", r->waited,
                      r->waited == 1 ? "" : "s", r->refused, r->refused == 1 ? "was" : "were");
    else
        ip_report_say(w, IP_PLAIN, "%d distinct outcome%s; %ld read%s, %ld of them with a choice", r->outcomes.count,
                      r->outcomes.count == 1 ? "" : "s", r->reads, r->reads == 1 ? "" : "s", r->choices);
    ip_report_end_paragraph(w, 2, 4);
    if (!write_history(r))
        return IP_EXIT_ERROR;
    return all ? IP_EXIT_SAFE : IP_EXIT_UNDECIDED;
}

ip_exit ip_command_rehearse(const ip_arguments *arguments)
{
    rehearsal r = {.arena = arguments->arena,
                   .arguments = arguments,
                   .command = command_of(arguments),
                   .record = ip_option_value(arguments, IP_OPT_RECORD),
                   .schedule = ip_option_value(arguments, IP_OPT_SCHEDULE),
                   .runs = DEFAULT_RUNS};
    ip_output_target target;
    if (!ip_command_served_number(arguments, IP_OPT_RUNS, "runs", 1, &r.runs) ||
        (r.record && !ip_option_output_possible(r.record)) || (r.schedule && !ip_option_output_possible(r.schedule)) ||
        !ip_command_served_options_read(arguments, &r.options))
        return IP_EXIT_ERROR;
    if (r.schedule && !has_schedule(&r)) {
        ip_command_served_options_close(&r.options);
        return ip_option_usage_error(
            "--schedule: needs a level of PostgreSQL, and a policy other than interleaved, which "
            "shows its statements in their order anyway");
    }
    FILE *output = tmpfile();
    r.output = output ? fileno(output) : -1;
    r.nowhere = ip_option_given(arguments, IP_OPT_QUIET) ? fopen("/dev/null", "w") : NULL;
    r.serializability = find_serializability(&r);
    ip_exit status = IP_EXIT_ERROR;
    if (!r.serializability)
        ip_option_usage_error("specs/ has no level of commit orders that says that it is PostgreSQL's serializable");
    else if (!output)
        ip_option_usage_error("a temporary file cannot be created: %s", strerror(errno));
    else if (ip_option_output_open(&target, NULL)) {
        ip_writer writer = ip_option_output_writer(&target, arguments->arena);
        status = rehearse(&r, &writer);
        if (!ip_option_output_finish(&target))
            status = IP_EXIT_ERROR;
    }
    if (r.nowhere)
        fclose(r.nowhere);
    if (output)
        fclose(output);
    if (r.lines)
        fclose(r.lines);
    free(r.history);
    ip_command_served_options_close(&r.options);
    return status;
}
