/* isoproof.toml becomes options, as if they had been typed. One table has the keys. */
#include "command/options/configured.h"
#include "command/options/output.h"
#include "configuration/files.h"
#include "configuration/sqlc.h"
#include "configuration/toml.h"
#include "report/report.h"

#include <string.h>
#include <sys/stat.h>

typedef enum value_kind { WORDS, WORD, NUMBER, FLAG, FILES, FILE_NAME, PAIRS, REPORTS, PROMISES, IGNORES } value_kind;

enum { IS_FILES = IP_OPTION_COUNT, IS_OTHER };

static const struct {
    const char *name;
    value_kind kind;
    int option; /* or IS_FILES, IS_OTHER */
    const char *meaning;
} keys[] = {
    {"schema", FILES, IP_OPT_SCHEMA, "files of definitions only, in order: --schema"},
    {"migrations", FILES, IP_OPT_MIGRATIONS, "files that have run once, before the programs, in order: --migrations"},
    {"files", FILES, IS_FILES, "files of programs, in order; used where the command line names none"},
    {"define", PAIRS, IP_OPT_DEFINE, "a table NAME = \"VALUE\": --define"},
    {"levels", WORDS, IP_OPT_LEVEL, "the levels to decide: --level"},
    {"engine", WORD, IP_OPT_ENGINE, "whose levels advise compares: --engine"},
    {"transactions", WORDS, IP_OPT_TRANSACTIONS, "only these programs run: --transactions"},
    {"serialize", WORDS, IP_OPT_SERIALIZE, "pairs A:B that a lock keeps apart: --serialize"},
    {"implicit", FLAG, IP_OPT_IMPLICIT, "statements outside of a block are programs, too: --implicit"},
    {"complete-schema", FLAG, IP_OPT_COMPLETE, "the files are the whole schema: --complete-schema"},
    {"trust-splices", FLAG, IP_OPT_TRUSTED, "--trust-splices"},
    {"trust-modules", FLAG, IP_OPT_MODULES, "--trust-modules"},
    {"as-declared", FLAG, IP_OPT_AS_DECLARED, "check the levels that the code declares: --as-declared"},
    {"max-cycle", NUMBER, IP_OPT_MAX_CYCLE, "search cycles of up to so many transactions: --max-cycle"},
    {"timeout", NUMBER, IP_OPT_TIMEOUT, "seconds for the whole run: --timeout"},
    {"memory", WORD, IP_OPT_MEMORY, "a size such as \"2G\": --memory"},
    {"jobs", NUMBER, IP_OPT_JOBS, "processes at a time: --jobs"},
    {"fail-on", WORD, IP_OPT_FAIL_ON, "what counts for exit status 1: --fail-on"},
    {"baseline", FILE_NAME, IP_OPT_BASELINE, "known findings: --baseline"},
    {"reports", REPORTS, IP_OPT_REPORT, "a table FORMAT = \"FILE\": --report"},
    {"assign", PAIRS, IP_OPT_ASSIGN, "a table PROGRAM = \"LEVEL\": --assign"},
    {"promises", PROMISES, IS_OTHER,
     "a table PROGRAM = \"LEVEL\": the run fails where a program is not proved safe there"},
    {"ignore", IGNORES, IS_OTHER, "tables with program, id (one of them or both) and reason: findings to suppress"},
};

enum { KEY_COUNT = sizeof keys / sizeof *keys };

const char *ip_option_configuration_key(int index, const char **meaning)
{
    if (index >= KEY_COUNT)
        return NULL;
    *meaning = keys[index].meaning;
    return keys[index].name;
}

typedef struct reading {
    const ip_command *command;
    ip_arguments *arguments;
    ip_arena *arena;
    ip_configuration *configuration;
    const char *folder;
    ip_diagnostics diagnostics;
} reading;

/* --------------------------------------------------------------- places -- */

static ip_range range_at(const ip_source *source, ip_toml_place at)
{
    int line = at.line < 1 ? 1 : at.line > source->line_count ? source->line_count : at.line;
    size_t offset = source->line_starts[line - 1];
    for (int column = 1; column < at.column && offset < source->length && source->text[offset] != '\n'; column++)
        for (offset++; ((unsigned char)source->text[offset] & 0xC0) == 0x80; offset++) /* the rest of a character */
            ;
    return (ip_range){source, offset, offset};
}

static ip_range range_of(const reading *r, ip_toml_place at)
{
    return range_at(r->configuration->source, at);
}

#define COMPLAIN(r, place, ...) ip_diagnostics_add(&(r)->diagnostics, IP_ERROR, range_of(r, place), NULL, __VA_ARGS__)

/* --------------------------------------------------------------- values -- */

static bool is_given(const reading *r, ip_option option)
{
    for (int i = 0; i < r->arguments->options.count; i++)
        if (r->arguments->options.items[i].option == option && !r->arguments->options.items[i].said.source)
            return true;
    return false;
}

/* The command line has the option, or an option that contradicts it. */
static bool is_overruled(const reading *r, ip_option option)
{
    static const ip_option contradict[][2] = {{IP_OPT_LEVEL, IP_OPT_AS_DECLARED}, {IP_OPT_COMPLETE, IP_OPT_MODULES}};
    if (is_given(r, option))
        return true;
    for (size_t i = 0; i < sizeof contradict / sizeof *contradict; i++)
        for (int side = 0; side < 2; side++)
            if (contradict[i][side] == option && is_given(r, contradict[i][1 - side]))
                return true;
    return false;
}

static bool takes(const ip_command *command, ip_option option)
{
    for (const ip_option *one = command->options; *one != IP_OPTION_COUNT; one++)
        if (*one == option)
            return true;
    return false;
}

static void add_option(reading *r, int option, const char *value, ip_toml_place at)
{
    ip_given_option given = {(ip_option)option, value, range_of(r, at)};
    IP_PUSH(r->arena, &r->arguments->options, given);
}

static const char *string_of(reading *r, const ip_toml *value, const char *key, const char *expected)
{
    if (value->kind == IP_TOML_STRING && *value->text)
        return value->text;
    COMPLAIN(r, value->at, "%s: expected %s", key, expected);
    return NULL;
}

typedef void use_string(reading *r, int option, const char *text, ip_toml_place at, void *data);

/* A string, or an array of strings. */
static void each_string(reading *r, const ip_toml *value, int option, use_string *use, void *data)
{
    static const char expected[] = "a string or an array of strings, none of them empty";
    bool array = value->kind == IP_TOML_ARRAY;
    for (int i = 0; i < (array ? value->count : 1); i++) {
        const ip_toml *one = array ? &value->items[i] : value;
        const char *text = string_of(r, one, value->key, expected);
        if (text)
            use(r, option, text, one->at, data);
    }
}

static void use_word(reading *r, int option, const char *text, ip_toml_place at, void *data)
{
    (void)data;
    add_option(r, option, text, at);
}

static void use_pattern(reading *r, int option, const char *text, ip_toml_place at, void *data)
{
    (void)option;
    if (!ip_configuration_add_matching(r->arena, r->folder, text, data))
        COMPLAIN(r, at, "there is no file %s", text);
}

/* A file that is given as an operand is not read as a schema file, too. */
static bool is_operand(const ip_arguments *arguments, const char *path)
{
    for (int i = 0; i < arguments->operands.count; i++)
        if (strcmp(arguments->operands.items[i], path) == 0)
            return true;
    return false;
}

static void read_files(reading *r, const ip_toml *value, int option)
{
    ip_paths paths = {0};
    each_string(r, value, option, use_pattern, &paths);
    for (int i = 0; i < paths.count; i++) {
        if (option != IS_FILES && !is_operand(r->arguments, paths.items[i]))
            add_option(r, option, paths.items[i], value->at);
        if (option == IS_FILES)
            IP_PUSH(r->arena, &r->arguments->operands, paths.items[i]);
    }
}

static const char *relative(reading *r, const char *path)
{
    return *path == '/' ? path : ip_arena_printf(r->arena, "%s%s", r->folder, path);
}

static void read_number(reading *r, const ip_toml *value, int option)
{
    if (value->kind == IP_TOML_INTEGER)
        add_option(r, option, ip_arena_printf(r->arena, "%lld", value->integer), value->at);
    else if (value->kind == IP_TOML_REAL)
        add_option(r, option, ip_arena_printf(r->arena, "%.17g", value->real), value->at);
    else
        COMPLAIN(r, value->at, "%s: expected a number", value->key);
}

static void read_flag(reading *r, const ip_toml *value, int option)
{
    if (value->kind != IP_TOML_BOOLEAN)
        COMPLAIN(r, value->at, "%s: expected true or false", value->key);
    else if (value->truth)
        add_option(r, option, NULL, value->at);
}

/* NAME = "TEXT", … as options NAME=TEXT */
static void read_pairs(reading *r, const ip_toml *value, int option, bool files)
{
    if (value->kind != IP_TOML_TABLE)
        COMPLAIN(r, value->at, "%s: expected a table", value->key);
    for (int i = 0; value->kind == IP_TOML_TABLE && i < value->count; i++) {
        const ip_toml *one = &value->items[i];
        const char *text = string_of(r, one, one->key, "a string");
        if (text)
            add_option(r, option, ip_arena_printf(r->arena, "%s=%s", one->key, files ? relative(r, text) : text),
                       one->key_at);
    }
}

/* ---------------------------------------------------- what programs are -- */

static void read_promises(reading *r, const ip_toml *value)
{
    if (value->kind != IP_TOML_TABLE)
        COMPLAIN(r, value->at, "promises: expected a table PROGRAM = \"LEVEL\"");
    for (int i = 0; value->kind == IP_TOML_TABLE && i < value->count; i++) {
        const ip_toml *one = &value->items[i];
        ip_said_of_program said = {.said = range_of(r, one->key_at), .program = one->key};
        said.level = string_of(r, one, one->key, "a level, as a string");
        if (said.level)
            IP_PUSH(r->arena, &r->configuration->said, said);
    }
}

static void report_unknown(reading *r, const ip_toml *item, const char *where, const char *const *names, int count)
{
    const char *meant = ip_option_suggest(item->key, names, count), *list = "";
    for (int i = 0; !meant && i < count; i++)
        list = ip_arena_printf(r->arena, "%s%s%s", list, i ? ", " : "", names[i]);
    if (meant)
        COMPLAIN(r, item->key_at, "%s no key \"%s\"; did you mean %s?", where, item->key, meant);
    else
        COMPLAIN(r, item->key_at, "%s no key \"%s\"; expected one of %s", where, item->key, list);
}

static void read_ignore(reading *r, const ip_toml *table)
{
    static const char *const names[] = {"program", "id", "reason"};
    ip_said_of_program said = {.said = range_of(r, table->at)};
    const char **const fields[] = {&said.program, &said.id, &said.reason};
    enum { FIELD_COUNT = sizeof names / sizeof *names };
    for (int i = 0; i < table->count; i++) {
        const ip_toml *item = &table->items[i];
        int f = 0;
        while (f < FIELD_COUNT && strcmp(names[f], item->key) != 0)
            f++;
        if (f == FIELD_COUNT)
            report_unknown(r, item, "ignore has", names, FIELD_COUNT);
        else
            *fields[f] = string_of(r, item, item->key, "a string");
    }
    if (said.id && (strlen(said.id) != 16 || strspn(said.id, "0123456789abcdef") != 16))
        COMPLAIN(r, table->at, "ignore: expected an id of 16 hexadecimal digits, as reports show it");
    else if (!said.reason || !(said.id || said.program))
        COMPLAIN(r, table->at, "ignore: expected a reason, and a program, an id or both");
    else
        IP_PUSH(r->arena, &r->configuration->said, said);
}

static void read_ignores(reading *r, const ip_toml *value)
{
    bool good = value->kind == IP_TOML_ARRAY;
    for (int i = 0; good && i < value->count; i++) {
        good = value->items[i].kind == IP_TOML_TABLE;
        if (good)
            read_ignore(r, &value->items[i]);
    }
    if (!good)
        COMPLAIN(r, value->at, "ignore: expected tables, each beginning with [[ignore]]");
}

/* ------------------------------------------------------------- the file -- */

static void read_value(reading *r, const ip_toml *value, int key)
{
    int option = keys[key].option;
    switch (keys[key].kind) {
    case WORDS:
        each_string(r, value, option, use_word, NULL);
        return;
    case WORD:
    case FILE_NAME: {
        const char *text = string_of(r, value, value->key, "a string");
        if (text)
            add_option(r, option, keys[key].kind == FILE_NAME ? relative(r, text) : text, value->at);
        return;
    }
    case NUMBER:
        read_number(r, value, option);
        return;
    case FLAG:
        read_flag(r, value, option);
        return;
    case FILES:
        read_files(r, value, option);
        return;
    case PAIRS:
    case REPORTS:
        read_pairs(r, value, option, keys[key].kind == REPORTS);
        return;
    case PROMISES:
        read_promises(r, value);
        return;
    case IGNORES:
        read_ignores(r, value);
        return;
    }
}

static int find_key(const ip_toml *item)
{
    int key = 0;
    while (key < KEY_COUNT && strcmp(keys[key].name, item->key) != 0)
        key++;
    return key;
}

static bool applies(const reading *r, int key)
{
    int option = keys[key].option;
    if (option == IS_OTHER)
        return true;
    if (option == IS_FILES)
        return r->configuration->for_files;
    return takes(r->command, (ip_option)option) && !is_overruled(r, (ip_option)option);
}

static void read_top(reading *r, const ip_toml *top)
{
    const char *names[KEY_COUNT];
    for (int k = 0; k < KEY_COUNT; k++)
        names[k] = keys[k].name;
    r->configuration->for_files = r->arguments->operands.count == 0;
    for (int pass = 0; pass < 2; pass++) /* what is a file of programs is not one of definitions only */
        for (int i = 0; i < top->count; i++) {
            int key = find_key(&top->items[i]);
            if (key == KEY_COUNT && pass == 0)
                report_unknown(r, &top->items[i], "a configuration has", names, KEY_COUNT);
            else if (key < KEY_COUNT && (keys[key].option == IS_FILES) == (pass == 0) && applies(r, key))
                read_value(r, &top->items[i], key);
        }
}

static const char *path_of_configuration(const ip_arguments *arguments)
{
    if (ip_option_given(arguments, IP_OPT_NO_CONFIG))
        return NULL;
    const char *path = ip_option_value(arguments, IP_OPT_CONFIG);
    return path ? path : ip_configuration_find_upwards(arguments->arena, IP_CONFIGURATION_NAME);
}

/* ------------------------------------------------------------------ sqlc -- */

/* Files of definitions as --schema, and the queries as FILEs that --implicit is said of. */
static void add_sqlc(ip_arguments *arguments, const ip_source *source, ip_diagnostics *diagnostics)
{
    ip_sqlc_files files = {0};
    ip_given_option implicit = {IP_OPT_IMPLICIT, NULL, {0}};
    ip_configuration_sqlc_read(arguments->arena, source, &files, diagnostics);
    for (int i = 0; i < files.schema.count; i++) {
        ip_given_option schema = {IP_OPT_SCHEMA, files.schema.items[i], {0}};
        IP_PUSH(arguments->arena, &arguments->options, schema);
    }
    for (int i = 0; i < files.queries.count; i++)
        IP_PUSH(arguments->arena, &arguments->operands, files.queries.items[i]);
    if (!ip_option_given(arguments, IP_OPT_IMPLICIT))
        IP_PUSH(arguments->arena, &arguments->options, implicit);
}

/* What a file that is no SQL begins with: an object of JSON, or a time. */
static const char *log_it_begins(const char *text)
{
    static const char time[] = "0000-00-00 00:00:00";
    size_t i = 0;
    if (strncmp(text, "{\"format\":\"isoproof-trace\"", 26) == 0)
        return "a recording";
    if (strncmp(text, "{\"timestamp\":", 13) == 0)
        return "a log of PostgreSQL";
    while (time[i] && (time[i] == '0' ? text[i] >= '0' && text[i] <= '9' : text[i] == time[i]))
        i++;
    return time[i] ? NULL : "a log of PostgreSQL";
}

/* false, and said: isoproof templates is what reads it. */
static bool is_sql(const char *path)
{
    char begin[64] = "";
    struct stat about;
    bool regular = stat(path, &about) == 0 && S_ISREG(about.st_mode); /* a pipe would lose what is read of it */
    FILE *file = regular ? fopen(path, "r") : NULL;
    if (!file || !fgets(begin, sizeof begin, file))
        begin[0] = '\0';
    if (file)
        fclose(file);
    const char *what = log_it_begins(begin);
    if (what)
        ip_option_usage_error(
            "%s is %s. First write a script from it: isoproof templates --schema SCHEMA %s > app.sql; then give "
            "SCHEMA and app.sql instead",
            path, what, path);
    return !what;
}

/* Operands that are sqlc's configuration become the files that it names. */
static bool replace_sqlc(const ip_command *command, ip_arguments *arguments)
{
    ip_diagnostics diagnostics = {.arena = arguments->arena};
    int count = arguments->operands.count;
    const char *const *given = arguments->operands.items, *why;
    if (!takes(command, IP_OPT_SCHEMA) || !takes(command, IP_OPT_IMPLICIT))
        return true;
    bool good = true;
    arguments->operands.items = NULL;
    arguments->operands.count = arguments->operands.capacity = 0;
    for (int i = 0; i < count; i++) {
        good &= is_sql(given[i]);
        const ip_source *source =
            ip_configuration_is_sqlc(given[i]) ? ip_source_read(arguments->arena, given[i], &why) : NULL;
        if (source)
            add_sqlc(arguments, source, &diagnostics);
        else
            IP_PUSH(arguments->arena, &arguments->operands, given[i]);
    }
    ip_option_print_diagnostics(&diagnostics, IP_REMARK);
    return good && ip_diagnostics_count(&diagnostics, IP_ERROR) == 0;
}

static bool configure(const ip_command *command, ip_arguments *arguments)
{
    if (!takes(command, IP_OPT_CONFIG))
        return true;
    const char *path = path_of_configuration(arguments), *why;
    if (!path)
        return true;
    ip_configuration *configuration = IP_NEW(arguments->arena, ip_configuration);
    reading r = {.command = command,
                 .arguments = arguments,
                 .arena = arguments->arena,
                 .configuration = configuration,
                 .folder = ip_configuration_folder_of(arguments->arena, path),
                 .diagnostics = {.arena = arguments->arena}};
    configuration->source = ip_source_read(r.arena, path, &why);
    if (!configuration->source) {
        ip_option_usage_error("%s: %s", path, why);
        return false;
    }
    ip_toml_error wrong;
    const ip_toml *top =
        ip_configuration_toml_parse(r.arena, configuration->source->text, configuration->source->length, &wrong);
    if (top)
        read_top(&r, top);
    else
        COMPLAIN(&r, wrong.at, "%s", wrong.message);
    arguments->configuration = configuration;
    ip_option_print_diagnostics(&r.diagnostics, IP_ERROR);
    return r.diagnostics.list.count == 0;
}

bool ip_option_configure(const ip_command *command, ip_arguments *arguments)
{
    return configure(command, arguments) && replace_sqlc(command, arguments);
}

void ip_option_configure_run(ip_run *run, const ip_arguments *arguments)
{
    const ip_configuration *configuration = arguments->configuration;
    for (int i = 0; configuration && i < configuration->said.count; i++) {
        const ip_said_of_program *said = &configuration->said.items[i];
        if (said->level)
            ip_run_promise(run, said->program, said->level, said->said, configuration->for_files);
        else
            ip_run_ignore(run, said->program, said->id, said->reason, said->said, configuration->for_files);
    }
}

void ip_option_report_where_set(const ip_given_option *given)
{
    if (!given->said.source)
        return;
    ip_diagnostic where = {.kind = IP_ERROR, .range = given->said, .message = "it is set here"};
    ip_report_diagnostic(&where, stderr, ip_option_use_colour(stderr));
}
