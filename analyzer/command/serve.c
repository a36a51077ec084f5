/* isoproof serve: a PostgreSQL server in memory whose reads may return any version that the level allows. */
#include "command/options/output.h"
#include "command/served.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static void write_line(void *data, const char *text)
{
    fprintf(data, "%s\n", text);
    fflush(data); /* readers of the file see all events so far */
}

typedef struct announcement {
    const ip_arguments *arguments;
    const ip_served_options *options;
} announcement;

static void announce(void *data)
{
    static const ip_endpoint anybody = {.user = "isoproof", .database = "isoproof"};
    const announcement *a = data;
    fprintf(stderr, "listening: %s\n", ip_recorder_endpoint_url(a->arguments->arena, &a->options->listen, &anybody));
    if (!ip_option_given(a->arguments, IP_OPT_QUIET))
        fprintf(stderr, "level %s, seed %llu\n", ip_level_name(a->options->level),
                (unsigned long long)a->options->seed);
}

static ip_exit serve(const ip_arguments *arguments, const ip_served_options *options, ip_served *served)
{
    announcement said = {arguments, options};
    const char *path = ip_option_value(arguments, IP_OPT_RECORD);
    int descriptor = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (path && !file)
        return ip_option_usage_error("%s: cannot write: %s", path, strerror(errno));
    if (file)
        ip_served_record(served, write_line, file);
    ip_server_result result =
        ip_served_server_run(arguments->arena, &(ip_server_options){.listening = options->listening,
                                                                    .listen = &options->listen,
                                                                    .served = served,
                                                                    .level = options->level,
                                                                    .policy = options->policy,
                                                                    .pauses = options->pauses ? options->seed + 1 : 0,
                                                                    .patience = IP_SERVED_PATIENCE,
                                                                    .ready = announce,
                                                                    .ready_data = &said,
                                                                    .output = -1});
    ip_store_counts counts = ip_store_counted(ip_served_store(served));
    if (!ip_option_given(arguments, IP_OPT_QUIET) && options->interleaved)
        fprintf(stderr, "%ld connections, %ld statements waited for a lock, %ld were refused\n", result.connections,
                result.waited, result.refused);
    else if (!ip_option_given(arguments, IP_OPT_QUIET))
        fprintf(stderr, "%ld connections, %ld transactions, %ld reads, %ld of them with a choice\n", result.connections,
                counts.transactions, counts.reads, counts.choices);
    if (file && fclose(file) != 0)
        return ip_option_usage_error("%s: cannot write: %s", path, strerror(errno));
    return IP_EXIT_SAFE;
}

ip_exit ip_command_serve(const ip_arguments *arguments)
{
    ip_served_options options;
    if (!ip_command_served_options_read(arguments, &options))
        return IP_EXIT_ERROR;
    ip_served *served = ip_command_served_fresh(&options, options.seed);
    ip_exit status = IP_EXIT_ERROR;
    if (served)
        status = serve(arguments, &options, served);
    else
        ip_option_print_diagnostics(&options.diagnostics, IP_ERROR);
    ip_served_free(served);
    ip_command_served_options_close(&options);
    return status;
}
