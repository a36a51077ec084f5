/* The names in a text that can be relations which are read: after FROM, JOIN and other words that begin or continue a
 * list of relations. For texts that are not parsed; an over-approximation. */
#ifndef IP_FROM_LIST_H
#define IP_FROM_LIST_H

#include "parse/lexer.h"

#include <stdint.h>

typedef struct ip_from_list {
    uint64_t in_list, in_condition; /* a bit for each depth of parentheses */
    int depth;
    bool after_using;
    bool lost; /* nested too deeply: every name counts */
} ip_from_list;

/* Takes the next token. Returns whether it is a name that may be a relation. */
bool ip_summary_from_list_next(ip_from_list *list, const ip_source *source, ip_token token);

#endif
