/* Shared by the files of isoproof compare. */
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

/* One direction of the comparison: a history that some levels allow and others forbid. */
typedef struct ip_compare_direction {
    const char *key; /* in JSON and in the file's name */
    ip_compare_levels allow, forbid;
    ip_compared found;
} ip_compare_direction;

typedef struct ip_compare_run {
    ip_arena *arena;
    const ip_arguments *arguments;
    ip_diagnostics diagnostics;
    ip_history_scope scope;
    bool minimize;
    double seconds;
    ip_compare_direction directions[2];
    int direction_count;
    bool pair; /* compares two levels in both directions */
} ip_compare_run;

const char *ip_command_compare_names(const ip_compare_run *run, const ip_compare_levels *levels, const char *between);
/* As in "A is weaker than B" and "up to 5 transactions, …". */
const char *ip_command_compare_relation(const ip_compare_run *run);
const char *ip_command_compare_scope(const ip_compare_run *run);

/* Functions on a found history. Returns a text such as "read x = 0" for each read and write. */
ip_compare_texts ip_command_compare_events(const ip_compare_run *run, const ip_compared *found, int transaction);
/* Returns the previous transaction of the session, or 0 if there is none. */
int ip_command_compare_session_before(const ip_history *history, int transaction);
/* Returns a commit order in which the level allows the history, beginning with the initial transaction, or NULL if the
 * level forbids it. ip_command_compare_allows says the same in words. */
const int *ip_command_compare_order(const ip_compare_run *run, const ip_compared *found, const ip_level *level);
const char *ip_command_compare_allows(const ip_compare_run *run, const ip_compared *found, const ip_level *level);
/* Returns NULL if the level allows the history. */
const ip_explanation *ip_command_compare_why(const ip_compare_run *run, const ip_compared *found,
                                             const ip_level *level);
/* Returns the history in the form that isoproof check reads (history.schema.json). The caller releases it. */
json_t *ip_command_compare_history_json(const ip_compare_run *run, const ip_compared *found);

void ip_command_compare_write_text(const ip_compare_run *run, ip_writer *writer);
void ip_command_compare_write_json(const ip_compare_run *run, FILE *out);
void ip_command_compare_write_dot(const ip_compare_run *run,
                                  FILE *out); /* one graph for each history and forbidding level */
void ip_command_compare_write_html(const ip_compare_run *run, FILE *out); /* one page with all graphs */

#endif
