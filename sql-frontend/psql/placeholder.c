/* Names and spellings of drivers' placeholders. The extended protocol binds parameters to one statement (PostgreSQL 15
 * documentation, section 55.2.3), and so do JDBC, libpq and Python's drivers. */
#include "psql/placeholder.h"

#include "base/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The text after "params:", up to the comment's end; NULL: it is another comment. */
static const char *list_of(ip_arena *arena, ip_range comment)
{
    char *text = ip_arena_strdup(arena, ip_range_text(arena, comment));
    size_t length = strlen(text);
    if (strncmp(text, "/*", 2) == 0 && length >= 4) {
        text[length - 2] = '\0';
        text += 2;
    } else {
        text += strspn(text, "-");
    }
    text += strspn(text, " \t\r\n");
    return strncmp(text, "params:", 7) == 0 ? text + 7 : NULL;
}

static size_t name_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_' || (unsigned char)text[length] >= 0x80)
        length++;
    return isdigit((unsigned char)*text) ? 0 : length;
}

ip_placeholder_names ip_psql_placeholder_names_read(ip_arena *arena, ip_range comment, const char **fault)
{
    static const char blank[] = " \t\r\n";
    ip_placeholder_names names = {0};
    const char *at = list_of(arena, comment);
    *fault = NULL;
    while (at) {
        at += strspn(at, blank);
        size_t length = name_length(at);
        if (length > 0)
            IP_PUSH(arena, &names, ip_arena_strndup(arena, at, length));
        at += length;
        at += strspn(at, blank);
        if (length == 0 || (*at && *at != ',')) {
            *fault = "expected names with commas between them after \"params:\"";
            names.count = 0;
            return names;
        }
        at = *at ? at + 1 : NULL;
    }
    return names;
}

void ip_psql_placeholders_begin(ip_placeholders *placeholders)
{
    *placeholders = (ip_placeholders){0};
}

const char *ip_psql_placeholder_name(ip_arena *arena, const ip_placeholders *placeholders, int number)
{
    if (placeholders->statements <= 1)
        return ip_arena_printf(arena, "$%d", number);
    return ip_arena_printf(arena, "$%d#%d", number, placeholders->statements);
}

int ip_psql_placeholder_statement(const char *name)
{
    if (name[0] != '$' || !isdigit((unsigned char)name[1]))
        return 0;
    const char *mark = strchr(name, '#');
    return mark ? atoi(mark + 1) : 1;
}

/* "LIMIT?" has no blank that would end the word. */
static bool touches_word(ip_range place)
{
    const char *text = place.source->text;
    return (place.begin > 0 && (isalnum((unsigned char)text[place.begin - 1]) || text[place.begin - 1] == '_')) ||
           (place.end < place.source->length && (isalnum((unsigned char)text[place.end]) || text[place.end] == '_'));
}

static bool is_spelled(const ip_placeholders *placeholders, const char *word)
{
    for (int i = 0; i < placeholders->spelled.count; i++)
        if (strcmp(placeholders->spelled.items[i], word) == 0)
            return true;
    return false;
}

const char *ip_psql_placeholder_spell(ip_arena *arena, ip_placeholders *placeholders, ip_range place, const char *name,
                                      bool (*is_word)(const void *words, const char *word), const void *words)
{
    size_t length = place.end - place.begin;
    char *word = ip_arena_strndup(arena, place.source->text + place.begin, length);
    for (char letter = 'z'; letter >= 'a' && !touches_word(place); letter--) {
        for (size_t i = 0; i < length; i++)
            if (i == 0 || !isdigit((unsigned char)word[i]))
                word[i] = letter;
        if (is_spelled(placeholders, word) || is_word(words, word))
            continue;
        IP_PUSH(arena, &placeholders->spelled, word);
        return word;
    }
    return ip_quoted(arena, name, '"');
}
