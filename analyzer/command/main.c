/* The command isoproof: finds the subcommand and runs it. */
#include "base/heap.h"
#include "base/stop.h"
#include "command/commands.h"
#include "command/options/output.h"
#include "command/options/configured.h"
#include "isoproof.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A sanitizer writes a better report of a crash. */
#if defined(__SANITIZE_ADDRESS__)
#define OWN_CRASH_MESSAGE 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OWN_CRASH_MESSAGE 0
#endif
#endif
#ifndef OWN_CRASH_MESSAGE
#define OWN_CRASH_MESSAGE 1
#endif

static void crashed(int signal_number)
{
    static const char message[] = "isoproof: internal error: please report it, with the input\n";
    (void)signal_number;
    if (ip_memory_is_short()) /* the solver's C++ terminates this way when memory runs out */
        ip_memory_failed();
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
        _exit(IP_EXIT_ERROR);
    _exit(IP_EXIT_ERROR);
}

/* A crash or a stack overflow must not end with an exit status that means a verdict. */
static void catch_crashes(void)
{
    static char stack[64 * 1024];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
    struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK};
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

static bool finished;

/* A library may end the process, as the parser does when memory runs out. The exit status must not mean a verdict then.
 */
static void ended_by_others(void)
{
    if (finished)
        return;
    ip_memory_recover_at(NULL); /* the handler must not be entered again */
    crashed(0);
}

static ip_exit unknown_command(const char *word)
{
    const char *names[64];
    int count = 0;
    for (const ip_command *command = ip_command_table; command->name; command++)
        if (!command->hidden)
            names[count++] = command->name;
    const char *meant = ip_option_suggest(word, names, count);
    if (meant)
        return ip_option_usage_error("there is no command %s; did you mean %s?", word, meant);
    return ip_option_usage_error("there is no command %s; isoproof help lists them", word);
}

/* Output that could not be written is an error. */
static ip_exit finish(ip_exit status)
{
    finished = true;
    if (status == IP_EXIT_ERROR || ip_option_reader_left() || (fflush(stdout) == 0 && !ferror(stdout)))
        return status;
    return ip_option_usage_error("standard output: cannot write: %s", strerror(errno));
}

static ip_exit run(int argc, char **argv)
{
    if (argc < 2) {
        ip_command_write_help(stderr, NULL);
        return IP_EXIT_ERROR;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("isoproof " IP_VERSION);
        return IP_EXIT_SAFE;
    }
    bool help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
    const ip_command *command = ip_command_find(help ? "help" : argv[1]);
    if (!command && argv[1][0] == '-')
        return ip_option_usage_error("a command comes first: isoproof COMMAND [OPTION…]; isoproof help lists them");
    if (!command)
        return unknown_command(argv[1]);

    ip_arguments arguments = {.arena = ip_arena_new(), .program = argv[0], .command = command->name};
    ip_exit status = IP_EXIT_ERROR;
    if (ip_option_arguments_parse(command, argc - 1, argv + 1, &arguments)) {
        if (ip_option_given(&arguments, IP_OPT_HELP)) {
            ip_command_write_help(stdout, command);
            status = IP_EXIT_SAFE;
        } else if (ip_option_configure(command, &arguments) && ip_option_arguments_check(command, &arguments)) {
            status = command->run(&arguments);
        }
    }
    ip_arena_free(arguments.arena);
    return status;
}

/* Logs of any size are read in the same memory: large pages would add a half to it, and gain nothing. */
static bool reads_logs(int argc, char **argv)
{
    return argc > 1 && strcmp(argv[1], "templates") == 0;
}

int main(int argc, char **argv)
{
    if (!reads_logs(argc, argv))
        ip_heap_prepare();
    if (OWN_CRASH_MESSAGE)
        catch_crashes();
    atexit(ended_by_others);
    return finish(run(argc, argv));
}
