/* Every question to the solver as a file of its own, in SMT-LIB 2: to look at the
 * formulas, and to have the answers checked by another solver. */
#ifndef IP_QUERY_LOG_H
#define IP_QUERY_LOG_H

#include "base/diagnostic.h"

#include <z3.h>

typedef struct ip_query_log {
    const char *folder; /* NULL: nothing is written */
    ip_diagnostics *diagnostics;
    char purpose[256]; /* of the next questions */
    int count;
    bool failed; /* reported once; after that nothing more is written */
} ip_query_log;

/* Makes the folder if it is not there. A failure is an error in the diagnostics. */
bool ip_query_log_open(ip_query_log *log, const char *folder, ip_diagnostics *diagnostics);
void ip_query_log_purpose(ip_query_log *log, const char *purpose); /* log may be NULL */
/* What the solver is about to be asked. To be called before it is: this
 * loses the solver's model. NULL when nothing is to be written; log may be NULL. */
const char *ip_query_log_text(ip_query_log *log, ip_arena *arena, Z3_context z3, Z3_solver solver);
/* Writes that text, which may be NULL, and the answer. */
void ip_query_log_write(ip_query_log *log, const char *text, Z3_lbool answer);

#endif
