/* Shared by the files of isoproof check. */
#ifndef IP_CHECK_H
#define IP_CHECK_H

#include "command/commands.h"
#include "history/explanation.h"
#include "history/recorded.h"
#include "isoproof.h"
#include "large_history/large_history.h"
#include "report/writer.h"

typedef struct ip_check_result {
    const ip_level *level;
    bool consistent, undecided;
    const int *order;                  /* if consistent: a commit order */
    int order_count;                   /* number of transactions in order */
    const ip_explanation *explanation; /* if not consistent; NULL if a read is impossible at any level */
    const char *const *names;          /* of the transactions in order or explanation */
    const char *const *objects;
    int part; /* number of transactions that the explanation covers; 0 for all */
} ip_check_result;

typedef struct ip_check_run {
    ip_arena *arena;
    const ip_arguments *arguments;
    ip_diagnostics diagnostics;
    const char *file;
    const ip_recorded_history *recorded; /* up to 63 transactions; NULL if large is set */
    const ip_large_history *large;       /* NULL if recorded is set */
    const char *const *names; /* of all transactions; for a large history set once a transaction's name is needed */
    IP_VEC(const ip_level *) asked;
    IP_VEC(const ip_level *) own; /* levels that transactions declare */
    IP_VEC(ip_check_result) results;
    bool good;
} ip_check_run;

/* The verdict on a result, as in "consistent". */
const char *ip_command_check_answer(const ip_check_result *result);
/* Explains an edge of a result's explanation in a sentence. */
const char *ip_command_check_sentence(const ip_check_run *check, const ip_check_result *result, const ip_reason *edge);
/* Reads that no level allows: the number of those that are listed. */
int ip_command_check_impossible_count(const ip_check_run *check);
const char *ip_command_check_impossible(const ip_check_run *check, int read);

void ip_command_check_write_text(const ip_check_run *check, ip_writer *writer, bool quiet);
void ip_command_check_write_json(ip_check_run *check, FILE *out);
void ip_command_check_write_dot(const ip_check_run *check, FILE *out);  /* one graph for each result */
void ip_command_check_write_html(const ip_check_run *check, FILE *out); /* one page with all results */

#endif
