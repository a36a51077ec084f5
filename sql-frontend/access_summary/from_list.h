/* Where names in a text can be those of relations that are read: after FROM, JOIN and what else begins or goes on with
 * a list of them. For texts that are not parsed: more counts than is one. */
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

/* Takes in the next token. Is it a name that may be a relation's? */
bool ip_from_list_next(ip_from_list *list, const ip_source *source, ip_token token);

#endif
