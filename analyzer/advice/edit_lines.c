/* What each edit changes, line by line. */
#include "advice/edit_lines.h"

#include <string.h>

/* The end of the last line that is touched. What ends with a newline does not touch the next. */
static size_t last_end(const ip_edit *edit)
{
    bool whole = edit->end > edit->begin && edit->source->text[edit->end - 1] == '\n';
    return whole ? edit->end - 1 : ip_advice_line_end(edit->source, edit->end);
}

/* The edit inserts whole lines before or after a line that stays as it is; at: where they go. */
static bool adds_lines(ip_arena *arena, const ip_edit *edit, size_t *at, const char **lines)
{
    const ip_source *source = edit->source;
    size_t length = strlen(edit->text);
    if (edit->begin != edit->end || !length)
        return false;
    if (edit->text[0] == '\n' && source->text[edit->begin] == '\n') {
        *at = edit->begin + 1;
        *lines = edit->text + 1;
        return true;
    }
    const char *indentation = ip_advice_indentation(arena, source, edit->begin), *newline = strrchr(edit->text, '\n');
    if (!indentation || !newline || strcmp(newline + 1, indentation) != 0)
        return false;
    *at = ip_advice_line_begin(source, edit->begin);
    *lines = ip_arena_printf(arena, "%s%.*s", indentation, (int)(newline - edit->text), edit->text);
    return true;
}

/* The lines from the first of these edits to the last, without and with them. */
static ip_hunk replaced(ip_arena *arena, const ip_edits *edits, int first, int last)
{
    const ip_source *source = edits->items[first].source;
    size_t begin = ip_advice_line_begin(source, edits->items[first].begin), end = begin;
    for (int i = first; i <= last; i++) {
        size_t reaches = last_end(&edits->items[i]);
        end = reaches > end ? reaches : end;
    }
    const char *after = "";
    size_t at = begin;
    for (int i = first; i <= last; i++) {
        after = ip_arena_printf(arena, "%s%.*s%s", after, (int)(edits->items[i].begin - at), source->text + at,
                                edits->items[i].text);
        at = edits->items[i].end;
    }
    if (at < end)
        after = ip_arena_printf(arena, "%s%.*s", after, (int)(end - at), source->text + at);
    return (ip_hunk){{source, begin, end}, ip_arena_strndup(arena, source->text + begin, end - begin), after};
}

ip_hunks ip_advice_hunks_of(ip_arena *arena, const ip_edits *edits)
{
    ip_hunks hunks = {0};
    for (int i = 0; i < edits->count;) {
        const ip_edit *edit = &edits->items[i];
        int last = i;
        size_t at;
        const char *lines;
        if (adds_lines(arena, edit, &at, &lines)) {
            ip_hunk one = {{edit->source, at, at}, "", lines};
            IP_PUSH(arena, &hunks, one);
            i++;
            continue;
        }
        for (size_t end = last_end(edit); last + 1 < edits->count; last++) {
            const ip_edit *next = &edits->items[last + 1];
            if (next->source != edit->source || ip_advice_line_begin(next->source, next->begin) > end)
                break;
            size_t reaches = last_end(next);
            end = reaches > end ? reaches : end;
        }
        ip_hunk one = replaced(arena, edits, i, last);
        IP_PUSH(arena, &hunks, one);
        i = last + 1;
    }
    return hunks;
}

bool ip_advice_hunk_contains(ip_arena *arena, const ip_hunk *hunk, const ip_edit *edit)
{
    size_t at;
    const char *lines;
    if (hunk->range.source != edit->source)
        return false;
    if (adds_lines(arena, edit, &at, &lines))
        return !*hunk->before && hunk->range.begin == at && strcmp(lines, hunk->after) == 0;
    return *hunk->before && hunk->range.begin <= edit->begin && edit->begin <= hunk->range.end;
}
