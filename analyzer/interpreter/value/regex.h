/* PostgreSQL's advanced regular expressions (section 9.7.3 of its manual), but for what is refused: quantifiers that
 * prefer the shortest match, back references, lookaround, constraint escapes, collating elements, options in the text.
 */
#ifndef IP_REGEX_H
#define IP_REGEX_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ip_regex ip_regex;

/* A text as characters. */
typedef struct ip_characters {
    int count;
    const int32_t *items;
} ip_characters;

/* A part of it; begin -1: the parentheses took no part. */
typedef struct ip_span {
    int begin, end;
} ip_span;

ip_characters ip_characters_of(ip_arena *arena, const char *text, int bytes);

/* NULL: not run here, or no regular expression; *why says what it is. fold: upper and lower case are the same. */
ip_regex *ip_regex_make(ip_arena *arena, ip_characters pattern, bool fold, const char **why);
int ip_regex_groups(const ip_regex *regex);

typedef enum ip_regex_outcome { IP_REGEX_NONE, IP_REGEX_FOUND, IP_REGEX_UNABLE } ip_regex_outcome;

/* The leftmost match from there on, the longest of them; spans: of the match and of each pair of parentheses. NULL: not
 * asked for. UNABLE: a class of characters beyond ASCII, or a text too long. */
ip_regex_outcome ip_regex_find(const ip_regex *regex, ip_characters text, int from, ip_span *spans);

#endif
