/* What the files of isoproof check share. */
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
    const int *order;                  /* consistent: a commit order */
    int order_count;                   /* transactions in it */
    const ip_explanation *explanation; /* not consistent, unless a read is impossible at any level */
    const char *const *names;          /* of the transactions of order or explanation */
    const char *const *objects;
    int part; /* the explanation is about so many of the transactions alone; 0: all */
} ip_check_result;

typedef struct ip_check {
    ip_arena *arena;
    const ip_arguments *arguments;
    ip_diagnostics diagnostics;
    const char *file;
    const ip_recorded *recorded;   /* up to 63 transactions; NULL: large */
    const ip_large_history *large; /* NULL: recorded */
    const char *const *names;      /* of all transactions, but of a large history only once it is asked for them */
    IP_VEC(const ip_level *) asked;
    IP_VEC(const ip_level *) own; /* levels that transactions ask for */
    IP_VEC(ip_check_result) results;
    bool good;
} ip_check;

/* " consistent" and the like, without the blank. */
const char *ip_check_answer(const ip_check_result *result);
/* An edge of a result's explanation in words. */
const char *ip_check_sentence(const ip_check *check, const ip_check_result *result, const ip_reason *edge);
/* Reads that no level allows: those that are listed. */
int ip_check_impossible_count(const ip_check *check);
const char *ip_check_impossible(const ip_check *check, int read);

void ip_check_write_text(const ip_check *check, ip_writer *writer, bool quiet);
void ip_check_write_json(ip_check *check, FILE *out);
void ip_check_write_dot(const ip_check *check, FILE *out);  /* a graph for each result */
void ip_check_write_html(const ip_check *check, FILE *out); /* a page with all of them */

#endif
