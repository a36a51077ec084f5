/* Reads files item by item and carries out \set, \if, \i and similar commands. */
#define _GNU_SOURCE /* realpath */
#include "psql/reader.h"

#include "parse/pg_parse.h"
#include "psql/set_command.h"
#include "psql/template.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Each file may include another twice, so a limit on the depth is not enough. */
enum { DEEPEST_FILES = 16, MOST_FILES = 1000 };

static void tell(ip_psql *psql, ip_diagnostic_kind kind, ip_range range, const char *message)
{
    if (psql->diagnostics)
        ip_diagnostics_add(psql->diagnostics, kind, range, NULL, "%s", message);
}

/* --------------------------------------------------------------- files -- */

static const char *real_path(ip_arena *arena, const char *path)
{
    char *found = realpath(path, NULL);
    const char *copy = found ? ip_arena_strdup(arena, found) : NULL;
    free(found);
    return copy;
}

/* NUL bytes end C strings: the parsed text has another byte there, which begins no token. */
static const ip_source *without_nul(ip_psql *psql, const ip_source *source)
{
    const char *nul = memchr(source->text, 0, source->length);
    if (!nul)
        return source;
    size_t at = (size_t)(nul - source->text), *offsets = IP_NEW_ARRAY(psql->arena, size_t, source->length + 1);
    tell(psql, IP_ERROR, (ip_range){source, at, at + 1}, "expected SQL text, found a zero byte");
    char *text = ip_arena_strndup(psql->arena, source->text, source->length);
    for (size_t i = 0; i <= source->length; i++) {
        offsets[i] = i;
        if (i < source->length && text[i] == 0)
            text[i] = 1;
    }
    return ip_source_derive(psql->arena, source, text, source->length, offsets);
}

/* Some editors begin a file in UTF-8 with it: psql does not count it. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static void open_file(ip_psql *psql, const ip_source *source)
{
    ip_psql_file file = {.source = without_nul(psql, source), .ifs = psql->ifs.count};
    if (strncmp(source->text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
        file.at = strlen(BYTE_ORDER_MARK);
    const ip_source *first = source;
    while (first->origin)
        first = first->origin;
    const char *slash = strrchr(first->path, '/');
    if (strcmp(first->path, "<stdin>") != 0) {
        file.real = real_path(psql->arena, first->path);
        const char *folder =
            slash ? ip_arena_strndup(psql->arena, first->path, (size_t)(slash - first->path) + 1) : "./";
        file.folder = real_path(psql->arena, folder);
    }
    IP_PUSH(psql->arena, &psql->files, file);
    IP_PUSH(psql->arena, &psql->sources, source);
}

ip_psql *ip_psql_new(ip_arena *arena, ip_variables *variables, const ip_source *source, ip_diagnostics *diagnostics)
{
    ip_psql *psql = IP_NEW(arena, ip_psql);
    psql->arena = arena;
    psql->variables = variables;
    psql->diagnostics = diagnostics;
    open_file(psql, source);
    return psql;
}

static ip_psql_file *current_file(const ip_psql *psql)
{
    return &psql->files.items[psql->files.count - 1];
}

void ip_psql_go_on(ip_psql *psql, size_t at)
{
    current_file(psql)->at = at;
}

size_t ip_psql_at(const ip_psql *psql)
{
    return current_file(psql)->at;
}

/* The file's name, without quotes; NULL: it is not known. */
static const char *file_name(ip_psql *psql, const ip_sql_item *item)
{
    ip_range argument = item->argument;
    const char *text = ip_range_text(psql->arena, argument);
    size_t length = strlen(text);
    if (length >= 2 && text[0] == '\'' && text[length - 1] == '\'')
        return ip_arena_strndup(psql->arena, text + 1, length - 2);
    const char *name = "";
    for (size_t at = argument.begin; at < argument.end;) {
        ip_token token = ip_parse_lex(argument.source, at, argument.end, true);
        if (token.kind == IP_TOKEN_VARIABLE && token.begin == at && text[at - argument.begin] == ':') {
            const char *value =
                ip_psql_variables_value(psql->variables, ip_psql_variable_name(psql->arena, argument.source, token));
            if (!value)
                return NULL;
            name = ip_arena_printf(psql->arena, "%s%s", name, value);
            at = token.end;
            continue;
        }
        name = ip_arena_printf(psql->arena, "%s%c", name, text[at++ - argument.begin]);
    }
    return name;
}

static bool below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || (length == 1 && folder[0] == '/'));
}

/* The name as seen from the folder of a file. */
static const char *beside(ip_psql *psql, const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');
    return name[0] == '/' || !slash ? name : ip_arena_printf(psql->arena, "%.*s/%s", (int)(slash - file), file, name);
}

/* The file that a command names, as \i finds it: psql looks where it was started, most likely where the first file is,
 * or in a folder above of all files, where isoproof runs, too. The result is the folder that it has to be below. */
static const char *find_from_start(ip_psql *psql, const char *name, const char **path, const char **real)
{
    const char *folder = current_file(psql)->folder;
    *path = beside(psql, psql->files.items[0].source->path, name);
    *real = real_path(psql->arena, *path);
    const char *here = real_path(psql->arena, ".");
    if (*real || !here || strcmp(here, "/") == 0 || !below(folder, here))
        return folder;
    *real = real_path(psql->arena, name);
    if (*real)
        *path = name;
    return here;
}

/* The reason why the file that a command names is not read; NULL: it is read, and *path and *real are its name. */
static const char *refusal(ip_psql *psql, const ip_sql_item *item, const char **path, const char **real)
{
    const ip_psql_file *file = current_file(psql);
    const char *name = file_name(psql, item);
    struct stat status;
    if (!name)
        return "the file's name depends on a variable without a known value: not read";
    if (!*name)
        return "expected a file's name";
    if (!file->folder)
        return "what comes from standard input has no folder to read further files from";
    if (psql->files.count >= DEEPEST_FILES)
        return ip_arena_printf(psql->arena, "more than %d files within each other", DEEPEST_FILES);
    if (psql->included >= MOST_FILES)
        return ip_arena_printf(psql->arena, "more than %d files are included", MOST_FILES);
    *path = beside(psql, file->source->path, name);
    *real = real_path(psql->arena, *path);
    const char *folder = file->folder;
    if (!*real && strncmp(item->command, "ir", 2) != 0 && strcmp(item->command, "include_relative") != 0)
        folder = find_from_start(psql, name, path, real);
    if (!*real)
        return ip_arena_printf(psql->arena, "no file %s", *path);
    if (!below(*real, folder))
        return ip_arena_printf(psql->arena, "%s is not below the folder of this file: name it on the command line",
                               *path);
    if (stat(*real, &status) != 0 || !S_ISREG(status.st_mode))
        return ip_arena_printf(psql->arena, "%s is no file", *path);
    for (int i = 0; i < psql->files.count; i++)
        if (psql->files.items[i].real && strcmp(psql->files.items[i].real, *real) == 0)
            return ip_arena_printf(psql->arena, "%s is being read already: it includes itself", *path);
    return NULL;
}

static void include(ip_psql *psql, const ip_sql_item *item)
{
    const char *path = "", *real = "", *error = refusal(psql, item, &path, &real);
    ip_source *source = error ? NULL : ip_source_read(psql->arena, path, &error);
    if (!source) {
        tell(psql, IP_ERROR, item->range, ip_arena_printf(psql->arena, "\\%s: %s", item->command, error));
        return;
    }
    psql->included++;
    source->given = current_file(psql)->source->given;
    open_file(psql, ip_psql_template_filled(psql->arena, source));
}

/* ---------------------------------------------------------- conditions -- */

static bool skipping(const ip_psql *psql)
{
    for (int i = 0; i < psql->ifs.count; i++)
        if (psql->ifs.items[i].skips)
            return true;
    return false;
}

bool ip_psql_conditional(const ip_psql *psql)
{
    for (int i = 0; i < psql->ifs.count; i++)
        if (psql->ifs.items[i].open)
            return true;
    return false;
}

/* psql's booleans: 1 yes, 0 no, -1 neither. */
static int truth(const char *text)
{
    static const char *const words[2][4] = {{"false", "no", "off", "0"}, {"true", "yes", "on", "1"}};
    size_t length = strlen(text);
    for (int value = 0; value < 2; value++)
        for (int i = 0; i < 4; i++)
            if (length > (i == 2) && strncasecmp(words[value][i], text, length) == 0)
                return value;
    return -1;
}

/* The kind of a condition: known, an expression, or a single variable. */
static int condition(ip_psql *psql, ip_sql_item *item)
{
    ip_range argument = item->argument;
    ip_token only = ip_parse_lex(argument.source, argument.begin, argument.end, true);
    bool alone = only.kind == IP_TOKEN_VARIABLE && only.end == argument.end;
    item->text = "";
    if (argument.begin >= argument.end)
        return -1;
    const char *text = ip_psql_variables_fill_text(psql->variables, argument, &item->range, &item->variables);
    if (!text)
        return -1;
    size_t length = strlen(text);
    const char *bare = length >= 2 && text[0] == '\'' && text[length - 1] == '\''
                           ? ip_arena_strndup(psql->arena, text + 1, length - 2)
                           : text;
    int known = truth(bare);
    if (known >= 0 && item->variables.count == 0)
        return known;
    ip_parse_error error;
    if (alone)
        text = ip_arena_printf(psql->arena, "(%s)::boolean", text);
    const ip_tree *tree = ip_parse_pg_parse_expr(psql->arena, text, &error);
    if (tree) {
        size_t count = strlen(text), *offsets = IP_NEW_ARRAY(psql->arena, size_t, count + 1);
        for (size_t i = 0; i <= count; i++)
            offsets[i] = argument.begin;
        item->range = (ip_range){ip_source_derive(psql->arena, argument.source, text, count, offsets), 0, count};
        item->text = text;
    }
    return -1;
}

int ip_psql_switch(const ip_psql *psql, const char *name)
{
    const char *value = ip_psql_variables_value(psql->variables, name);
    return value ? truth(value) : -1;
}

static void begin_if(ip_psql *psql, ip_sql_item *item, bool *item_is_wanted)
{
    ip_psql_if created = {.range = item->range};
    if (skipping(psql)) {
        created.taken = created.skips = true;
    } else {
        int known = condition(psql, item);
        created.open = known < 0;
        created.taken = known == 1;
        created.skips = known == 0;
        if (created.open)
            created.before = ip_psql_variables_save(psql->variables);
    }
    IP_PUSH(psql->arena, &psql->ifs, created);
    *item_is_wanted = created.open;
}

/* The current branch ends: the variables that it set are joined with the earlier branches'. */
static void end_way(ip_psql *psql, ip_psql_if *now)
{
    if (now->has_joined)
        ip_psql_variables_join(psql->variables, &now->joined);
    now->joined = ip_psql_variables_save(psql->variables);
    now->has_joined = true;
}

static void next_way(ip_psql *psql, ip_sql_item *item, bool otherwise, bool *item_is_wanted)
{
    ip_psql_if *now = &psql->ifs.items[psql->ifs.count - 1];
    if (now->has_else)
        tell(psql, IP_ERROR, item->range, "\\elif or \\else after \\else");
    now->has_else |= otherwise;
    if (now->open) {
        end_way(psql, now);
        ip_psql_variables_restore(psql->variables, &now->before);
        if (!otherwise && condition(psql, item) == 1) {
            /* Taken whenever no earlier branch is: like \else. */
            item->command = "else";
            now->has_else = true;
        }
        *item_is_wanted = true;
        return;
    }
    if (now->taken) {
        now->skips = true;
        return;
    }
    int known = otherwise ? 1 : condition(psql, item);
    now->taken = known == 1;
    now->skips = known == 0;
    if (known < 0) { /* the branches before it are known not to be taken: the \if begins here */
        now->open = true;
        now->before = ip_psql_variables_save(psql->variables);
        item->command = "if";
        *item_is_wanted = true;
    }
}

static void end_if(ip_psql *psql, bool *item_is_wanted)
{
    ip_psql_if *now = &psql->ifs.items[psql->ifs.count - 1];
    if (now->open) {
        end_way(psql, now);
        if (!now->has_else)
            ip_psql_variables_join(psql->variables, &now->before);
        *item_is_wanted = true;
    }
    psql->ifs.count--;
}

/* -------------------------------------------------------------- reading -- */

/* Scripts of extensions begin with a line that sends psql's users elsewhere; CREATE EXTENSION takes lines with \echo
 * for comments (PostgreSQL 15, section 38.17.6). */
static bool is_for_extension(const ip_sql_item *item)
{
    const ip_source *source = item->range.source;
    size_t begin = item->range.begin;
    while (begin > 0 && source->text[begin - 1] != '\n')
        begin--;
    const char *line = source->text + begin, *said = strstr(line, "EXTENSION");
    return strncmp(line, "\\echo ", 6) == 0 && said && said < source->text + item->range.begin;
}

/* The rest of the file, and the ends of its \if, are not read. */
static void quit(ip_psql *psql, const ip_sql_item *item)
{
    ip_psql_file *file = current_file(psql);
    tell(psql, IP_REMARK, item->range, "the rest of the file is not read");
    file->at = file->source->length;
    psql->ifs.count = file->ifs;
}

/* true: the item concerns the reader. */
static bool command(ip_psql *psql, ip_sql_item *item)
{
    const char *word = item->command;
    bool wanted = false;
    bool alternative = strcmp(word, "elif") == 0 || strcmp(word, "else") == 0, end = strcmp(word, "endif") == 0;
    if (strcmp(word, "if") == 0) {
        begin_if(psql, item, &wanted);
        return wanted;
    }
    if ((alternative || end) && psql->ifs.count <= current_file(psql)->ifs) {
        tell(psql, IP_ERROR, item->range, ip_arena_printf(psql->arena, "\\%s without \\if", word));
        return false;
    }
    if (alternative)
        next_way(psql, item, strcmp(word, "else") == 0, &wanted);
    else if (end)
        end_if(psql, &wanted);
    if (alternative || end)
        return wanted;
    if (skipping(psql))
        return false;
    if (strcmp(word, "set") == 0)
        ip_psql_set(psql->variables, item->argument);
    else if (strcmp(word, "setrandom") == 0)
        ip_psql_set_random(psql->variables, item->argument);
    else if (strcmp(word, "unset") == 0 || strcmp(word, "prompt") == 0 || strcmp(word, "getenv") == 0)
        ip_psql_unset(psql->variables, item->argument);
    else if (strcmp(word, "i") == 0 || strcmp(word, "ir") == 0 || strcmp(word, "include") == 0 ||
             strcmp(word, "include_relative") == 0)
        include(psql, item);
    else if ((strcmp(word, "q") == 0 || strcmp(word, "quit") == 0) && !ip_psql_conditional(psql)) {
        if (!is_for_extension(item))
            quit(psql, item);
    } else
        return true;
    return false;
}

static void close_ifs(ip_psql *psql)
{
    const ip_psql_file *file = current_file(psql);
    for (; psql->ifs.count > file->ifs; psql->ifs.count--)
        tell(psql, IP_ERROR, psql->ifs.items[psql->ifs.count - 1].range, "\\if without \\endif");
}

/* "-- name: x", then \set, then BEGIN: the comment is the transaction's. */
static void hand_on_comments(ip_psql *psql, ip_sql_item *item)
{
    if (item->command) {
        for (int i = 0; i < item->comments.count; i++)
            IP_PUSH(psql->arena, &psql->comments, item->comments.items[i]);
        return;
    }
    const ip_sql_item own = *item;
    memset(&item->comments, 0, sizeof item->comments);
    for (int i = 0; i < psql->comments.count; i++)
        if (psql->comments.items[i].source == item->place.source)
            IP_PUSH(psql->arena, &item->comments, psql->comments.items[i]);
    for (int i = 0; i < own.comments.count; i++)
        IP_PUSH(psql->arena, &item->comments, own.comments.items[i]);
    psql->comments.count = 0;
}

bool ip_psql_next(ip_psql *psql, ip_sql_item *item)
{
    while (psql->files.count > 0) {
        ip_psql_file *file = current_file(psql);
        if (!ip_psql_split_next(psql->arena, psql->variables, file->source, &file->at, item)) {
            close_ifs(psql);
            if (psql->files.count == 1)
                return false;
            psql->files.count--;
            continue;
        }
        if (item->command && psql->plain)
            continue;
        hand_on_comments(psql, item);
        if (item->command ? command(psql, item) : !skipping(psql))
            return true;
    }
    return false;
}
