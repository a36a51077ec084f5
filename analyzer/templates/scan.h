/* Separates the values in a statement from the text that is the same in every execution, by its tokens alone. */
#ifndef IP_SCAN_H
#define IP_SCAN_H

#include "parse/lexer.h"

#include <stdint.h>

enum { IP_MOST_ELEMENTS = 1000 }; /* of a list; those of longer lists are not compared */

typedef struct ip_log_literal {
    uint64_t hash;    /* of the content: '5' and 5 are the same value */
    const char *text; /* as SQL; NULL if the value was in no text and only content is set */
    const char *content;
    size_t begin, end; /* offsets in the text */
    bool known;
    bool null; /* in results: SQL's NULL */
    /* Hashes of a list's elements; of one whose order means nothing, each element once. NULL if they are not known, or
     * too many. */
    const uint64_t *elements;
    int element_count;
    bool too_many;    /* of a list: it has more than IP_MOST_ELEMENTS elements */
    bool same;        /* of a list: all its elements are one value, */
    uint64_t element; /* with this hash; content is that of the value */
} ip_log_literal;

typedef struct ip_scan {
    ip_source source;              /* one statement */
    const char *key;               /* the text without values and comments, with single blanks */
    uint64_t hash;                 /* of the key */
    IP_VEC(ip_log_literal) values; /* in the order of the text */
    const char *note;              /* a library's comment about the caller; NULL if none */
} ip_scan;

/* Scans the statement at *at, and moves *at after its semicolon. Returns false at the end of the text. */
bool ip_templates_scan_next(ip_arena *arena, const char *text, size_t length, size_t *at, ip_scan *scan);
ip_log_literal ip_templates_literal_of(const char *content, bool known);
uint64_t ip_templates_hash_bytes(uint64_t hash, const void *bytes, size_t length);
#define IP_HASH_BEGIN UINT64_C(14695981039346656037)

#endif
