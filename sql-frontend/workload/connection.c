/* Follows psql's \connect, and DISCARD ALL: what a session had set or prepared no longer counts. */
#include "catalog/definition.h"
#include "workload/definition_pieces.h"

#include <string.h>

/* The words of \connect, without quotes; options such as -reuse-previous=on are left out. */
typedef IP_VEC(const char *) words;

static words words_of(ip_arena *arena, ip_range argument)
{
    words found = {0};
    const char *text = ip_range_text(arena, argument);
    while (*(text += strspn(text, " \t\r\n"))) {
        size_t length = 0;
        for (char quote = 0; text[length] && (quote || !strchr(" \t\r\n", text[length])); length++)
            if (text[length] == quote)
                quote = 0;
            else if (!quote && strchr("'\"", text[length]))
                quote = text[length];
        bool quoted = length >= 2 && strchr("'\"", text[0]) && text[length - 1] == text[0];
        const char *word =
            quoted ? ip_arena_strndup(arena, text + 1, length - 2) : ip_arena_strndup(arena, text, length);
        if (quoted || text[0] != '-' || length == 1)
            IP_PUSH(arena, &found, word);
        text += length;
    }
    return found;
}

/* "dbname=x user=y" and "postgresql://y@host/x": the role may be in it. */
static bool is_connection_string(const char *word)
{
    return strchr(word, '=') || strstr(word, "://");
}

void ip_workload_session_begin(ip_reader *reader)
{
    ip_definitions *d = reader->definitions;
    reader->prepared.count = 0;
    reader->session_level = (ip_declared){0};
    reader->ddl.path = NULL;
    d->settings_change = d->settings_change || d->session_settings.count > 0;
}

void ip_workload_database_used(ip_reader *reader)
{
    if (!reader->database)
        return;
    if (reader->used && strcmp(reader->used, reader->database) != 0)
        reader->definitions->databases = ip_arena_printf(reader->arena, "%s and %s", reader->used, reader->database);
    reader->used = reader->database;
}

void ip_workload_connect(ip_reader *reader, const ip_sql_item *item)
{
    words said = words_of(reader->arena, item->argument);
    const char *database = said.count > 0 ? said.items[0] : "-", *role = said.count > 1 ? said.items[1] : "-";
    if (is_connection_string(database) || strcmp(role, "-") != 0)
        reader->definitions->several_roles = true;
    if (strcmp(database, "-") != 0)
        reader->database = database;
    ip_workload_session_begin(reader);
}
