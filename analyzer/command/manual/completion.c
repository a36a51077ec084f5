/* Completions for bash, zsh and fish. What an option's value may be is read off its argument in the table: "a|b" are
 * words to choose from, L a level, FORMAT a format of reports, FOLDER a folder, anything with FILE a file. */
#include "command/manual/completion.h"

#include "command/pages/pages.h"
#include "isoproof.h"
#include "report/formats/formats.h"

#include <string.h>

/* ---------------------------------------------------------------- words -- */

static const char *joined(ip_arena *arena, const char *const *words, int count)
{
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = ip_arena_printf(arena, "%s%s%s", text, i ? " " : "", words[i]);
    return text;
}

/* An engine's levels also by their names alone, as people know them. */
static const char *level_words(ip_arena *arena)
{
    IP_VEC(const char *) words = {0};
    ip_diagnostics ignored = {.arena = arena};
    for (const char *const *name = ip_level_file_names(arena); *name; name++) {
        const ip_level *level = ip_level_load(arena, *name, &ignored);
        const char *slash = strrchr(*name, '/');
        IP_PUSH(arena, &words, *name);
        if (level && slash && *ip_level_engine(level))
            IP_PUSH(arena, &words, slash + 1);
    }
    return joined(arena, words.items, words.count);
}

static const char *format_words(ip_arena *arena)
{
    static const char *const names[] = {
#define X(id, name) name,
        IP_FORMATS(X)
#undef X
            "auto"};
    return joined(arena, names, (int)(sizeof names / sizeof *names));
}

static const char *command_words(ip_arena *arena)
{
    const char *text = "";
    for (const ip_command *command = ip_command_table; command->name; command++)
        if (!command->hidden)
            text = ip_arena_printf(arena, "%s%s%s", text, *text ? " " : "", command->name);
    return text;
}

static const char *page_words(ip_arena *arena)
{
    const char *text = level_words(arena);
    for (const ip_page *page = ip_page_table; page->name; page++)
        text = ip_arena_printf(arena, "%s %s", text, page->name);
    return text;
}

static bool is_list(const char *argument)
{
    return strstr(argument, "[,") != NULL;
}

static bool is_level(const char *argument)
{
    return strcmp(argument, "L") == 0 || strncmp(argument, "L[", 2) == 0 || strcmp(argument, "LEVEL") == 0;
}

/* What an option's value is one of; NULL: anything, or a file. */
static const char *value_words(ip_arena *arena, const char *argument)
{
    if (strchr(argument, '|')) {
        char *words = ip_arena_strdup(arena, argument);
        for (char *at = words; *at; at++)
            *at = *at == '|' ? ' ' : *at;
        return words;
    }
    if (is_level(argument))
        return level_words(arena);
    return strcmp(argument, "FORMAT") == 0 ? format_words(arena) : NULL;
}

static bool is_file(const char *argument)
{
    return strstr(argument, "FILE") != NULL;
}

static bool is_folder(const char *argument)
{
    return strcmp(argument, "FOLDER") == 0;
}

/* What operands are one of; NULL: files. */
static const char *operand_words(ip_arena *arena, const ip_command *command)
{
    if (strcmp(command->operands, "[COMMAND]") == 0)
        return command_words(arena);
    if (strcmp(command->operands, "[NAME…]") == 0)
        return page_words(arena);
    return strcmp(command->operands, "[A B]") == 0 ? level_words(arena) : NULL;
}

static bool is_offered(const ip_command *command, int option)
{
    for (const ip_option *one = command->options; *one != IP_OPTION_COUNT; one++)
        if ((int)*one == option)
            return true;
    return option == IP_OPT_HELP;
}

/* The first sentence of a text, without its end. */
static const char *first_sentence(ip_arena *arena, const char *text)
{
    const char *end = strstr(text, ". ");
    size_t length = end ? (size_t)(end - text) : strlen(text);
    while (length && text[length - 1] == '.')
        length--;
    return ip_arena_strndup(arena, text, length);
}

/* The text with a backslash before each of these characters. */
static const char *escaped(ip_arena *arena, const char *text, const char *these)
{
    char *result = ip_arena_alloc(arena, 2 * strlen(text) + 1), *at = result;
    for (; *text; text++) {
        if (strchr(these, *text))
            *at++ = '\\';
        *at++ = *text;
    }
    return result;
}

/* Between single quotes of a shell that knows no escapes there. */
static const char *without_quotes(ip_arena *arena, const char *text)
{
    const char *result = "";
    for (const char *quote; (quote = strchr(text, '\'')); text = quote + 1)
        result = ip_arena_printf(arena, "%s%.*s'\\''", result, (int)(quote - text), text);
    return ip_arena_printf(arena, "%s%s", result, text);
}

/* ----------------------------------------------------------------- bash -- */

static const char bash_begin[] = "# bash completion for isoproof; written by \"isoproof manual bash\".\n"
                                 "_isoproof()\n{\n"
                                 "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
                                 "    local command=${COMP_WORDS[1]} words='' list=''\n"
                                 "    COMPREPLY=()\n"
                                 "    # --option=value comes as three words\n"
                                 "    if [[ $cur == = ]]; then\n        cur=''\n"
                                 "    elif [[ $prev == = ]]; then\n        prev=${COMP_WORDS[COMP_CWORD-2]}\n    fi\n";

static const char bash_end[] =
    "    # of a list, its last part\n"
    "    if [[ $list && $cur == *,* ]]; then\n        list=${cur%,*},\n        cur=${cur##*,}\n"
    "    else\n        list=''\n    fi\n"
    "    if [[ $words ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$list\" -W \"$words\" -- \"$cur\")\n    fi\n"
    "}\n"
    "complete -o default -F _isoproof isoproof\n";

static void bash_values(ip_arena *arena, FILE *out)
{
    fputs("    case $prev in\n", out);
    for (int o = 0; o < IP_OPTION_COUNT; o++) {
        const ip_option_entry *option = &ip_option_table[o];
        const char *words = option->argument ? value_words(arena, option->argument) : NULL;
        if (!option->argument)
            continue;
        fputs("    ", out);
        if (option->short_name)
            fprintf(out, "-%c | ", option->short_name);
        fprintf(out, "--%s)\n        ", option->name);
        if (words)
            fprintf(out, "words='%s' list=%s\n        ;;\n", words, is_list(option->argument) ? "yes" : "''");
        else if (is_folder(option->argument))
            fputs("mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")\n        return\n        ;;\n", out);
        else
            fputs("return\n        ;;\n", out);
    }
    fputs("    esac\n", out);
}

static void bash(ip_arena *arena, FILE *out)
{
    fputs(bash_begin, out);
    fprintf(out,
            "    if ((COMP_CWORD == 1)); then\n        words='%s --help --version'\n    elif [[ $prev == -* ]]; then\n",
            command_words(arena));
    bash_values(arena, out);
    fputs("    fi\n    if [[ ! $words ]] && ((COMP_CWORD > 1)); then\n        case $command in\n", out);
    for (const ip_command *command = ip_command_table; command->name; command++) {
        const char *options = "", *operands = operand_words(arena, command);
        if (command->hidden)
            continue;
        for (int o = 0; o < IP_OPTION_COUNT; o++)
            if (is_offered(command, o))
                options = ip_arena_printf(arena, "%s%s--%s", options, *options ? " " : "", ip_option_table[o].name);
        fprintf(out, "        %s)\n            if [[ $cur == -* ]]; then\n                words='%s'\n", command->name,
                options);
        if (operands)
            fprintf(out, "            else\n                words='%s'\n", operands);
        fputs("            fi\n            ;;\n", out);
    }
    fputs("        esac\n    fi\n", out);
    fputs(bash_end, out);
}

/* ------------------------------------------------------------------ zsh -- */

static void zsh_option(ip_arena *arena, FILE *out, const ip_option_entry *option)
{
    const char *help = escaped(arena, first_sentence(arena, option->help), "[]:\\");
    const char *words = option->argument ? value_words(arena, option->argument) : NULL, *action = "";
    if (words && is_list(option->argument))
        action = ip_arena_printf(arena, "_values -s , %s %s", option->name, words);
    else if (words)
        action = ip_arena_printf(arena, "(%s)", words);
    else if (option->argument && is_folder(option->argument))
        action = "_files -/";
    else if (option->argument && is_file(option->argument))
        action = "_files";
    const char *value = option->argument ? ip_arena_printf(arena, ":%s:%s", option->name, action) : "";
    help = without_quotes(arena, help);
    if (option->short_name)
        fprintf(out, "            '*-%c[%s]%s'", option->short_name, help, value);
    if (option->short_name)
        fputs(" \\\n", out);
    fprintf(out, "            '*--%s%s[%s]%s' \\\n", option->name, option->argument ? "=" : "", help, value);
}

static void zsh(ip_arena *arena, FILE *out)
{
    fputs("#compdef isoproof\n# Written by \"isoproof manual zsh\".\n\n_isoproof() {\n"
          "    local curcontext=$curcontext state line\n    local -a commands\n    commands=(\n",
          out);
    for (const ip_command *command = ip_command_table; command->name; command++)
        if (!command->hidden)
            fprintf(out, "        '%s:%s'\n", command->name,
                    without_quotes(arena, escaped(arena, command->summary, ":\\")));
    fputs("    )\n    _arguments -C '--help' '--version' '1:command:->command' '*::argument:->argument'\n"
          "    case $state in\n    command)\n        _describe command commands\n        ;;\n    argument)\n"
          "        case $words[1] in\n",
          out);
    for (const ip_command *command = ip_command_table; command->name; command++) {
        const char *operands = operand_words(arena, command);
        if (command->hidden)
            continue;
        fprintf(out, "        %s)\n            _arguments -s \\\n", command->name);
        for (int o = 0; o < IP_OPTION_COUNT; o++)
            if (is_offered(command, o))
                zsh_option(arena, out, &ip_option_table[o]);
        fprintf(out, "            '*:operand:%s'\n            ;;\n",
                operands ? ip_arena_printf(arena, "(%s)", operands) : "_files");
    }
    fputs("        esac\n        ;;\n    esac\n}\n\n_isoproof \"$@\"\n", out);
}

/* ----------------------------------------------------------------- fish -- */

static const char *for_fish(ip_arena *arena, const char *text)
{
    return escaped(arena, text, "'\\");
}

static void fish_option(ip_arena *arena, FILE *out, const char *command, const ip_option_entry *option)
{
    const char *words = option->argument ? value_words(arena, option->argument) : NULL;
    fprintf(out, "complete -c isoproof -n '__fish_seen_subcommand_from %s' -l %s", command, option->name);
    if (option->short_name)
        fprintf(out, " -s %c", option->short_name);
    if (words)
        fprintf(out, " -x -a '%s%s%s'",
                is_list(option->argument) ? "(__fish_complete_list , \"printf %s\\\\\\\\n " : "", words,
                is_list(option->argument) ? "\")" : "");
    else if (option->argument && is_folder(option->argument))
        fputs(" -x -a '(__fish_complete_directories)'", out);
    else if (option->argument)
        fputs(is_file(option->argument) ? " -r -F" : " -x", out);
    fprintf(out, " -d '%s'\n", for_fish(arena, first_sentence(arena, option->help)));
}

static void fish(ip_arena *arena, FILE *out)
{
    fputs("# fish completion for isoproof; written by \"isoproof manual fish\".\n", out);
    for (const ip_command *command = ip_command_table; command->name; command++) {
        const char *operands = operand_words(arena, command);
        if (command->hidden)
            continue;
        fprintf(out, "complete -c isoproof -n __fish_use_subcommand -f -a %s -d '%s'\n", command->name,
                for_fish(arena, command->summary));
        if (operands)
            fprintf(out, "complete -c isoproof -n '__fish_seen_subcommand_from %s' -f -a '%s'\n", command->name,
                    operands);
        for (int o = 0; o < IP_OPTION_COUNT; o++)
            if (is_offered(command, o))
                fish_option(arena, out, command->name, &ip_option_table[o]);
    }
}

ip_write_completion *ip_command_completion_for(const char *shell)
{
    static const struct {
        const char *name;
        ip_write_completion *write;
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, shell) == 0)
            return shells[i].write;
    return NULL;
}
