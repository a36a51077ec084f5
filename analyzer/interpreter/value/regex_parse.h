/* The tree of a regular expression. */
#ifndef IP_REGEX_PARSE_H
#define IP_REGEX_PARSE_H

#include "interpreter/value/regex.h"

typedef enum ip_regex_kind {
    IP_REGEX_EMPTY,
    IP_REGEX_SET,   /* one character */
    IP_REGEX_BEGIN, /* ^ */
    IP_REGEX_END,   /* $ */
    IP_REGEX_GROUP, /* (…) number .group */
    IP_REGEX_THEN,  /* left, then right */
    IP_REGEX_EITHER,
    IP_REGEX_REPEAT /* left, .least to .most times; most -1: no bound */
} ip_regex_kind;

typedef struct ip_regex_node {
    ip_regex_kind kind;
    const struct ip_regex_node *left, *right;
    int group, least, most;
    int range_count; /* SET: of these characters, or of no other */
    const int32_t (*ranges)[2];
    bool negated, classes; /* classes: some of it is known for ASCII only */
    bool captures;         /* parentheses within */
} ip_regex_node;

struct ip_regex {
    const ip_regex_node *root;
    int groups;
    bool fold;
};

#endif
