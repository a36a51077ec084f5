/* Writes every question to the solver to a file, in SMT-LIB 2: to inspect the formulas, and to check the answers with
 * another solver. */
#ifndef IP_QUERY_LOG_H
#define IP_QUERY_LOG_H

#include "base/diagnostic.h"

#include <z3.h>

typedef struct ip_query_log {
    const char *folder; /* NULL: nothing is written */
    ip_diagnostics *diagnostics;
    char purpose[256]; /* of the next questions */
    int count;
    bool failed; /* reported once; nothing is written after that */
} ip_query_log;

/* Creates the folder if it does not exist. A failure is an error in the diagnostics. */
bool ip_question_query_log_open(ip_query_log *log, const char *folder, ip_diagnostics *diagnostics);
void ip_question_query_log_purpose(ip_query_log *log, const char *purpose); /* log may be NULL */
/* The text of the next question. Must be called before the check, since it loses the solver's model. NULL if nothing is
 * to be written; log may be NULL. */
const char *ip_question_query_log_text(ip_query_log *log, ip_arena *arena, Z3_context z3, Z3_solver solver);
/* Writes that text, which may be NULL, and the answer. */
void ip_question_query_log_write(ip_query_log *log, const char *text, Z3_lbool answer);

#endif
