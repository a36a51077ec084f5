/* isoproof replay: repeats the anomalies of a report, in memory or on a server, or exports them as scripts. */
#include "command/replay.h"

#include "command/commands.h"
#include "command/options/output.h"
#include "isoproof.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The levels of BEGIN ISOLATION LEVEL. "read uncommitted" means read committed on the server. */
static const char *const server_levels[] = {"read committed", "repeatable read", "serializable"};

static const double ANSWER_SECONDS = 30.0;

typedef struct replay {
    ip_arena *arena;
    const ip_arguments *arguments;
    ip_diagnostics diagnostics;
    const ip_reported *reported;
    const char *isolation; /* from --isolation; NULL if not given */
    double wait;
    IP_VEC(const char *) chosen; /* from --anomaly */
    IP_VEC(const ip_level *) levels;
    IP_VEC(ip_replayed) replayed;
    ip_load load;
} replay;

/* --------------------------------------------------------- interruption -- */

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* The schema is dropped before the command ends. */
static void catch_interruptions(void)
{
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = interrupt};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* -------------------------------------------------------------- options -- */

static bool set_isolation(replay *r, const char *text)
{
    char *words = ip_arena_strdup(r->arena, text);
    for (char *at = words; *at; at++)
        if (*at == '-' || *at == '_')
            *at = ' ';
    for (size_t i = 0; i < sizeof server_levels / sizeof *server_levels; i++)
        if (strcasecmp(words, server_levels[i]) == 0)
            r->isolation = server_levels[i];
    if (!r->isolation)
        ip_option_usage_error("--isolation: expected read committed, repeatable read or serializable, not '%s'", text);
    return r->isolation != NULL;
}

static bool set_wait(replay *r, const char *text)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !isfinite(seconds) || seconds <= 0) {
        ip_option_usage_error("--wait: expected a number of seconds above 0, not '%s'", text);
        return false;
    }
    r->wait = seconds;
    return true;
}

static void add_chosen(void *data, const char *id)
{
    replay *r = data;
    IP_PUSH(r->arena, &r->chosen, id);
}

/* Reports options that have no effect without a server. */
static bool check_server(const replay *r)
{
    bool dsn = ip_option_given(r->arguments, IP_OPT_DSN);
    if (!dsn && ip_option_given(r->arguments, IP_OPT_WAIT))
        ip_option_usage_error("--wait needs --dsn: it limits how long the server may take");
    else if (!dsn && r->isolation && !ip_option_given(r->arguments, IP_OPT_EXPORT))
        ip_option_usage_error("--isolation needs --dsn or --export: it sets the level on a server");
    else
        return true;
    return false;
}

static bool set_options(replay *r)
{
    bool good = true;
    for (int i = 0; i < r->arguments->options.count; i++) {
        const char *value = r->arguments->options.items[i].value;
        if (r->arguments->options.items[i].option == IP_OPT_ISOLATION)
            good &= set_isolation(r, value);
        else if (r->arguments->options.items[i].option == IP_OPT_WAIT)
            good &= set_wait(r, value);
        else if (r->arguments->options.items[i].option == IP_OPT_ANOMALY)
            good &= ip_option_each_part(r->arena, "anomaly", value, add_chosen, r);
    }
    return good && check_server(r);
}

/* Reports an id that no anomaly has. */
static bool check_chosen(const replay *r)
{
    bool good = true;
    for (int i = 0; i < r->chosen.count; i++) {
        bool found = false;
        for (int a = 0; a < r->reported->anomalies.count; a++)
            found |= strcmp(r->reported->anomalies.items[a].id, r->chosen.items[i]) == 0;
        if (!found)
            ip_option_usage_error("--anomaly: %s has no anomaly %s", r->reported->path, r->chosen.items[i]);
        good &= found;
    }
    return good;
}

static bool is_chosen(const replay *r, const char *id)
{
    for (int i = 0; i < r->chosen.count; i++)
        if (strcmp(r->chosen.items[i], id) == 0)
            return true;
    return r->chosen.count == 0;
}

/* --------------------------------------------------------------- levels -- */

static const ip_level *level_named(replay *r, const char *name)
{
    for (int i = 0; i < r->levels.count; i++)
        if (strcmp(ip_level_name(r->levels.items[i]), name) == 0)
            return r->levels.items[i];
    const ip_level *level = ip_level_load(r->arena, name, &r->diagnostics);
    if (level)
        IP_PUSH(r->arena, &r->levels, level);
    return level;
}

/* Returns the isolation level of each instance on a server. Returns NULL and sets *why if some instance cannot run
 * there. */
static const char *const *isolation_of(replay *r, const ip_reported_anomaly *anomaly, const char **why)
{
    const char **isolation = IP_NEW_ARRAY(r->arena, const char *, anomaly->instances.count);
    for (int i = 0; i < anomaly->instances.count; i++) {
        const ip_reported_instance *instance = &anomaly->instances.items[i];
        isolation[i] = r->isolation;
        if (isolation[i])
            continue;
        const ip_level *level = level_named(r, instance->level);
        isolation[i] = level ? ip_level_postgresql(level) : "";
        if (*isolation[i])
            continue;
        *why = level ? ip_arena_printf(r->arena,
                                       "PostgreSQL has no level that behaves like %s, where %s runs; --isolation "
                                       "'read committed' tries it there",
                                       instance->level, instance->id)
                     : ip_arena_printf(r->arena, "the level %s of %s cannot be read", instance->level, instance->id);
        return NULL;
    }
    return isolation;
}

/* -------------------------------------------------------------- running -- */

static const char *no_schedule(replay *r, const ip_reported_anomaly *anomaly)
{
    if (anomaly->schedule->steps.count && !anomaly->in_time && anomaly->snapshots)
        return "another transaction commits while one of its statements is running, which no client can time";
    if (anomaly->schedule->steps.count && !anomaly->in_time)
        return "no single server passes through its snapshots";
    if (anomaly->schedule->steps.count)
        return NULL;
    return ip_arena_printf(r->arena, "the report has no schedule for it (%s%s%s)", anomaly->status,
                           anomaly->reason ? ": " : "", anomaly->reason ? anomaly->reason : "");
}

/* Selects the anomalies, and the levels at which each can run. */
static void choose(replay *r)
{
    for (int i = 0; i < r->reported->anomalies.count; i++) {
        ip_replayed replayed = {.anomaly = &r->reported->anomalies.items[i]};
        if (!is_chosen(r, replayed.anomaly->id))
            continue;
        replayed.not_run = no_schedule(r, replayed.anomaly);
        if (!replayed.not_run)
            replayed.live.isolation = isolation_of(r, replayed.anomaly, &replayed.not_run);
        IP_PUSH(r->arena, &r->replayed, replayed);
    }
}

/* Tells whether the schedule predicts waits: it does at levels with locks. */
static bool predicts_waits(replay *r, const ip_reported_anomaly *anomaly)
{
    for (int i = 0; i < anomaly->instances.count; i++) {
        const ip_level *level = level_named(r, anomaly->instances.items[i].level);
        if (!level || !*ip_level_engine(level))
            return false;
    }
    return true;
}

/* Stops at the first failure, which is the server's or the user's. */
static bool run_live(replay *r)
{
    ip_live_context context = {.arena = r->arena,
                               .conninfo = ip_option_value(r->arguments, IP_OPT_DSN),
                               .interrupted = &interrupted,
                               .seconds = r->wait};
    catch_interruptions();
    for (int i = 0; i < r->replayed.count; i++) {
        ip_replayed *replayed = &r->replayed.items[i];
        if (replayed->not_run)
            continue;
        replayed->live = ip_live_replay(&context, &r->load, replayed->anomaly->schedule, replayed->live.isolation,
                                        predicts_waits(r, replayed->anomaly));
        if (replayed->live.error)
            ip_option_usage_error("%s", replayed->live.error);
        if (replayed->live.left)
            ip_option_usage_error("%s", replayed->live.left);
        if (replayed->live.end == IP_LIVE_FAILED) {
            r->replayed.count = i + 1;
            return false;
        }
    }
    return true;
}

/* An anomaly that cannot be run is reported. It decides the status only if no anomaly could be run. */
static ip_exit status_of(const replay *r)
{
    bool differs = false, not_run = r->replayed.count > 0;
    for (int i = 0; i < r->replayed.count; i++) {
        not_run &= r->replayed.items[i].not_run != NULL;
        differs |= !r->replayed.items[i].not_run &&
                   (r->replayed.items[i].in_memory ? r->replayed.items[i].rerun.end != IP_RERUN_CONFIRMED
                                                   : r->replayed.items[i].live.end != IP_LIVE_AGREES);
    }
    return differs ? IP_EXIT_UNSAFE : not_run ? IP_EXIT_UNDECIDED : IP_EXIT_SAFE;
}

static bool write_output(replay *r, bool json)
{
    const char *path = ip_option_value(r->arguments, IP_OPT_OUTPUT);
    ip_output_target target;
    if (!ip_option_output_open(&target, path))
        return false;
    ip_replay_options options = {.width = path ? 0 : ip_option_output_width(stdout),
                                 .colour = !path && ip_option_use_colour(stdout),
                                 .brief = ip_option_given(r->arguments, IP_OPT_QUIET)};
    if (json)
        ip_command_write_replayed_json(r->arena, r->replayed.items, r->replayed.count, target.stream);
    else
        ip_command_write_replayed(r->arena, r->replayed.items, r->replayed.count, target.stream, &options);
    return ip_option_output_finish(&target);
}

static ip_exit export(const replay *r)
{
    const char *folder = ip_option_value(r->arguments, IP_OPT_EXPORT);
    if (!ip_command_replay_export(r->arena, folder, r->reported, &r->load, r->replayed.items, r->replayed.count))
        return IP_EXIT_ERROR;
    bool all = true;
    for (int i = 0; i < r->replayed.count; i++) {
        if (r->replayed.items[i].not_run)
            fprintf(stderr, "%s: not written: %s\n", r->replayed.items[i].anomaly->id, r->replayed.items[i].not_run);
        all &= r->replayed.items[i].not_run == NULL;
    }
    return all ? IP_EXIT_SAFE : IP_EXIT_UNDECIDED;
}

static ip_exit live(replay *r, bool json)
{
    bool good = run_live(r);
    return write_output(r, json) && good ? status_of(r) : IP_EXIT_ERROR;
}

/* Runs on the server and exports if both are asked for. The worse status counts. */
static ip_exit on_server(replay *r, bool json)
{
    bool loaded = ip_workload_load_read(r->arena, r->reported->sources.items, r->reported->sources.count,
                                        IP_LIVE_SCHEMA, &r->load, &r->diagnostics);
    if (loaded)
        choose(r);
    ip_option_print_diagnostics(&r->diagnostics, IP_ERROR);
    if (!loaded)
        return IP_EXIT_ERROR;
    ip_exit written = ip_option_given(r->arguments, IP_OPT_EXPORT) ? export(r) : IP_EXIT_SAFE;
    if (written == IP_EXIT_ERROR || !ip_option_given(r->arguments, IP_OPT_DSN))
        return written;
    return live(r, json);
}

static void rerun(replay *r, const ip_workload *workload, ip_replayed *replayed)
{
    const ip_reported_anomaly *anomaly = replayed->anomaly;
    const ip_level **levels = IP_NEW_ARRAY(r->arena, const ip_level *, anomaly->instances.count);
    for (int i = 0; i < anomaly->instances.count; i++) {
        levels[i] = level_named(r, anomaly->instances.items[i].level);
        if (!levels[i]) {
            replayed->not_run =
                ip_arena_printf(r->arena, "the level %s cannot be read", anomaly->instances.items[i].level);
            return;
        }
    }
    replayed->rerun = ip_replay_report_rerun_anomaly(r->arena, workload, anomaly, levels);
    if (replayed->rerun.end == IP_RERUN_UNABLE)
        replayed->not_run = replayed->rerun.why;
}

static ip_exit in_memory(replay *r, bool json)
{
    ip_diagnostics ignored_messages = {.arena = r->arena}; /* already reported by the analysis */
    const ip_workload *workload = ip_frontend_read_as(r->arena, r->reported->sources.items, r->reported->sources.count,
                                                      r->reported->flags, &ignored_messages);
    for (int i = 0; i < r->reported->anomalies.count; i++) {
        const ip_reported_anomaly *anomaly = &r->reported->anomalies.items[i];
        ip_replayed replayed = {.anomaly = anomaly, .in_memory = true};
        if (!is_chosen(r, anomaly->id))
            continue;
        if (strcmp(anomaly->status, IP_REHEARSED) == 0)
            replayed.not_run = "rehearse has run it in memory when it wrote this file; --dsn runs it on a server";
        else if (anomaly->schedule->steps.count)
            rerun(r, workload, &replayed);
        else
            replayed.not_run = no_schedule(r, anomaly);
        IP_PUSH(r->arena, &r->replayed, replayed);
    }
    ip_option_print_diagnostics(&r->diagnostics, IP_ERROR);
    return write_output(r, json) ? status_of(r) : IP_EXIT_ERROR;
}

ip_exit ip_command_replay(const ip_arguments *arguments)
{
    replay r = {.arena = arguments->arena, .arguments = arguments, .wait = ANSWER_SECONDS};
    r.diagnostics.arena = r.arena;
    bool json, good = ip_option_parse_format(arguments, &json);
    good &= set_options(&r);
    if (!good)
        return IP_EXIT_ERROR;
    r.reported = ip_replay_report_read(r.arena, arguments->operands.items[0], &r.diagnostics);
    if (!r.reported) {
        ip_option_print_diagnostics(&r.diagnostics, IP_ERROR);
        return IP_EXIT_ERROR;
    }
    if (!check_chosen(&r))
        return IP_EXIT_ERROR;
    if (r.reported->anomalies.count == 0)
        fprintf(stderr, "%s has no anomaly to replay\n", r.reported->path);
    if (ip_option_given(arguments, IP_OPT_DSN) || ip_option_given(arguments, IP_OPT_EXPORT))
        return on_server(&r, json);
    return in_memory(&r, json);
}
