/* Reads the options that serve and rehearse share. */
#include "command/served.h"

#include "command/options/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

bool ip_command_served_number(const ip_arguments *arguments, ip_option option, const char *name, long least,
                              long *number)
{
    const char *text = ip_option_value(arguments, option);
    char *end;
    if (!text)
        return true;
    errno = 0;
    *number = strtol(text, &end, 10);
    if (!errno && end != text && !*end && *number >= least)
        return true;
    ip_option_usage_error("--%s: expected a whole number from %ld on, not '%s'", name, least, text);
    return false;
}

static bool read_policy(const ip_arguments *arguments, ip_served_options *options)
{
    const char *text = ip_option_value(arguments, IP_OPT_POLICY);
    options->interleaved = text && strcmp(text, "interleaved") == 0;
    options->pauses = options->interleaved || (text && strcmp(text, "delay") == 0);
    if (text && strcmp(text, "latest") == 0)
        options->policy = IP_STORE_LATEST;
    else if (text && !options->pauses && strcmp(text, "uniform") != 0) {
        ip_option_usage_error("--policy: expected uniform, latest, delay or interleaved, not '%s'", text);
        return false;
    }
    return true;
}

static bool read_seed(const ip_arguments *arguments, ip_served_options *options)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    long seed = (now.tv_nsec / 1000 + getpid()) % 1000000; /* short enough to be typed */
    bool good = ip_command_served_number(arguments, IP_OPT_SEED, "seed", 0, &seed);
    options->seed = (uint64_t)seed;
    return good;
}

static bool read_level(const ip_arguments *arguments, ip_served_options *options)
{
    const char *name = ip_option_value(arguments, IP_OPT_LEVEL);
    if (!name) {
        ip_option_usage_error("expected --level: what the store allows");
        return false;
    }
    options->level = ip_level_load_for_histories(arguments->arena, name, &options->diagnostics);
    if (options->level && options->interleaved && !*ip_level_engine(options->level)) {
        ip_option_usage_error("--policy interleaved: %s has no locks; isoproof levels lists those of an engine", name);
        return false;
    }
    return options->level != NULL;
}

static bool read_schema(const ip_arguments *arguments, ip_served_options *options)
{
    IP_VEC(const ip_source *) sources = {0};
    for (int i = 0; i < arguments->options.count; i++) {
        const char *error = NULL;
        if (arguments->options.items[i].option != IP_OPT_SCHEMA)
            continue;
        const ip_source *source = ip_source_read(arguments->arena, arguments->options.items[i].value, &error);
        if (!source) {
            ip_option_usage_error("%s: %s", arguments->options.items[i].value, error);
            return false;
        }
        IP_PUSH(arguments->arena, &sources, source);
    }
    options->schema = ip_served_schema_read(arguments->arena, sources.items, sources.count, &options->diagnostics);
    return options->schema != NULL;
}

static bool listen_there(const ip_arguments *arguments, ip_served_options *options)
{
    const char *error = NULL;
    const ip_endpoint *asked =
        ip_recorder_listen_at(arguments->arena, ip_option_value(arguments, IP_OPT_LISTEN), &error);
    if (asked) {
        options->listen = *asked;
        options->listening = ip_recorder_endpoint_listen(arguments->arena, &options->listen, &error);
    }
    if (asked && options->listening < 0)
        ip_recorder_endpoint_close(asked);
    if (options->listening < 0)
        ip_option_usage_error("--listen: %s", error);
    return options->listening >= 0;
}

bool ip_command_served_options_read(const ip_arguments *arguments, ip_served_options *options)
{
    *options = (ip_served_options){.diagnostics = {.arena = arguments->arena}, .listening = -1};
    bool good = read_policy(arguments, options) && read_seed(arguments, options) && read_level(arguments, options) &&
                read_schema(arguments, options);
    ip_option_print_diagnostics(&options->diagnostics, IP_ERROR);
    return good && listen_there(arguments, options);
}

void ip_command_served_options_close(const ip_served_options *options)
{
    close(options->listening);
    ip_recorder_endpoint_close(&options->listen);
}

ip_served *ip_command_served_fresh(ip_served_options *options, uint64_t seed)
{
    return options->interleaved ? ip_served_new_interleaved(options->schema, options->level, &options->diagnostics)
                                : ip_served_new(options->schema, options->level, seed, &options->diagnostics);
}
