/* What clients have sent in the transactions of a run, and what they have got, for reports. */
#ifndef IP_SERVER_NOTED_H
#define IP_SERVER_NOTED_H

#include "server/database.h"

/* A statement of a transaction. Answers are noted after ip_served_note_answers. */
typedef struct ip_noted {
    const char *text;     /* with the values of its parameters */
    const char *why_not;  /* why no other session can send it again; NULL if it can */
    bool changes_nothing; /* a definition that has failed, or was skipped, or is CREATE DATABASE */
    bool answered;        /* something of its answer is noted */
    bool touches;         /* it has used rows, so its answer depends on what it has seen */
    long least, most;     /* an engine's levels: its snapshot has so many commits */
    const char *sqlstate; /* of its error; NULL */
    bool has_rows;
    int width;
    long row_count;            /* rows returned or changed */
    const char *const *values; /* [row_count * width], if it has rows */
    bool changes;              /* INSERT, UPDATE, DELETE, MERGE */
} ip_noted;

typedef struct ip_noted_transaction {
    int session;
    const ip_level *level;
    bool ended, committed;
    long left_out; /* statements for which there was no room */
    IP_VEC(ip_noted) statements;
} ip_noted_transaction;

/* From now on answers are noted, too. */
void ip_served_note_answers(ip_served *served);
/* Notes the running transaction's next statement. Only the first statements of a transaction are kept. arguments: of
 * the code's parameters; both may be NULL. */
void ip_served_note(ip_served *served, const char *text, const ip_code *code, const ip_datum *arguments);
/* The same of a statement that no other session can send again. */
void ip_served_note_other(ip_served *served, const char *text, const char *why_not);
/* The last noted statement is a definition that has changed nothing. */
void ip_served_note_no_change(ip_served *served);
/* Notes the answer to the last noted statement. */
void ip_served_note_answer(ip_served *served, const ip_served_result *result);
/* The running transaction begins, or ends. */
void ip_served_note_begin(ip_served *served, long number, int session);
void ip_served_note_end(ip_served *served, long number, bool committed);

long ip_served_noted_transactions(const ip_served *served); /* their numbers are less */
const ip_noted_transaction *ip_served_noted_transaction(const ip_served *served, long number); /* NULL: none is noted */

#endif
