/* Edits of texts by offsets, sorted and applied from the end. */
#include "advice/edit.h"

#include <string.h>

static const char *doubled_quotes(ip_arena *arena, const char *text)
{
    char *copy = ip_arena_alloc(arena, 2 * strlen(text) + 1), *to = copy;
    for (; *text; text++) {
        if (*text == '\'')
            *to++ = '\'';
        *to++ = *text;
    }
    *to = '\0';
    return copy;
}

bool ip_advice_edit_make(ip_arena *arena, ip_range range, const char *text, ip_edit *edit)
{
    if (!range.source)
        return false;
    *edit = (ip_edit){range.source, range.begin, range.end, text};
    if (!range.source->origin)
        return true;
    const size_t *offsets = range.source->origin_offsets;
    bool made_up = offsets[0] == offsets[range.source->length]; /* stands nowhere: an EXECUTE's text, put together */
    if (range.source->origin->origin || made_up)
        return false;
    *edit = (ip_edit){range.source->origin, offsets[range.begin], offsets[range.end],
                      range.source->quoted ? doubled_quotes(arena, text) : text};
    return edit->begin <= edit->end;
}

/* Text that is inserted where another edit begins comes before the removed text. */
static bool belongs_before(const ip_edit *one, const ip_edit *other)
{
    bool puts_in = one->begin == one->end && other->begin < other->end;
    return one->begin < other->begin || (one->begin == other->begin && puts_in);
}

bool ip_advice_edits_sort(ip_edits *edits)
{
    for (int i = 1; i < edits->count; i++) {
        ip_edit one = edits->items[i];
        int at = i;
        for (; at > 0 && belongs_before(&one, &edits->items[at - 1]); at--)
            edits->items[at] = edits->items[at - 1];
        edits->items[at] = one;
    }
    for (int i = 0; i < edits->count; i++)
        for (int j = i + 1; j < edits->count; j++) {
            const ip_edit *a = &edits->items[i], *b = &edits->items[j];
            if (a->source == b->source && a->begin < b->end && b->begin < a->end)
                return false;
        }
    return true;
}

const char *ip_advice_edits_apply(ip_arena *arena, const ip_source *source, const ip_edits *edits, size_t *length)
{
    size_t total = source->length;
    for (int i = 0; i < edits->count; i++)
        if (edits->items[i].source == source)
            total += strlen(edits->items[i].text);
    char *text = ip_arena_alloc(arena, total + 1), *to = text;
    size_t at = 0;
    for (int i = 0; i < edits->count; i++) {
        const ip_edit *edit = &edits->items[i];
        if (edit->source != source)
            continue;
        memcpy(to, source->text + at, edit->begin - at);
        to += edit->begin - at;
        size_t added = strlen(edit->text);
        memcpy(to, edit->text, added);
        to += added;
        at = edit->end;
    }
    memcpy(to, source->text + at, source->length - at);
    to += source->length - at;
    *to = '\0';
    *length = (size_t)(to - text);
    return text;
}

static size_t origin(const ip_source *source, const ip_edits *edits, size_t offset, bool end)
{
    size_t removed = 0, added = 0; /* before the place */
    for (int i = 0; i < edits->count; i++) {
        const ip_edit *edit = &edits->items[i];
        if (edit->source != source)
            continue;
        size_t begin = edit->begin - removed + added, length = strlen(edit->text);
        if (offset < begin)
            break;
        if (offset < begin + length)
            return end ? edit->end : edit->begin;
        removed += edit->end - edit->begin;
        added += length;
    }
    return offset + removed - added + end;
}

size_t ip_advice_edits_origin(const ip_source *source, const ip_edits *edits, size_t offset)
{
    return origin(source, edits, offset, false);
}

size_t ip_advice_edits_origin_end(const ip_source *source, const ip_edits *edits, size_t end)
{
    return end > 0 ? origin(source, edits, end - 1, true) : 0;
}

/* ---------------------------------------------------------------- lines -- */

size_t ip_advice_line_begin(const ip_source *source, size_t offset)
{
    while (offset > 0 && source->text[offset - 1] != '\n')
        offset--;
    return offset;
}

size_t ip_advice_line_end(const ip_source *source, size_t offset)
{
    while (offset < source->length && source->text[offset] != '\n')
        offset++;
    return offset;
}

const char *ip_advice_indentation(ip_arena *arena, const ip_source *source, size_t offset)
{
    size_t begin = ip_advice_line_begin(source, offset), at = begin;
    while (at < offset && (source->text[at] == ' ' || source->text[at] == '\t'))
        at++;
    return at == offset ? ip_arena_strndup(arena, source->text + begin, offset - begin) : NULL;
}

void ip_advice_edit_lines(ip_arena *arena, const ip_edit *edit, const char **before, const char **after)
{
    const ip_source *source = edit->source;
    size_t begin = ip_advice_line_begin(source, edit->begin), end = ip_advice_line_end(source, edit->end);
    const char *newline = strrchr(edit->text, '\n');
    const char *indentation = ip_advice_indentation(arena, source, edit->begin);
    bool adds_lines = edit->begin == edit->end && indentation && newline;
    if (adds_lines) {
        *before = "";
        *after = ip_arena_printf(arena, "%s%.*s", indentation, (int)(newline - edit->text), edit->text);
        return;
    }
    bool whole_lines = edit->begin == begin && edit->end > begin && source->text[edit->end - 1] == '\n';
    if (!*edit->text && whole_lines) {
        *before = ip_arena_strndup(arena, source->text + begin, edit->end - 1 - begin);
        *after = "";
        return;
    }
    *before = ip_arena_strndup(arena, source->text + begin, end - begin);
    *after = ip_arena_printf(arena, "%.*s%s%.*s", (int)(edit->begin - begin), source->text + begin, edit->text,
                             (int)(end - edit->end), source->text + edit->end);
}
