/* What isoproof explore has found, for its reports as text and JSON. */
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
    long failures;                       /* histories after which the assertion does not hold */
    const ip_described_history *history; /* the first failure */
    const char *why;                     /* the error in which the assertion ended; NULL if none */
} ip_asserted;

typedef struct ip_exploration_report {
    ip_arena *arena;
    const char *client;
    IP_VEC(const char *) files;
    const char *level, *base; /* base: NULL if every history is explored without a base level */
    int shard, shard_count;
    bool plain;
    ip_exploration found;
    const char *incomplete; /* why the exploration ended early; NULL if it is complete */
    IP_VEC(ip_asserted) assertions;
    bool listed; /* with --histories */
    IP_VEC(const ip_described_history *) histories;
} ip_exploration_report;

/* What --robust has found. */
typedef struct ip_robust_report {
    ip_arena *arena;
    const char *client, *level;
    IP_VEC(const char *) files;
    ip_robustness found;
    /* If not robust: the history, the delayed transaction, and the transactions that ran beside it, in order. delayed
     * is NULL if the history was found by exploring every history. */
    const ip_described_history *history;
    const char *delayed;
    IP_VEC(const char *) beside;
} ip_robust_report;

void ip_command_robust_run(ip_robust_report *report, const ip_client *client, ip_robust_options options,
                           ip_diagnostics *diagnostics);
void ip_command_robust_text(const ip_robust_report *report, FILE *out, int width, bool colour, bool quiet);
void ip_command_robust_json(const ip_robust_report *report, FILE *out);

/* Write one history of the report. */
void ip_command_exploration_history(ip_writer *writer, const ip_described_history *history);
struct json_t *ip_command_exploration_history_json(ip_arena *arena, const ip_described_history *history);

void ip_command_exploration_text(const ip_exploration_report *report, FILE *out, int width, bool colour, bool quiet);
void ip_command_exploration_json(const ip_exploration_report *report, FILE *out);

#endif
