/* isoproof explore: counts every history of a client, and checks assertions on final states. */
#include "command/explore.h"

#include "base/clock.h"
#include "code/code_text.h"
#include "command/commands.h"
#include "command/options/output.h"
#include "command/options/run_options.h"
#include "explorer/base.h"
#include "explorer/load.h"
#include "permutations/permutations.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double DEFAULT_SECONDS = 60.0, QUIET_SECONDS = 2.0;

typedef struct explore {
    ip_arena *arena;
    const ip_arguments *arguments;
    ip_diagnostics diagnostics;
    ip_exploration_report report;
    ip_explore_options options;
    const ip_level *level;
    IP_VEC(const char *) assigned; /* NAME=LEVEL, as given */
    const char *assignments;       /* in words */
    const ip_loaded_client *loaded;
    ip_interpreter *interpreter; /* for assertions */
    bool unable;                 /* some assertion could not be decided */
    double start;
    bool shown, progress;
    bool trivial; /* some level is explored without a base level */
} explore;

/* -------------------------------------------------------------- options -- */

static bool set_number(long *number, const char *option, const char *text)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    if (!errno && end != text && !*end && *number > 0)
        return true;
    ip_option_usage_error("--%s: expected a whole number above 0, not '%s'", option, text);
    return false;
}

static bool set_timeout(explore *x, const char *text)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !isfinite(seconds) || seconds <= 0) {
        ip_option_usage_error("--timeout: expected a number of seconds above 0, not '%s'", text);
        return false;
    }
    x->options.deadline = x->start + seconds;
    return true;
}

static bool set_shard(explore *x, const char *text)
{
    if (!ip_option_parse_shard(text, &x->options.shard, &x->options.shard_count))
        return false;
    x->report.shard = x->options.shard;
    x->report.shard_count = x->options.shard_count;
    return true;
}

static bool set_level(explore *x, const char *name)
{
    if (x->level) {
        ip_option_usage_error("--level: one level at a time");
        return false;
    }
    x->level = ip_level_load_for_histories(x->arena, name, &x->diagnostics);
    return x->level != NULL;
}

static bool set_base(explore *x, const char *name)
{
    x->options.base = ip_level_load_for_histories(x->arena, name, &x->diagnostics);
    return x->options.base != NULL;
}

static bool set_option(explore *x, ip_option option, const char *value)
{
    ip_asserted assertion = {.sql = value};
    switch (option) {
    case IP_OPT_LEVEL:
        return set_level(x, value);
    case IP_OPT_BASE:
        return set_base(x, value);
    case IP_OPT_SHARD:
        return set_shard(x, value);
    case IP_OPT_TIMEOUT:
        return set_timeout(x, value);
    case IP_OPT_MAX_HISTORIES:
        return set_number(&x->options.history_limit, "max-histories", value);
    case IP_OPT_MAX_STEPS:
        return set_number(&x->options.step_limit, "max-steps", value);
    case IP_OPT_ASSERT:
        IP_PUSH(x->arena, &x->report.assertions, assertion);
        return true;
    case IP_OPT_ASSIGN:
        IP_PUSH(x->arena, &x->assigned, value);
        return true;
    case IP_OPT_HISTORIES:
        x->report.listed = true;
        return true;
    case IP_OPT_PLAIN:
        x->options.plain = x->report.plain = true;
        return true;
    default:
        return true; /* an option of the output */
    }
}

static bool set_options(explore *x)
{
    bool good = true;
    x->options.deadline = x->start + DEFAULT_SECONDS;
    for (int i = 0; i < x->arguments->options.count; i++)
        good &= set_option(x, x->arguments->options.items[i].option, x->arguments->options.items[i].value);
    if (!x->level && good) {
        ip_option_usage_error("explore needs a level: --level L; isoproof levels lists them");
        good = false;
    }
    return good;
}

/* ---------------------------------------------------------------- input -- */

static const ip_source *read_source(explore *x, const char *path)
{
    const char *error = NULL;
    const ip_source *source = ip_source_read(x->arena, path, &error);
    if (!source)
        ip_diagnostics_add(&x->diagnostics, IP_ERROR, (ip_range){0}, NULL, "%s: %s", path, error);
    return source;
}

static bool assign(explore *x, ip_loaded_client *loaded, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) {
        ip_option_usage_error("--assign: expected a transaction and a level, SESSION.STEP=LEVEL, not '%s'", text);
        return false;
    }
    const char *name = ip_arena_strndup(x->arena, text, (size_t)(equals - text));
    const ip_level *level = ip_level_load_for_histories(x->arena, equals + 1, &x->diagnostics);
    for (int s = 0; s < loaded->client.sessions.count; s++)
        for (int t = 0; t < loaded->client.sessions.items[s].transactions.count; t++) {
            ip_client_transaction *transaction = &loaded->client.sessions.items[s].transactions.items[t];
            if (strcmp(transaction->name, name))
                continue;
            transaction->level = level;
            x->assignments = ip_arena_printf(x->arena, "%s, %s at %s", x->assignments, name, equals + 1);
            return level != NULL;
        }
    ip_option_usage_error("--assign: there is no transaction %s", name);
    return false;
}

/* Describes --level and the levels that transactions declare. */
static void report_levels(explore *x)
{
    x->report.level = ip_level_name(x->level);
    x->assignments = "";
    for (int s = 0; s < x->loaded->client.sessions.count; s++)
        for (int t = 0; t < x->loaded->client.sessions.items[s].transactions.count; t++) {
            const ip_client_transaction *transaction = &x->loaded->client.sessions.items[s].transactions.items[t];
            bool assigned = false;
            for (int i = 0; i < x->assigned.count; i++)
                assigned = assigned || (!strncmp(x->assigned.items[i], transaction->name, strlen(transaction->name)) &&
                                        x->assigned.items[i][strlen(transaction->name)] == '=');
            if (!assigned && transaction->level != x->level)
                x->report.level = ip_arena_printf(x->arena, "%s, %s at %s", x->report.level, transaction->name,
                                                  ip_level_name(transaction->level));
        }
}

static bool load(explore *x)
{
    IP_VEC(const ip_source *) files = {0};
    unsigned reading;
    bool good = ip_option_reading_given(x->arguments, &reading);
    x->report.client = x->arguments->operands.items[0];
    const ip_source *spec = read_source(x, x->report.client);
    for (int i = 1; i < x->arguments->operands.count; i++) {
        const ip_source *source = read_source(x, x->arguments->operands.items[i]);
        IP_PUSH(x->arena, &files, source);
        IP_PUSH(x->arena, &x->report.files, x->arguments->operands.items[i]);
        good &= source != NULL;
    }
    if (!spec || !good)
        return false;
    ip_loaded_client *loaded =
        ip_explore_client_load(x->arena, spec, files.items, files.count, x->level, reading, &x->diagnostics);
    if (!loaded)
        return false;
    x->loaded = loaded;
    report_levels(x);
    for (int i = 0; i < x->assigned.count; i++)
        good &= assign(x, loaded, x->assigned.items[i]);
    x->report.level = ip_arena_printf(x->arena, "%s%s", x->report.level, x->assignments);
    for (int i = 0; i < x->report.assertions.count; i++) {
        ip_asserted *a = &x->report.assertions.items[i];
        const ip_source *source = ip_source_from_text(x->arena, "--assert", a->sql, strlen(a->sql));
        a->code = ip_code_frontend_query(loaded->workload, "assertion", (ip_range){source, 0, source->length},
                                         &x->diagnostics);
        if (a->code->parameter_count)
            ip_diagnostics_add(&x->diagnostics, IP_ERROR, (ip_range){source, 0, source->length}, NULL,
                               "an assertion has no variables");
        good &= !a->code->why_not && !a->code->parameter_count;
    }
    return good;
}

/* Adds the base level of this level to the report. Returns false if --base cannot be used for the level, or if the
 * files of the levels make a false claim. */
static bool report_base(explore *x, const ip_level *level, bool sessions)
{
    const ip_level *base = x->options.base;
    if (base && !ip_explore_base_fits(x->arena, base, level, sessions, &x->diagnostics))
        return false;
    if (!base)
        base = ip_explore_base(x->arena, level, sessions, &x->diagnostics);
    if (!ip_explore_claims_hold(x->arena, base, level, &x->diagnostics))
        return false;
    if (!base)
        x->trivial = true;
    else if (!x->report.base)
        x->report.base = ip_level_name(base);
    else if (!strstr(x->report.base, ip_level_name(base)))
        x->report.base = ip_arena_printf(x->arena, "%s, %s", x->report.base, ip_level_name(base));
    return true;
}

static bool choose_base(explore *x)
{
    IP_VEC(const ip_level *) reported = {0};
    bool sessions = false, good = true;
    for (int s = 0; s < x->loaded->client.sessions.count; s++)
        sessions = sessions || x->loaded->client.sessions.items[s].transactions.count > 1;
    for (int s = 0; s < x->loaded->client.sessions.count; s++)
        for (int t = 0; t < x->loaded->client.sessions.items[s].transactions.count; t++) {
            const ip_level *level = x->loaded->client.sessions.items[s].transactions.items[t].level;
            bool known = false;
            for (int i = 0; i < reported.count; i++)
                known = known || !strcmp(ip_level_path(reported.items[i]), ip_level_path(level));
            if (known)
                continue;
            IP_PUSH(x->arena, &reported, level);
            good = report_base(x, level, sessions) && good;
        }
    if (!reported.count)
        good = report_base(x, x->level, sessions);
    if (x->trivial)
        x->report.base = NULL; /* every history is explored */
    return good;
}

/* ---------------------------------------------------------- exploration -- */

static bool check_assertion(explore *x, const ip_explored *explored, ip_asserted *a)
{
    ip_assertion_result result = ip_explore_explored_assert(x->interpreter, explored, a->code);
    if (result.end == IP_ASSERTION_UNABLE) {
        ip_diagnostics_add(&x->diagnostics, IP_ERROR, result.range, NULL, "the assertion cannot be checked: %s",
                           result.why ? result.why : "unknown reason");
        x->unable = true;
        return false;
    }
    if (result.end == IP_ASSERTION_FAILS && !a->failures++) {
        a->why = result.why ? ip_arena_strdup(x->arena, result.why) : NULL;
        a->history = ip_explore_explored_describe(x->arena, explored, result.order);
    }
    return true;
}

static bool visit(void *data, const ip_explored *explored)
{
    explore *x = data;
    for (int i = 0; i < x->report.assertions.count; i++)
        if (!check_assertion(x, explored, &x->report.assertions.items[i]))
            return false;
    if (x->report.listed)
        IP_PUSH(x->arena, &x->report.histories, ip_explore_explored_describe(x->arena, explored, NULL));
    return true;
}

static void show_progress(void *data, long histories)
{
    explore *x = data;
    double seconds = ip_clock() - x->start;
    if (!x->progress || seconds < QUIET_SECONDS)
        return;
    fprintf(stderr, "\r\033[K%.0f s: %ld histories", seconds, histories);
    fflush(stderr);
    x->shown = true;
}

static void run(explore *x)
{
    x->options.serializable_counts = true;
    x->options.data = x;
    x->options.progress = show_progress;
    if (x->report.assertions.count || x->report.listed)
        x->options.visit = visit;
    x->interpreter = ip_exec_interpreter_new(x->loaded->client.schema);
    x->report.found = ip_explore(&x->loaded->client, &x->options, &x->diagnostics);
    ip_exec_interpreter_free(x->interpreter);
    if (x->shown)
        fputs("\r\033[K", stderr);
    if (x->report.found.end == IP_EXPLORE_STOPPED)
        x->report.incomplete = x->options.history_limit && x->report.found.histories >= x->options.history_limit
                                   ? "the limit of histories was reached"
                                   : "the time limit was reached";
}

static ip_exit status_of(const explore *x)
{
    for (int i = 0; i < x->report.assertions.count; i++)
        if (x->report.assertions.items[i].failures)
            return IP_EXIT_UNSAFE;
    return x->report.incomplete ? IP_EXIT_UNDECIDED : IP_EXIT_SAFE;
}

static ip_exit write_report(explore *x, bool json)
{
    ip_output_target target;
    if (!ip_option_output_open(&target, ip_option_value(x->arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    if (json)
        ip_command_exploration_json(&x->report, target.stream);
    else
        ip_command_exploration_text(&x->report, target.stream, ip_option_output_width(stdout),
                                    !target.path && ip_option_use_colour(stdout),
                                    ip_option_given(x->arguments, IP_OPT_QUIET));
    return ip_option_output_finish(&target) ? status_of(x) : IP_EXIT_ERROR;
}

/* Writes errors, and remarks unless quiet. Other diagnostics concern the analysis of programs. */
static void tell(const explore *x, bool quiet)
{
    ip_diagnostics reported = {.arena = x->arena};
    for (int i = 0; i < x->diagnostics.list.count; i++) {
        const ip_diagnostic *d = &x->diagnostics.list.items[i];
        if (d->kind == IP_ERROR || (d->kind == IP_REMARK && !quiet))
            ip_diagnostics_add(&reported, d->kind, d->range, d->transaction, "%s", d->message);
    }
    ip_option_print_diagnostics(&reported, IP_REMARK);
}

/* Handles --permutations. */
static ip_exit run_permutations(explore *x)
{
    IP_VEC(const ip_source *) files = {0};
    ip_output_target target;
    unsigned reading;
    bool good = ip_option_reading_given(x->arguments, &reading);
    for (int i = 0; i < x->arguments->operands.count; i++) {
        const ip_source *source = read_source(x, x->arguments->operands.items[i]);
        IP_PUSH(x->arena, &files, source);
        good = good && source;
    }
    const char *transcript =
        good ? ip_permutations_run(x->arena, files.items[0], files.items + 1, files.count - 1, reading, &x->diagnostics)
             : NULL;
    tell(x, true);
    if (!transcript)
        return good ? IP_EXIT_UNDECIDED : IP_EXIT_ERROR;
    if (!ip_option_output_open(&target, ip_option_value(x->arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    fputs(transcript, target.stream);
    return ip_option_output_finish(&target) ? IP_EXIT_SAFE : IP_EXIT_ERROR;
}

/* Handles --robust. */
static ip_exit run_robust(explore *x, bool json, bool quiet)
{
    static const ip_option others[] = {IP_OPT_ASSERT, IP_OPT_HISTORIES, IP_OPT_MAX_HISTORIES, IP_OPT_SHARD,
                                       IP_OPT_BASE,   IP_OPT_PLAIN,     IP_OPT_PERMUTATIONS};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (ip_option_given(x->arguments, others[i])) {
            ip_option_usage_error("--robust goes with none of --assert, --histories, --max-histories, --shard, --base, "
                                  "--plain, --permutations");
            return IP_EXIT_ERROR;
        }
    ip_robust_report report = {.arena = x->arena, .found = {.end = IP_ROBUST_FAILED}};
    if (set_options(x) && load(x)) {
        report.client = x->report.client;
        report.level = x->report.level;
        for (int i = 0; i < x->report.files.count; i++)
            IP_PUSH(x->arena, &report.files, x->report.files.items[i]);
        const ip_robust_options options = {.deadline = x->options.deadline, .step_limit = x->options.step_limit};
        ip_command_robust_run(&report, &x->loaded->client, options, &x->diagnostics);
    }
    tell(x, quiet);
    ip_output_target target;
    if (report.found.end == IP_ROBUST_FAILED ||
        !ip_option_output_open(&target, ip_option_value(x->arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    if (json)
        ip_command_robust_json(&report, target.stream);
    else
        ip_command_robust_text(&report, target.stream, ip_option_output_width(stdout),
                               !target.path && ip_option_use_colour(stdout), quiet);
    if (!ip_option_output_finish(&target))
        return IP_EXIT_ERROR;
    return report.found.end == IP_ROBUST       ? IP_EXIT_SAFE
           : report.found.end == IP_NOT_ROBUST ? IP_EXIT_UNSAFE
                                               : IP_EXIT_UNDECIDED;
}

ip_exit ip_command_explore(const ip_arguments *arguments)
{
    bool json;
    if (!ip_option_parse_format(arguments, &json))
        return IP_EXIT_ERROR;
    explore x = {.arena = arguments->arena, .arguments = arguments, .start = ip_clock()};
    x.diagnostics.arena = x.report.arena = arguments->arena;
    bool quiet = ip_option_given(arguments, IP_OPT_QUIET);
    if (ip_option_given(arguments, IP_OPT_ROBUST))
        return run_robust(&x, json, quiet);
    if (ip_option_given(arguments, IP_OPT_PERMUTATIONS))
        return run_permutations(&x);
    x.progress = !quiet && isatty(STDERR_FILENO);
    bool good = set_options(&x) && load(&x) && choose_base(&x);
    if (good)
        run(&x);
    tell(&x, quiet);
    if (!good || x.unable || x.report.found.end == IP_EXPLORE_FAILED)
        return IP_EXIT_ERROR;
    return write_report(&x, json);
}
