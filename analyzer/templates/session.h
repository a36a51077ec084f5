/* Builds transactions from the statements of sessions. A transaction consists of the statements between BEGIN and
 * COMMIT, or of those with one virtual transaction number without BEGIN. Transactions that were rolled back or failed,
 * and those whose beginning or end is not in the log, are only counted. */
#ifndef IP_TEMPLATE_SESSION_H
#define IP_TEMPLATE_SESSION_H

#include "templates/statement.h"

/* The outcome of a statement. */
typedef struct ip_logged_outcome {
    long rows; /* found or changed */
    int columns;
    const char *const *names;    /* [columns] of a result of one row */
    const ip_log_literal *cells; /* [columns] of that row; short values have their texts */
    int first, width;            /* number of the first rows that are known, and of their columns */
    const char *const *headings; /* [width] */
    const uint64_t *hashes;      /* [first * width] of the values; 0 if not known or NULL */
} ip_logged_outcome;

/* Tells whether a later column has the same name: \gset gives the variable the value of the last one. */
bool ip_templates_outcome_hides(const ip_logged_outcome *outcome, int column);

typedef struct ip_step {
    const ip_statement_form *form;
    const ip_log_literal *values;     /* [slot of the form]; long transactions lack the texts */
    const ip_logged_outcome *outcome; /* NULL if not known */
} ip_step;

typedef struct ip_transaction {
    IP_VEC(ip_step) steps; /* work, and savepoints to which the transaction was rolled back */
    bool begun;            /* by BEGIN; otherwise single statements, or those of one message */
    const char
        *options; /* of BEGIN and SET TRANSACTION, as in " ISOLATION LEVEL SERIALIZABLE READ ONLY"; NULL if none */
    bool session_level; /* options are the session's default */
    const char *path;   /* the session's SET search_path; NULL if none was seen */
    const char *database, *application;
    const char *note;    /* a comment about the caller; NULL if none */
    bool rolled_back;    /* by the application, after results that may have caused it */
    const char *session; /* lives as long as the ip_sessions */
    const char *file;
    long line;
} ip_transaction;

/* Receives committed transactions, and those that the application rolled back after known results, which help to
 * distinguish others. */
typedef void (*ip_transaction_sink)(void *context, const ip_transaction *transaction);

/* Each transaction and each statement counts once. */
typedef struct ip_session_counts {
    long committed; /* with work; passed to the sink */
    long noise;     /* committed, with only noise or nothing at all */
    long schema;    /* committed, changed the schema */
    long upkeep;    /* VACUUM and similar commands */
    long unparsed;  /* committed, with a statement that does not parse */
    long rolled_back, failed;
    long begun_before; /* the log lacks the beginning */
    long not_ended;    /* the log lacks the end */
    long damaged;      /* entries of the session are missing in between */
    long statements;   /* the sum of the following */
    long work_statements, noise_statements, control_statements, left_out_statements;
    const char *unparsed_text, *unparsed_file; /* of the first */
    long unparsed_line;
} ip_session_counts;

typedef struct ip_sessions ip_sessions;

ip_sessions *ip_templates_sessions_new(ip_arena *arena, ip_forms *forms, ip_transaction_sink sink, void *context);
void ip_templates_sessions_free(ip_sessions *sessions);
void ip_templates_sessions_take(ip_sessions *sessions, const ip_recorded *recorded);
/* Call after the last entry. */
/* An entry of any session may be missing here. */
void ip_templates_sessions_gap(ip_sessions *sessions);
void ip_templates_sessions_end(ip_sessions *sessions);
const ip_session_counts *ip_templates_sessions_counts(const ip_sessions *sessions);

#endif
