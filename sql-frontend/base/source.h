/* Input texts and places in them. Offsets are bytes from the start of the text;
 * lines and columns count from 1, a column is a byte within its line. */
#ifndef IP_SOURCE_H
#define IP_SOURCE_H

#include "base/arena.h"

#include <stdbool.h>

/* A user's value for a name (--define). */
typedef struct ip_given_value {
    const char *name, *value;
} ip_given_value;

typedef IP_VEC(ip_given_value) ip_given_values;

typedef struct ip_source {
    const char *path; /* as the user typed it; "<stdin>" for "-" */
    const char *text; /* NUL-terminated copy of the file */
    size_t length;    /* bytes before that NUL; the text may contain NULs */
    const size_t *line_starts;
    int line_count;
    /* A derived text (the body of a routine, unquoted): positions are those of the file it comes from. */
    const struct ip_source *origin; /* NULL: not derived */
    const size_t *origin_offsets;   /* [length + 1] */
    const ip_given_values *given;   /* for names in it; the last of several for one name; NULL: none */
    bool quoted;                    /* it stands between plain quotes there, its own doubled */
    bool migration;                 /* what the file itself runs has run once, before the programs */
} ip_source;

typedef struct ip_range {
    const ip_source *source; /* NULL: no place (generated) */
    size_t begin, end;       /* half open */
} ip_range;

typedef struct ip_position {
    int line, column;
} ip_position;

/* Copies text into the arena and indexes its lines. */
ip_source *ip_source_from_text(ip_arena *arena, const char *path, const char *text, size_t length);
/* A text derived from origin; byte i comes from origin's byte origin_offsets[i], length + 1 of them
 * (kept, not copied). */
ip_source *ip_source_derive(ip_arena *arena, const ip_source *origin, const char *text, size_t length,
                            const size_t *origin_offsets);
/* A text that stands for what is at that place: all of its bytes come from the place's first. */
ip_range ip_source_generated(ip_arena *arena, const char *text, ip_range at);
/* Reads a file, or standard input for "-". NULL on failure, with *error set
 * to a message in the arena. */
ip_source *ip_source_read(ip_arena *arena, const char *path, const char **error);

/* The same place of the file, where the range is in a text that is derived from it. */
ip_range ip_range_in_file(ip_range range);
ip_position ip_source_position(const ip_source *source, size_t offset);
ip_position ip_range_position(ip_range range); /* of its begin; 0:0 without source */
const char *ip_range_text(ip_arena *arena, ip_range range);

#endif
