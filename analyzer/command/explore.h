/* What isoproof explore found, for its text and its JSON. */
#ifndef IP_COMMAND_EXPLORE_H
#define IP_COMMAND_EXPLORE_H

#include "explorer/assertion.h"
#include "explorer/delayed.h"
#include "explorer/describe.h"

#include "report/writer.h"

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

/* What --robust found. */
typedef struct ip_robust_report {
    ip_arena *arena;
    const char *client, *level;
    IP_VEC(const char *) files;
    ip_robustness found;
    /* NOT_ROBUST: the history; who was delayed, and who ran beside it, in order. NULL, none: it was found by exploring
     * every history. */
    const ip_described_history *history;
    const char *delayed;
    IP_VEC(const char *) beside;
} ip_robust_report;

void ip_robust_run(ip_robust_report *report, const ip_client *client, ip_robust_options options,
                   ip_diagnostics *diagnostics);
void ip_robust_text(const ip_robust_report *report, FILE *out, int width, bool colour, bool quiet);
void ip_robust_json(const ip_robust_report *report, FILE *out);

/* A history in the text report, in its JSON. */
void ip_exploration_history(ip_writer *writer, const ip_described_history *history);
struct json_t *ip_exploration_history_json(ip_arena *arena, const ip_described_history *history);

void ip_exploration_text(const ip_exploration_report *report, FILE *out, int width, bool colour, bool quiet);
void ip_exploration_json(const ip_exploration_report *report, FILE *out);

#endif
