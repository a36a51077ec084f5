/* Reads the (set-info :key value) commands of a level file. */
#include "level_file/info.h"

#include "level_file/vocabulary.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

ip_level_file *ip_level_file_new(ip_arena *arena, const ip_source *source)
{
    ip_level_file *file = IP_NEW(arena, ip_level_file);
    file->source = source;
    file->title = file->citation = file->family = file->postgresql = file->engine = "";
    file->explored_from[0] = file->explored_from[1] = "";
    file->rank = INT_MAX;
    return file;
}

bool ip_level_file_info_is(const ip_sexpr *command)
{
    return command->kind == IP_SEXPR_LIST && command->items.count == 3 &&
           ip_level_file_sexpr_is(command->items.items[0], "set-info") &&
           command->items.items[1]->kind == IP_SEXPR_KEYWORD && command->items.items[2]->kind != IP_SEXPR_LIST;
}

/* A text of several lines as one. */
static const char *folded(ip_arena *arena, const char *text)
{
    char *result = ip_arena_strdup(arena, text), *end = result;
    for (const char *at = text; *at; at++) {
        bool blank = strchr(" \t\r\n", *at) != NULL;
        if (!blank || (end > result && end[-1] != ' '))
            *end++ = blank ? ' ' : *at;
    }
    *end = '\0';
    return result;
}

static void take(ip_arena *arena, ip_level_file *file, const char *key, const char *value)
{
    if (strcmp(key, "title") == 0)
        file->title = value;
    else if (strcmp(key, "source") == 0)
        file->citation = value;
    else if (strcmp(key, "family") == 0)
        file->family = value;
    else if (strcmp(key, "postgresql") == 0)
        file->postgresql = value;
    else if (strcmp(key, "engine") == 0)
        file->engine = value;
    else if (strcmp(key, "snapshots") == 0)
        file->statement_snapshots = strcmp(value, "statement") == 0;
    else if (strcmp(key, "locked-rows") == 0)
        file->locked_rows_newest = strcmp(value, "newest") == 0;
    else if (strcmp(key, "explanation") == 0)
        IP_PUSH(arena, &file->explanation, folded(arena, value));
    else if (strcmp(key, "rank") == 0)
        file->rank = atoi(value);
    else if (strcmp(key, "alias") == 0)
        IP_PUSH(arena, &file->aliases, value);
    else if (strcmp(key, "vocabulary") == 0 && ip_level_file_vocabulary_find(value) != IP_VOCABULARY_COUNT)
        file->vocabulary = ip_level_file_vocabulary_find(value);
    else if (strcmp(key, "explored-from") == 0)
        file->explored_from[0] = value;
    else if (strcmp(key, "explored-from-with-sessions") == 0)
        file->explored_from[1] = value;
    else if (strcmp(key, "causally-extensible") == 0)
        file->causally_extensible = strcmp(value, "true") == 0;
}

void ip_level_file_info_take(ip_arena *arena, ip_level_file *file, const ip_sexpr *commands)
{
    for (int i = 0; i < commands->items.count; i++) {
        const ip_sexpr *command = commands->items.items[i];
        if (!ip_level_file_info_is(command))
            continue;
        IP_PUSH(arena, &file->infos, command);
        take(arena, file, command->items.items[1]->text, command->items.items[2]->text);
        if (strcmp(command->items.items[1]->text, "explanation") == 0)
            IP_PUSH(arena, &file->explanation_ranges, command->range);
    }
}

bool ip_level_file_info_check(const ip_sexpr *command, ip_diagnostics *diagnostics)
{
    const char *key = command->items.items[1]->text;
    const ip_sexpr *value = command->items.items[2];
    const char *expected = "";
    if (strcmp(key, "vocabulary") == 0 && ip_level_file_vocabulary_find(value->text) == IP_VOCABULARY_COUNT)
        expected = "visibility or commit-order";
    else if (strcmp(key, "causally-extensible") == 0 && strcmp(value->text, "true") != 0 &&
             strcmp(value->text, "false") != 0)
        expected = "true or false";
    else if (strcmp(key, "snapshots") == 0 && strcmp(value->text, "statement") != 0 &&
             strcmp(value->text, "transaction") != 0)
        expected = "statement or transaction";
    else if (strcmp(key, "locked-rows") == 0 && strcmp(value->text, "newest") != 0 &&
             strcmp(value->text, "snapshot") != 0)
        expected = "newest or snapshot";
    if (*expected)
        ip_diagnostics_add(diagnostics, IP_ERROR, value->range, NULL, ":%s '%s': expected %s", key, value->text,
                           expected);
    return !*expected;
}

ip_level_file *ip_level_file_describe(ip_arena *arena, const ip_source *source)
{
    ip_level_file *file = ip_level_file_new(arena, source);
    ip_diagnostics ignored_messages = {.arena = arena}; /* loading the level reports them */
    const ip_sexpr *commands = ip_level_file_sexpr_read(arena, source, &ignored_messages);
    if (commands)
        ip_level_file_info_take(arena, file, commands);
    return file;
}
