/* Command-line arguments, by popt; the messages are ours, because popt's do not
 * suggest. */
#include "command/options/command.h"
#include "report/writer.h"

#include <popt.h>

#include <stdlib.h>
#include <string.h>

const ip_option_entry ip_option_table[IP_OPTION_COUNT] = {
#define X(id, name, short_name, argument, help) [id] = {name, short_name, argument, help},
    IP_OPTIONS(X)
#undef X
};

enum { LONGEST_WORD = 64, LARGEST_DISTANCE = 2 };

ip_exit ip_option_usage_error(const char *format, ...)
{
    ip_arena *arena = ip_arena_new();
    va_list args;
    va_start(args, format);
    const char *message = ip_arena_vprintf(arena, format, args);
    va_end(args);
    fprintf(stderr, "isoproof: error: %s\n", ip_report_printable(arena, message));
    ip_arena_free(arena);
    return IP_EXIT_ERROR;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours between two words
 * (optimal string alignment; Damerau 1964). */
static int edit_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    static int d[LONGEST_WORD + 1][LONGEST_WORD + 1];
    if (n > LONGEST_WORD || m > LONGEST_WORD)
        return LARGEST_DISTANCE + 1;
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = (int)(i + j);
                continue;
            }
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

const char *ip_option_suggest(const char *word, const char *const *names, int count)
{
    const char *best = NULL;
    size_t length = strlen(word);
    int limit = least(LARGEST_DISTANCE, (int)(length + 1) / 3), nearest = limit + 1;
    for (int i = 0; i < count; i++) {
        int distance = edit_distance(word, names[i]);
        if (length >= 3 && strncmp(word, names[i], length) == 0)
            distance = least(distance, 1); /* the beginning of it */
        if (distance < nearest) {
            nearest = distance;
            best = names[i];
        }
    }
    return best;
}

/* The command's options, with those that belong to every command. */
static int options_of(const ip_command *command, ip_option *options)
{
    int count = 0;
    for (const ip_option *option = command->options; *option != IP_OPTION_COUNT; option++)
        options[count++] = *option;
    options[count++] = IP_OPT_HELP;
    return count;
}

static void report_bad_option(const ip_command *command, const char *written, int why)
{
    if (why != POPT_ERROR_BADOPT) {
        ip_option_usage_error("%s: %s; see isoproof help %s", written, poptStrerror(why), command->name);
        return;
    }
    ip_option options[IP_OPTION_COUNT];
    const char *names[IP_OPTION_COUNT];
    int count = options_of(command, options);
    for (int i = 0; i < count; i++)
        names[i] = ip_option_table[options[i]].name;
    char word[LONGEST_WORD + 1];
    snprintf(word, sizeof word, "%s", written + strspn(written, "-"));
    word[strcspn(word, "=")] = '\0';
    const char *meant = ip_option_suggest(word, names, count);
    if (meant)
        ip_option_usage_error("%s has no option %s; did you mean --%s?", command->name, written, meant);
    else
        ip_option_usage_error("%s has no option %s; see isoproof help %s", command->name, written, command->name);
}

bool ip_option_arguments_check(const ip_command *command, const ip_arguments *arguments)
{
    if (ip_option_given(arguments, IP_OPT_HELP))
        return true;
    /* Migrations may hold the routines: then no FILE is needed. */
    if (arguments->operands.count < command->least_operands && !ip_option_given(arguments, IP_OPT_MIGRATIONS)) {
        ip_option_usage_error("%s needs %s; see isoproof help %s", command->name, command->operands, command->name);
        return false;
    }
    if (command->most_operands >= 0 && arguments->operands.count > command->most_operands) {
        ip_option_usage_error("%s: unexpected argument '%s'; see isoproof help %s", command->name,
                              arguments->operands.items[command->most_operands], command->name);
        return false;
    }
    return true;
}

bool ip_option_arguments_parse(const ip_command *command, int argc, char **argv, ip_arguments *arguments)
{
    ip_option options[IP_OPTION_COUNT];
    int count = options_of(command, options);
    struct poptOption table[IP_OPTION_COUNT + 1] = {0}; /* all zero ends it */
    for (int i = 0; i < count; i++) {
        const ip_option_entry *entry = &ip_option_table[options[i]];
        table[i] = (struct poptOption){.longName = entry->name,
                                       .shortName = entry->short_name,
                                       .argInfo = entry->argument ? POPT_ARG_STRING : POPT_ARG_NONE,
                                       .val = (int)options[i] + 1};
    }
    poptContext context = poptGetContext("isoproof", argc, (const char **)argv, table, 0);
    int got;
    while ((got = poptGetNextOpt(context)) > 0) {
        ip_given_option given = {.option = (ip_option)(got - 1)};
        char *value = poptGetOptArg(context);
        if (value)
            given.value = ip_arena_strdup(arguments->arena, value);
        free(value);
        IP_PUSH(arguments->arena, &arguments->options, given);
    }
    bool good = got == -1;
    if (good) {
        const char **rest = poptGetArgs(context);
        for (; rest && *rest; rest++) {
            const char *operand = ip_arena_strdup(arguments->arena, *rest);
            IP_PUSH(arguments->arena, &arguments->operands, operand);
            IP_PUSH(arguments->arena, &arguments->typed, operand);
        }
    } else {
        report_bad_option(command, poptBadOption(context, POPT_BADOPTION_NOALIAS), got);
    }
    poptFreeContext(context);
    return good;
}

const ip_given_option *ip_option_last(const ip_arguments *arguments, ip_option option)
{
    for (int i = arguments->options.count; i-- > 0;)
        if (arguments->options.items[i].option == option)
            return &arguments->options.items[i];
    return NULL;
}

const char *ip_option_value(const ip_arguments *arguments, ip_option option)
{
    const ip_given_option *last = ip_option_last(arguments, option);
    return last ? last->value : NULL;
}

bool ip_option_given(const ip_arguments *arguments, ip_option option)
{
    return ip_option_last(arguments, option) != NULL;
}
