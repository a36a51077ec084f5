/* Copies the values of a step: their hashes, and the texts that constants and comparisons need. */
#include "templates/step.h"

#include <string.h>

/* LONGEST_TEXT limits a constant in the script. LONGEST_COMPARED limits a value that is compared: a key, a state, a
 * number. */
enum { LONGEST_TEXT = 200, LONGEST_COMPARED = 64 };

static const char *kept(ip_arena *arena, const char *text, size_t longest)
{
    return text && strnlen(text, longest) < longest ? ip_arena_strdup(arena, text) : NULL;
}

static const uint64_t *kept_elements(ip_arena *arena, const ip_log_literal *list)
{
    size_t size = sizeof *list->elements * (size_t)list->element_count;
    return list->elements ? memcpy(ip_arena_alloc(arena, size + 1), list->elements, size) : NULL;
}

const ip_log_literal *ip_templates_step_values(ip_arena *arena, const ip_statement_form *form,
                                               const ip_log_literal *values, bool texts)
{
    ip_log_literal *copy = IP_NEW_ARRAY(arena, ip_log_literal, form->slots.count + 1);
    for (int i = 0; i < form->slots.count; i++)
        copy[i] = (ip_log_literal){.hash = values[i].hash,
                                   .known = values[i].known,
                                   .text = texts ? kept(arena, values[i].text, LONGEST_TEXT) : NULL,
                                   .content = texts ? kept(arena, values[i].content, LONGEST_COMPARED) : NULL,
                                   .same = values[i].same,
                                   .element = values[i].element,
                                   .elements = texts ? kept_elements(arena, &values[i]) : NULL,
                                   .element_count = values[i].element_count,
                                   .too_many = values[i].too_many};
    return copy;
}

bool ip_templates_outcome_hides(const ip_logged_outcome *outcome, int column)
{
    for (int i = column + 1; i < outcome->columns; i++)
        if (strcmp(outcome->names[i], outcome->names[column]) == 0)
            return true;
    return false;
}

static void keep_first_rows(ip_arena *arena, const ip_recorded *r, ip_logged_outcome *created)
{
    int width = r->columns.count, count = r->first.count;
    const char **headings = IP_NEW_ARRAY(arena, const char *, width + 1);
    uint64_t *hashes = IP_NEW_ARRAY(arena, uint64_t, width * count + 1);
    for (int c = 0; c < width; c++)
        headings[c] = ip_arena_strdup(arena, r->columns.items[c]);
    for (int i = 0; i < count; i++)
        for (int c = 0; c < width && c < r->first.items[i].count; c++) {
            const ip_recorded_value *cell = &r->first.items[i].items[c];
            hashes[i * width + c] = cell->known && cell->text ? ip_templates_literal_of(cell->text, true).hash : 0;
        }
    created->first = count;
    created->width = width;
    created->headings = headings;
    created->hashes = hashes;
}

const ip_logged_outcome *ip_templates_step_outcome(ip_arena *arena, const ip_recorded *r, bool texts)
{
    if (!r->has_outcome)
        return NULL;
    ip_logged_outcome *created = IP_NEW(arena, ip_logged_outcome);
    created->rows = r->rows;
    created->columns = r->columns.count < r->row.count ? r->columns.count : r->row.count;
    const char **names = IP_NEW_ARRAY(arena, const char *, created->columns + 1);
    ip_log_literal *cells = IP_NEW_ARRAY(arena, ip_log_literal, created->columns + 1);
    for (int i = 0; i < created->columns; i++) {
        const ip_recorded_value *cell = &r->row.items[i];
        names[i] = ip_arena_strdup(arena, r->columns.items[i]);
        cells[i] = ip_templates_literal_of(cell->text, cell->known && cell->text);
        cells[i].null = cell->known && !cell->text;
        cells[i].content = texts ? kept(arena, cell->text, LONGEST_COMPARED) : NULL;
    }
    created->names = names;
    created->cells = cells;
    keep_first_rows(arena, r, created);
    return created;
}
