/* A subset of PostgreSQL's advanced regular expressions (section 9.7.3 of its manual), matched by the C library's POSIX
 * extended ones. Both find the leftmost match, and the longest among those. Not supported: non-greedy quantifiers, back
 * references, lookaround, constraint escapes, collating elements, embedded options, repeated anchors, repetitions of
 * what can match the empty string, bounds with a large product, and classes and case beyond ASCII, which depend on the
 * database's collation. If the matches of groups are asked for, expressions with branches, with a repeated group, or
 * with an optional group within another one are not supported, either. */
#ifndef IP_REGEX_H
#define IP_REGEX_H

#include "base/arena.h"

#include <stdbool.h>

/* Offsets in bytes. begin is -1 if the group took no part in the match. */
typedef struct ip_span {
    int begin, end;
} ip_span;

typedef struct ip_regex_search {
    const char *pattern, *text;
    bool fold; /* ignore case */
    bool all; /* find all matches, each after the end of the previous one, or one character further if that was empty */
    bool groups; /* also return the matches of groups */
} ip_regex_search;

typedef struct ip_regex_matches {
    int count;       /* of matches; at most 1 unless all were asked for */
    int group_count; /* capturing groups */
    bool malformed;  /* of a search that is not supported: the pattern is an error on a server, too */
    ip_span *spans;  /* [match][group_count + 1], allocated in the arena: the whole match, then each group */
} ip_regex_matches;

/* Returns NULL, or why the search is not supported; a malformed pattern is not supported, either. */
const char *ip_value_regex_find(ip_arena *arena, const ip_regex_search *search, ip_regex_matches *matches);

#endif
