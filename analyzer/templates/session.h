/* Transactions out of the statements of sessions.
 *
 * A transaction is what lies between BEGIN and COMMIT of a session, or what has one virtual transaction number without
 * BEGIN. Those that were rolled back or failed, and those whose beginning or end is not in the log, are counted and go
 * no further. */
#ifndef IP_TEMPLATE_SESSION_H
#define IP_TEMPLATE_SESSION_H

#include "templates/statement.h"

/* What came of a statement. */
typedef struct ip_outcome {
    long rows; /* found, or changed */
    int columns;
    const char *const *names; /* [columns] of a result of one row, */
    const ip_literal *cells;  /* and what it has, short ones with their texts */
} ip_outcome;

typedef struct ip_step {
    const ip_statement_form *form;
    const ip_literal *values;  /* [form's slots]; of long transactions without texts */
    const ip_outcome *outcome; /* NULL: not known */
} ip_step;

typedef struct ip_transaction {
    IP_VEC(ip_step) steps; /* work, and savepoints that it was rolled back to */
    bool begun;            /* by BEGIN; else statements of their own, or those of one message */
    const char *options;   /* of its BEGIN and SET TRANSACTION: " ISOLATION LEVEL SERIALIZABLE READ ONLY"; NULL */
    bool session_level;    /* options are the session's default */
    const char *path;      /* the SET search_path of its session; NULL: none was seen */
    const char *database, *application;
    const char *note;    /* a comment about the caller; NULL */
    bool rolled_back;    /* by the application, after results that may have made it do so */
    const char *session; /* lives as long as all sessions */
    const char *file;
    long line;
} ip_transaction;

/* Those that the application rolled back come, too, where something is known of their results: what they tell of
 * others. */
typedef void (*ip_transaction_sink)(void *context, const ip_transaction *transaction);

/* Each transaction and each statement is in one of these. */
typedef struct ip_session_counts {
    long committed; /* with work, to the sink */
    long noise;     /* committed, nothing but noise or nothing at all */
    long schema;    /* committed, changes the schema */
    long upkeep;    /* VACUUM and its like */
    long unparsed;  /* committed, with a statement that does not parse */
    long rolled_back, failed;
    long begun_before; /* its beginning is not in the log */
    long not_ended;    /* its end is not */
    long damaged;      /* entries of its session are missing in its middle */
    long statements;   /* all of them; of these: */
    long work_statements, noise_statements, control_statements, left_out_statements;
    const char *unparsed_text, *unparsed_file; /* of the first */
    long unparsed_line;
} ip_session_counts;

typedef struct ip_sessions ip_sessions;

ip_sessions *ip_sessions_new(ip_arena *arena, ip_forms *forms, ip_transaction_sink sink, void *context);
void ip_sessions_free(ip_sessions *sessions);
void ip_sessions_take(ip_sessions *sessions, const ip_recorded *recorded);
/* After the last one. */
void ip_sessions_end(ip_sessions *sessions);
const ip_session_counts *ip_sessions_counts(const ip_sessions *sessions);

#endif
