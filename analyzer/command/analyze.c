/* isoproof analyze: reads the options, analyzes the programs, and writes a report. */
#include "command/commands.h"
#include "command/options/kept_looks.h"
#include "command/options/output.h"
#include "command/options/run_options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------- options -- */

/* Scripts without a name are called "file.sql:12", so the colon between A and B is the middle one. */
static bool set_serialize(ip_run *run, const char *text)
{
    int colons = 0;
    for (const char *at = text; *at; at++)
        colons += *at == ':';
    const char *middle = text;
    for (int i = 0; *middle; middle++)
        if (*middle == ':' && i++ == colons / 2)
            break;
    if (colons % 2 == 0 || middle == text || !middle[1]) {
        ip_option_usage_error("--serialize: expected two program names, A:B, not '%s'", text);
        return false;
    }
    ip_run_serialize(run, ip_arena_strndup(ip_run_arena(run), text, (size_t)(middle - text)),
                     ip_arena_strdup(ip_run_arena(run), middle + 1));
    return true;
}

/* FILE or FILE:LINE: as editors name a place. */
static bool set_at(ip_run *run, const char *text)
{
    const char *colon = strrchr(text, ':');
    bool numbered = colon && colon > text && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
    long line = numbered ? strtol(colon + 1, NULL, 10) : 0;
    if (!*text || (numbered && (line < 1 || line > INT_MAX))) {
        ip_option_usage_error("--at: expected a file, or a file and the number of a line, FILE:LINE, not '%s'", text);
        return false;
    }
    ip_run_look_at(run, numbered ? ip_arena_strndup(ip_run_arena(run), text, (size_t)(colon - text)) : text, (int)line);
    return true;
}

typedef struct adder {
    ip_run *run;
    bool good;
} adder;

static void add_level(void *data, const char *name)
{
    adder *adding = data;
    adding->good &= ip_run_add_level(adding->run, name);
}

static void add_proof(void *data, const char *method)
{
    adder *adding = data;
    if (ip_run_add_proof(adding->run, method))
        return;
    ip_option_usage_error("--proof: expected window, inductive, shortest-path or delayed, not '%s'", method);
    adding->good = false;
}

static bool set_option(ip_run *run, const ip_given_option *given)
{
    ip_arena *arena = ip_run_arena(run);
    adder adding = {run, true};
    switch (given->option) {
    case IP_OPT_LEVEL:
        return ip_option_each_part(arena, "level", given->value, add_level, &adding) && adding.good;
    case IP_OPT_PROOF:
        return ip_option_each_part(arena, "proof", given->value, add_proof, &adding) && adding.good;
    case IP_OPT_SERIALIZE:
        return set_serialize(run, given->value);
    case IP_OPT_AT:
        return set_at(run, given->value);
    case IP_OPT_AS_DECLARED:
        return ip_run_add_level(run, "postgresql/read-committed");
    case IP_OPT_ALL_ANOMALIES:
        ip_run_set_all_anomalies(run, true);
        return true;
    case IP_OPT_SESSIONS:
        ip_run_set_sessions(run, true);
        return true;
    case IP_OPT_SAVE_QUERIES:
        return ip_run_save_queries(run, given->value);
    default:
        return ip_option_set_run_option(run, given);
    }
}

/* Without --level, adds PostgreSQL's levels if their files exist, and otherwise the abstract ones. */
static bool add_default_levels(ip_run *run)
{
    static const char *const families[] = {"postgresql", "abstract"};
    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        const char *const *names = ip_level_file_names_of_family(ip_run_arena(run), families[f]);
        for (const char *const *name = names; *name; name++)
            if (!ip_run_add_level(run, *name))
                return false;
        if (*names)
            return true;
    }
    ip_option_usage_error("no level files in %s", ip_level_file_folder());
    return false;
}

/* --------------------------------------------------------------- output -- */

static ip_exit exit_status(const ip_report_data *report, const ip_arguments *arguments)
{
    bool unsafe = ip_option_breaks_a_promise(report), undecided = report->results.count == 0;
    for (int i = 0; i < report->results.count; i++) {
        if (report->results.items[i].only_promised)
            continue;
        if (ip_option_is_internal_error(&report->results.items[i]))
            return IP_EXIT_ERROR;
        ip_exit status = ip_option_level_status(&report->results.items[i], report->workload->programs.count, arguments);
        unsafe |= status == IP_EXIT_UNSAFE;
        undecided |= status == IP_EXIT_UNDECIDED;
    }
    return unsafe ? IP_EXIT_UNSAFE : undecided ? IP_EXIT_UNDECIDED : IP_EXIT_SAFE;
}

static bool prepare(ip_run *run, const ip_arguments *arguments)
{
    bool given = ip_option_given(arguments, IP_OPT_LEVEL);
    if (given && ip_option_given(arguments, IP_OPT_AS_DECLARED)) {
        ip_option_usage_error(
            "--as-declared uses the levels that programs declare, so --level cannot be given with it");
        return false;
    }
    static const ip_option others[] = {IP_OPT_SHARD, IP_OPT_SESSIONS, IP_OPT_WRITE_BASELINE, IP_OPT_EXPLAIN_CONFLICTS,
                                       IP_OPT_ALL_ANOMALIES};
    for (size_t i = 0; i < sizeof others / sizeof *others && ip_option_given(arguments, IP_OPT_AT); i++)
        if (ip_option_given(arguments, others[i])) {
            ip_option_usage_error("--at looks at one place only, so --%s cannot be given with it",
                                  ip_option_table[others[i]].name);
            return false;
        }
    if (ip_option_given(arguments, IP_OPT_NO_CACHE) && !ip_option_given(arguments, IP_OPT_AT)) {
        ip_option_usage_error("--no-cache is for looks at one place (--at): nothing else is kept");
        return false;
    }
    if (ip_option_given(arguments, IP_OPT_AT))
        ip_option_keep_looks(run, arguments);
    return ip_option_set_run_options(run, arguments, set_option) &&
           (given || ip_option_given(arguments, IP_OPT_AS_DECLARED) || add_default_levels(run));
}

static const ip_report_data *run_it(ip_run *run, const ip_arguments *arguments)
{
    (void)arguments;
    const ip_report_data *report = ip_run_analyze(run);
    return report && report->workload->programs.count ? report : NULL;
}

ip_exit ip_command_analyze(const ip_arguments *arguments)
{
    if (ip_option_given(arguments, IP_OPT_EXPLAIN_CONFLICTS))
        return ip_command_explain_conflicts(arguments, prepare);
    return ip_option_conduct_run(arguments, prepare, run_it, exit_status);
}
