/* What the files of isoproof compare share. */
#ifndef IP_COMMAND_COMPARE_H
#define IP_COMMAND_COMPARE_H

#include "command/commands.h"
#include "compare/compare.h"
#include "history/explanation.h"
#include "report/writer.h"

#include <jansson.h>
#include <stdio.h>

typedef IP_VEC(const ip_level *) ip_compare_levels;
typedef IP_VEC(const char *) ip_compare_texts;

/* One direction: what some levels allow and others forbid. */
typedef struct ip_compare_direction {
    const char *key; /* in JSON, and of the file */
    ip_compare_levels allow, forbid;
    ip_compared found;
} ip_compare_direction;

typedef struct ip_compare_run {
    ip_arena *arena;
    const ip_arguments *arguments;
    ip_diagnostics diagnostics;
    ip_scope scope;
    bool minimize;
    double seconds;
    ip_compare_direction directions[2];
    int direction_count;
    bool pair; /* two levels, both ways */
} ip_compare_run;

const char *ip_compare_names(const ip_compare_run *run, const ip_compare_levels *levels, const char *between);
/* "A is weaker than B", and "up to 5 transactions, …" */
const char *ip_compare_relation(const ip_compare_run *run);
const char *ip_compare_scope(const ip_compare_run *run);

/* About a history that was found. "read x = 0" for each read and write. */
ip_compare_texts ip_compare_events(const ip_compare_run *run, const ip_compared *found, int transaction);
/* The transaction right before it in its session; 0: it is the first. */
int ip_compare_session_before(const ip_history *history, int transaction);
/* The order of commits, the initial one first, in which a level allows it; NULL: it does not. The same in words. */
const int *ip_compare_order(const ip_compare_run *run, const ip_compared *found, const ip_level *level);
const char *ip_compare_allows(const ip_compare_run *run, const ip_compared *found, const ip_level *level);
/* NULL: the level does not forbid it. */
const ip_explanation *ip_compare_why(const ip_compare_run *run, const ip_compared *found, const ip_level *level);
/* As isoproof check reads it (history.schema.json); the caller's. */
json_t *ip_compare_history_json(const ip_compare_run *run, const ip_compared *found);

void ip_compare_write_text(const ip_compare_run *run, ip_writer *writer);
void ip_compare_write_json(const ip_compare_run *run, FILE *out);
void ip_compare_write_dot(const ip_compare_run *run,
                          FILE *out); /* a graph for each history and level that forbids it */
void ip_compare_write_html(const ip_compare_run *run, FILE *out); /* a page with all of them */

#endif
