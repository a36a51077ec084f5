/* Source texts: files read into memory, texts derived from them, and lines and columns of offsets. */
#include "base/source.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

ip_source *ip_source_from_text(ip_arena *arena, const char *path, const char *text, size_t length)
{
    ip_source *source = IP_NEW(arena, ip_source);
    source->path = ip_arena_strdup(arena, path);
    source->text = ip_arena_strndup(arena, text, length);
    source->length = length;
    IP_VEC(size_t) starts = {0};
    IP_PUSH(arena, &starts, (size_t)0);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n')
            IP_PUSH(arena, &starts, i + 1);
    source->line_starts = starts.items;
    source->line_count = starts.count;
    return source;
}

ip_source *ip_source_derive(ip_arena *arena, const ip_source *origin, const char *text, size_t length,
                            const size_t *origin_offsets)
{
    ip_source *source = ip_source_from_text(arena, origin->path, text, length);
    source->origin = origin;
    source->origin_offsets = origin_offsets;
    source->given = origin->given;
    source->migration = origin->migration;
    return source;
}

ip_range ip_source_generated(ip_arena *arena, const char *text, ip_range at)
{
    size_t length = strlen(text), *offsets = IP_NEW_ARRAY(arena, size_t, length + 1);
    for (size_t i = 0; i <= length; i++)
        offsets[i] = at.begin;
    return (ip_range){ip_source_derive(arena, at.source, text, length, offsets), 0, length};
}

ip_source *ip_source_read(ip_arena *arena, const char *path, const char **error)
{
    int standard_input = strcmp(path, "-") == 0;
    FILE *file = standard_input ? stdin : fopen(path, "rb");
    if (!file) {
        *error = ip_arena_printf(arena, "cannot open: %s", strerror(errno));
        return NULL;
    }
    IP_VEC(char) bytes = {0};
    char chunk[65536];
    size_t got;
    errno = 0;
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0)
        for (size_t i = 0; i < got; i++)
            IP_PUSH(arena, &bytes, chunk[i]);
    int failed = ferror(file), reason = errno;
    if (!standard_input)
        fclose(file);
    if (failed) {
        *error = reason == EISDIR ? "a folder, where a file was expected; isoproof init finds the SQL of a folder"
                                  : ip_arena_printf(arena, "cannot read: %s", strerror(reason));
        return NULL;
    }
    return ip_source_from_text(arena, standard_input ? "<stdin>" : path, bytes.items ? bytes.items : "",
                               (size_t)bytes.count);
}

ip_range ip_range_in_file(ip_range range)
{
    for (; range.source && range.source->origin; range.source = range.source->origin) {
        range.begin = range.source->origin_offsets[range.begin];
        range.end = range.source->origin_offsets[range.end];
    }
    return range;
}

ip_position ip_source_position(const ip_source *source, size_t offset)
{
    while (source->origin) {
        offset = source->origin_offsets[offset < source->length ? offset : source->length];
        source = source->origin;
    }
    int low = 0, high = source->line_count - 1;
    while (low < high) { /* last line that starts at or before offset */
        int middle = (low + high + 1) / 2;
        if (source->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return (ip_position){low + 1, (int)(offset - source->line_starts[low]) + 1};
}

ip_position ip_range_position(ip_range range)
{
    return range.source ? ip_source_position(range.source, range.begin) : (ip_position){0, 0};
}

const char *ip_range_text(ip_arena *arena, ip_range range)
{
    if (!range.source || range.end <= range.begin)
        return "";
    return ip_arena_strndup(arena, range.source->text + range.begin, range.end - range.begin);
}
