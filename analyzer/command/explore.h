/* What isoproof explore found, for its text and its JSON. */
#ifndef IP_COMMAND_EXPLORE_H
#define IP_COMMAND_EXPLORE_H

#include "explorer/assertion.h"
#include "explorer/describe.h"

#include <stdio.h>

typedef struct ip_asserted {
    const char *sql;
    const ip_code *code;
    long failures;                       /* histories after which it does not hold */
    const ip_described_history *history; /* the first of them */
    const char *why;                     /* it ended in an error there; NULL */
} ip_asserted;

typedef struct ip_exploration_report {
    ip_arena *arena;
    const char *client;
    IP_VEC(const char *) files;
    const char *level, *base; /* base NULL: none, every history is explored */
    int shard, shard_count;
    bool plain;
    ip_exploration found;
    const char *incomplete; /* why it ended early; NULL */
    IP_VEC(ip_asserted) assertions;
    bool listed; /* with --histories */
    IP_VEC(const ip_described_history *) histories;
} ip_exploration_report;

void ip_exploration_text(const ip_exploration_report *report, FILE *out, int width, bool colour, bool quiet);
void ip_exploration_json(const ip_exploration_report *report, FILE *out);

#endif
