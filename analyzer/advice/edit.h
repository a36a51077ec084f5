/* Changes to source texts: applied together, shown line by line, and traced back. */
#ifndef IP_EDIT_H
#define IP_EDIT_H

#include "base/source.h"

#include <stdbool.h>

typedef struct ip_edit {
    const ip_source *source; /* a file, never a derived text */
    size_t begin, end;       /* of the removed text; equal: text is inserted */
    const char *text;
} ip_edit;

typedef IP_VEC(ip_edit) ip_edits;

/* The change of a range to text. In a body between plain quotes, quotes are doubled; false where the range is not one
 * piece of the file. */
bool ip_advice_edit_make(ip_arena *arena, ip_range range, const char *text, ip_edit *edit);

/* Sorts the edits by place; insertions at one place keep their order. false: two of them overlap. */
bool ip_advice_edits_sort(ip_edits *edits);
/* The source with those of the sorted edits that are its own. */
const char *ip_advice_edits_apply(ip_arena *arena, const ip_source *source, const ip_edits *edits, size_t *length);
/* The original place of a place in the changed text; for inserted text: where it was inserted. */
size_t ip_advice_edits_origin(const ip_source *source, const ip_edits *edits, size_t offset);
/* The original end of a range that ends there; in inserted text: the end of the replaced text. */
size_t ip_advice_edits_origin_end(const ip_source *source, const ip_edits *edits, size_t end);

/* Whole lines around an edit, without and with it. An edit that adds lines has no lines before, an edit that removes
 * lines has none after. */
void ip_advice_edit_lines(ip_arena *arena, const ip_edit *edit, const char **before, const char **after);

/* Where the place's line begins, and where it ends, without its newline. */
size_t ip_advice_line_begin(const ip_source *source, size_t offset);
size_t ip_advice_line_end(const ip_source *source, size_t offset);
/* The blanks before the place on its line; NULL where there is more than blanks. */
const char *ip_advice_indentation(ip_arena *arena, const ip_source *source, size_t offset);

#endif
