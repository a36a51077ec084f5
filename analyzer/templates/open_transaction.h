/* The transaction that a session has open: its steps so far, and its savepoints. Internal to this folder. */
#ifndef IP_OPEN_TRANSACTION_H
#define IP_OPEN_TRANSACTION_H

#include "templates/session.h"

/* A step, a savepoint, or a rollback to a savepoint. */
typedef struct ip_open_log_step {
    ip_step step; /* form is NULL for a savepoint */
    int savepoint;
    bool returns;
} ip_open_log_step;

typedef struct ip_open_savepoint {
    const char *name;
    int id;
} ip_open_savepoint;

typedef struct ip_open_transaction {
    ip_arena *arena;
    ip_transaction head;
    IP_VEC(ip_open_log_step) steps;
    IP_VEC(ip_open_savepoint) savepoints; /* savepoints that are still active */
    int savepoint_count;
    const char *vxid;
    bool begun, begun_before, damaged, failed, doubtful;
    bool work, schema, upkeep, unparsed;
    long statements, noise, control;
    uint64_t last_text;
} ip_open_transaction;

/* Adds a step. The first steps of a transaction keep the texts of their values. */
void ip_templates_open_transaction_add(ip_open_transaction *t, const ip_recorded *recorded,
                                       const ip_statement_form *form, const ip_log_literal *values);
void ip_templates_open_transaction_savepoint(ip_open_transaction *t, const char *name);
/* RELEASE and ROLLBACK TO (returns) end the savepoints that were set after the named one. RELEASE also ends that one.
 */
void ip_templates_open_transaction_leave(ip_open_transaction *t, const char *name, bool returns);
/* Writes the steps to t->head. Drops savepoints without a rollback, and renumbers the others. */
void ip_templates_open_transaction_settle(ip_open_transaction *t, ip_forms *forms);
/* Counts for each statement how many rows it found or changed, or, if the transaction was rolled back, whether its last
 * statement had none: whether the application continues after a statement without a row. */
void ip_templates_open_transaction_count_rows(const ip_open_transaction *t, bool committed);
/* Tells whether the transaction had results that may have caused its rollback. */
bool ip_templates_open_transaction_has_outcomes(const ip_open_transaction *t);

#endif
