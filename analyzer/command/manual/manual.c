/* Help, man page and docs/commands.md: three renderings of the two tables. */
#include "command/commands.h"
#include "command/options/configured.h"
#include "command/manual/completion.h"
#include "command/options/output.h"
#include "isoproof.h"
#include "report/writer.h"

#include <string.h>

static const char intro[] =
    "Reads PostgreSQL DDL, PL/pgSQL and transaction scripts, and decides for each isolation level whether every "
    "concurrent "
    "execution of the transactions is serializable: with a proof for any number of them, or with an anomaly.";

static const struct {
    const char *name, *meaning;
} environment[] = {
    {"NO_COLOR", "If it is set and not empty, output has no colours. Output that is not a terminal never has any."},
    {"COLUMNS", "The width to wrap text at, from 40 to 200, instead of the width of the terminal."},
    {"ISOPROOF_SPECS", "The folder of the level files, instead of the installed one."},
};

static const char configuration[] =
    "analyze, advise and programs read the nearest isoproof.toml, in the current folder or above it. It has options "
    "and "
    "files of the project; what the command line says comes first. isoproof init writes one.";

enum { ENVIRONMENT_COUNT = sizeof environment / sizeof *environment };

static const struct {
    int status;
    const char *when;
} statuses[] = {
#define X(id, status, when) {status, when},
    IP_EXIT_STATUSES(X)
#undef X
};

enum { STATUS_COUNT = sizeof statuses / sizeof *statuses };

static bool takes_options(const ip_command *command)
{
    return command->options[0] != IP_OPTION_COUNT;
}

static const char *synopsis(ip_arena *arena, const ip_command *command)
{
    return ip_arena_printf(arena, "isoproof %s%s %s", command->name, takes_options(command) ? " [OPTION…]" : "",
                           command->operands);
}

/* "-o, --output FILE" */
static const char *option_heading(ip_arena *arena, ip_option option)
{
    const ip_option_entry *entry = &ip_option_table[option];
    const char *dash = entry->short_name ? ip_arena_printf(arena, "-%c, ", entry->short_name) : "";
    return ip_arena_printf(arena, "%s--%s%s%s", dash, entry->name, entry->argument ? " " : "",
                           entry->argument ? entry->argument : "");
}

/* ----------------------------------------------------------------- help -- */

static void paragraph(ip_writer *w, int indent, const char *text)
{
    ip_report_say(w, IP_PLAIN, "%s", text);
    ip_report_end_paragraph(w, indent, indent);
}

static void heading(ip_writer *w, const char *text)
{
    ip_report_end_paragraph(w, 0, 0);
    ip_report_say(w, IP_BOLD, "%s", text);
    ip_report_end_paragraph(w, 0, 0);
}

/* A name, and its meaning from that column on; a longer name stands on a line of its own. */
static void term(ip_writer *w, int column, const char *name, const char *meaning)
{
    int room = column - 2 - ip_report_display_width(name);
    ip_report_say_whole(w, IP_BOLD, "%s", name);
    if (room < 2)
        ip_report_end_paragraph(w, 2, 2);
    else
        ip_report_say_whole(w, IP_PLAIN, "%*s", room, "");
    ip_report_say(w, IP_PLAIN, "%s", meaning);
    ip_report_end_paragraph(w, room < 2 ? column : 2, column);
}

static void help_on_command(ip_writer *w, const ip_command *command)
{
    ip_report_say(w, IP_BOLD, "%s", synopsis(w->arena, command));
    ip_report_end_paragraph(w, 0, 4);
    paragraph(w, 2, command->summary);
    for (const char *const *text = command->description; *text; text++) {
        ip_report_end_paragraph(w, 0, 0);
        paragraph(w, 0, *text);
    }
    if (takes_options(command))
        heading(w, "Options");
    for (const ip_option *option = command->options; *option != IP_OPTION_COUNT; option++)
        term(w, 6, option_heading(w->arena, *option), ip_option_table[*option].help);
    if (command->examples[0])
        heading(w, "Examples");
    for (const char *const *example = command->examples; *example; example += 2) {
        ip_report_say_whole(w, IP_CYAN, "%s", example[0]);
        ip_report_end_paragraph(w, 2, 2);
        paragraph(w, 6, example[1]);
    }
}

static void help_on_all(ip_writer *w)
{
    ip_report_say(w, IP_BOLD, "isoproof COMMAND [OPTION…] …");
    ip_report_end_paragraph(w, 0, 4);
    paragraph(w, 0, intro);
    heading(w, "Commands");
    for (const ip_command *command = ip_command_table; command->name; command++)
        if (!command->hidden)
            term(w, 14, command->name, command->summary);
    paragraph(w, 2, "isoproof COMMAND --help lists a command's options; isoproof --version prints the version.");
    heading(w, "Exit status");
    for (int i = 0; i < STATUS_COUNT; i++)
        term(w, 14, ip_arena_printf(w->arena, "%d", statuses[i].status), statuses[i].when);
    heading(w, "Environment");
    for (int i = 0; i < ENVIRONMENT_COUNT; i++)
        term(w, 18, environment[i].name, environment[i].meaning);
}

void ip_command_write_help(FILE *out, const ip_command *command)
{
    ip_arena *arena = ip_arena_new();
    ip_writer w = {
        .arena = arena, .out = out, .width = ip_option_output_width(out), .colour = ip_option_use_colour(out)};
    if (command)
        help_on_command(&w, command);
    else
        help_on_all(&w);
    ip_arena_free(arena);
}

ip_exit ip_command_help(const ip_arguments *arguments)
{
    const ip_command *command = NULL;
    if (arguments->operands.count > 0) {
        command = ip_command_find(arguments->operands.items[0]);
        if (!command || command->hidden)
            return ip_option_usage_error("there is no command %s; isoproof help lists them",
                                         arguments->operands.items[0]);
    }
    ip_command_write_help(stdout, command);
    return IP_EXIT_SAFE;
}

/* ------------------------------------------------------------- markdown -- */

static void write_markdown(ip_arena *arena, FILE *out)
{
    fprintf(out,
            "<!-- Written by \"isoproof manual markdown\" from analyzer/command/; do not edit. -->\n\n"
            "# The commands of isoproof\n\n%s\n",
            intro);
    for (const ip_command *command = ip_command_table; command->name; command++) {
        if (command->hidden)
            continue;
        fprintf(out, "\n## isoproof %s\n\n`%s`: %s\n", command->name, synopsis(arena, command), command->summary);
        for (const char *const *text = command->description; *text; text++)
            fprintf(out, "\n%s\n", *text);
        if (takes_options(command))
            fputs("\n| Option | |\n| --- | --- |\n", out);
        for (const ip_option *option = command->options; *option != IP_OPTION_COUNT; option++) {
            fputs("| `", out);
            for (const char *at = option_heading(arena, *option); *at; at++)
                fprintf(out, *at == '|' ? "\\%c" : "%c", *at); /* a bar ends a cell, even in code */
            fprintf(out, "` | %s |\n", ip_option_table[*option].help);
        }
        for (const char *const *example = command->examples; *example; example += 2)
            fprintf(out, "%s- `%s`: %s\n", example == command->examples ? "\n" : "", example[0], example[1]);
    }
    fprintf(out, "\n## %s\n\n%s\n\n| Key | Meaning |\n| --- | --- |\n", IP_CONFIGURATION_NAME, configuration);
    const char *meaning, *key;
    for (int i = 0; (key = ip_option_configuration_key(i, &meaning)); i++)
        fprintf(out, "| `%s` | %s |\n", key, meaning);
    fputs("\n## Exit status\n\n| Status | When |\n| --- | --- |\n", out);
    for (int i = 0; i < STATUS_COUNT; i++)
        fprintf(out, "| %d | %s |\n", statuses[i].status, statuses[i].when);
    fputs("\n## Environment\n\n| Variable | Meaning |\n| --- | --- |\n", out);
    for (int i = 0; i < ENVIRONMENT_COUNT; i++)
        fprintf(out, "| `%s` | %s |\n", environment[i].name, environment[i].meaning);
}

/* ------------------------------------------------------------- man page -- */

/* Text as troff reads it: nothing at a line's start is a request, a dash is a dash. */
static void put_roff(FILE *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
    }
    fputc('\n', out);
}

static void roff_term(FILE *out, const char *name, const char *meaning)
{
    fputs(".TP\n.B ", out);
    put_roff(out, name);
    put_roff(out, meaning);
}

static void write_man(ip_arena *arena, FILE *out)
{
    fputs(".\\\" Written by \"isoproof manual man\"; do not edit.\n", out);
    fprintf(out, ".TH ISOPROOF 1 \"\" \"isoproof %s\" \"User Commands\"\n", IP_VERSION);
    fputs(".SH NAME\nisoproof \\- which isolation level do these transactions need?\n.SH SYNOPSIS\n", out);
    for (const ip_command *command = ip_command_table; command->name; command++) {
        if (command->hidden)
            continue;
        put_roff(out, synopsis(arena, command));
        fputs(".br\n", out);
    }
    fputs("isoproof \\-\\-version\n.SH DESCRIPTION\n", out);
    put_roff(out, intro);
    for (const ip_command *command = ip_command_table; command->name; command++) {
        if (command->hidden)
            continue;
        fprintf(out, ".SH ISOPROOF %s\n", command->name);
        put_roff(out, command->summary);
        for (const char *const *text = command->description; *text; text++) {
            fputs(".PP\n", out);
            put_roff(out, *text);
        }
        for (const ip_option *option = command->options; *option != IP_OPTION_COUNT; option++)
            roff_term(out, option_heading(arena, *option), ip_option_table[*option].help);
        for (const char *const *example = command->examples; *example; example += 2) {
            fputs(".PP\nExample: ", out);
            put_roff(out, example[1]);
            fputs(".RS\n.B ", out);
            put_roff(out, example[0]);
            fputs(".RE\n", out);
        }
    }
    fputs(".SH FILES\n.TP\n.B isoproof.toml\n", out);
    put_roff(out, configuration);
    const char *meaning, *key;
    fputs(".RS\n", out);
    for (int i = 0; (key = ip_option_configuration_key(i, &meaning)); i++)
        roff_term(out, key, meaning);
    fputs(".RE\n", out);
    fputs(".SH EXIT STATUS\n", out);
    for (int i = 0; i < STATUS_COUNT; i++)
        roff_term(out, ip_arena_printf(arena, "%d", statuses[i].status), statuses[i].when);
    fputs(".SH ENVIRONMENT\n", out);
    for (int i = 0; i < ENVIRONMENT_COUNT; i++)
        roff_term(out, environment[i].name, environment[i].meaning);
}

ip_exit ip_command_manual(const ip_arguments *arguments)
{
    const char *format = arguments->operands.items[0];
    ip_write_completion *write = ip_command_completion_for(format);
    if (strcmp(format, "man") == 0)
        write = write_man;
    else if (strcmp(format, "markdown") == 0)
        write = write_markdown;
    if (!write)
        return ip_option_usage_error("manual: expected man, markdown, bash, zsh or fish, not '%s'", format);
    ip_output_target target;
    if (!ip_option_output_open(&target, ip_option_value(arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    write(arguments->arena, target.stream);
    return ip_option_output_finish(&target) ? IP_EXIT_SAFE : IP_EXIT_ERROR;
}
