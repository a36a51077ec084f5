/* The words of the command line again, quoted for a shell. */
#include "command/options/again.h"

#include <string.h>

enum { MOST_FILES = 4 };

/* A word that a POSIX shell reads as it is. Bytes of other characters than ASCII mean nothing to a shell. */
static const char *quoted(ip_arena *arena, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./,:@%+-=";
    bool needed = !*word;
    for (const char *at = word; *at; at++)
        needed = needed || (!strchr(plain, *at) && (unsigned char)*at < 0x80);
    if (!needed)
        return word;
    const char *text = "'";
    for (const char *at = word; *at; at++)
        text = *at == '\'' ? ip_arena_printf(arena, "%s'\\''", text) : ip_arena_printf(arena, "%s%c", text, *at);
    return ip_arena_printf(arena, "%s'", text);
}

/* What decides which programs are read, and what is asked about them. */
static bool is_input(ip_option option)
{
    static const ip_option inputs[] = {
        IP_OPT_SCHEMA,   IP_OPT_MIGRATIONS, IP_OPT_DEFINE,   IP_OPT_TRANSACTIONS, IP_OPT_IMPLICIT,
        IP_OPT_COMPLETE, IP_OPT_TRUSTED,    IP_OPT_MODULES,  IP_OPT_ASSIGN,       IP_OPT_MAX_CYCLE,
        IP_OPT_CONFIG,   IP_OPT_NO_CONFIG,  IP_OPT_BASELINE, IP_OPT_AS_DECLARED,
    };
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (inputs[i] == option)
            return true;
    return false;
}

/* Such as decide how the report is written. */
static bool is_output(ip_option option)
{
    static const ip_option outputs[] = {IP_OPT_FORMAT,     IP_OPT_OUTPUT, IP_OPT_REPORT,  IP_OPT_SHOW,
                                        IP_OPT_VERBOSE,    IP_OPT_QUIET,  IP_OPT_FAIL_ON, IP_OPT_WRITE_BASELINE,
                                        IP_OPT_NO_TIMINGS, IP_OPT_SHARD};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (outputs[i] == option)
            return true;
    return false;
}

static bool names_files(ip_option option)
{
    return option == IP_OPT_SCHEMA || option == IP_OPT_MIGRATIONS;
}

/* The options and files, each after a blank; of many files only that there are some. */
static const char *input_of(const ip_arguments *arguments, bool only_input)
{
    ip_arena *arena = arguments->arena;
    const char *text = "";
    int files = arguments->typed.count;
    for (int i = 0; i < arguments->options.count; i++)
        files += !arguments->options.items[i].said.source && names_files(arguments->options.items[i].option);
    bool many = files > MOST_FILES;
    for (int i = 0; i < arguments->options.count; i++) {
        const ip_given_option *given = &arguments->options.items[i];
        if (given->said.source || (only_input ? !is_input(given->option) : is_output(given->option)) ||
            (many && names_files(given->option)))
            continue;
        text = ip_arena_printf(arena, "%s --%s%s%s", text, ip_option_table[given->option].name, given->value ? " " : "",
                               given->value ? quoted(arena, given->value) : "");
    }
    for (int i = 0; i < arguments->typed.count && !many; i++) {
        const char *file = arguments->typed.items[i];
        bool option = file[0] == '-' && file[1];
        text = ip_arena_printf(arena, "%s %s%s", text, option ? "./" : "", quoted(arena, file));
    }
    return many ? ip_arena_printf(arena, "%s FILE…", text) : text;
}

ip_suggested_commands ip_option_suggested_commands(const ip_arguments *arguments)
{
    ip_arena *arena = arguments->arena;
    const char *program = quoted(arena, arguments->program);
    return (ip_suggested_commands){.program = program,
                                   .begin = ip_arena_printf(arena, "%s %s", program, arguments->command),
                                   .end = input_of(arguments, false),
                                   .input = input_of(arguments, true)};
}
