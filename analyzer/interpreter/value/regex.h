/* A subset of PostgreSQL's advanced regular expressions (section 9.7.3 of its manual), matched by the C library's POSIX
 * extended ones: both take the leftmost match, and the longest of those. Not run: quantifiers that prefer the shortest
 * match, back references, lookaround, constraint escapes, collating elements, options in the text, anchors that are
 * repeated, repetitions of what can match nothing, bounds whose product is large; groups, where what they matched is
 * asked for, in an expression with branches, or with a group that is repeated, or optional within another; classes and
 * case beyond ASCII, which depend on the database's collation. */
#ifndef IP_REGEX_H
#define IP_REGEX_H

#include "base/arena.h"

#include <stdbool.h>

/* Bytes of the text; begin -1: the parentheses took no part. */
typedef struct ip_span {
    int begin, end;
} ip_span;

typedef struct ip_regex_search {
    const char *pattern, *text;
    bool fold;   /* upper and lower case are the same */
    bool all;    /* every match, each from the end of the one before; one character further if that was empty */
    bool groups; /* also what the parentheses matched */
} ip_regex_search;

typedef struct ip_regex_matches {
    int count;       /* of matches: 0 or 1 if not all were asked for */
    int group_count; /* pairs of parentheses that capture */
    ip_span *spans;  /* group_count + 1 a match: of all of it, then of each pair; in the arena */
} ip_regex_matches;

/* NULL, or why it is not run. A pattern that is wrong is not run, either. */
const char *ip_regex_find(ip_arena *arena, const ip_regex_search *search, ip_regex_matches *matches);

#endif
