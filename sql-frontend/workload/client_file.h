/* Clients in the format of PostgreSQL's isolation tester (src/test/isolation/README): setup blocks, sessions, steps.
 *
 *     setup { CREATE TABLE …; INSERT … }
 *     session s1
 *     setup { BEGIN; }
 *     step a { UPDATE …; }
 *     step b { COMMIT; }
 *     permutation a b
 *
 * A session's transactions are its setup and steps, in order, cut at BEGIN … COMMIT, and its teardown if that ends one.
 * As on a server, statements of one step outside of BEGIN … COMMIT are one transaction, and those before a BEGIN in
 * their step belong to the transaction that it begins. As in the tester, a block ends at the first brace, wherever it
 * is. */
#ifndef IP_CLIENT_FILE_H
#define IP_CLIENT_FILE_H

#include "base/diagnostic.h"

typedef struct ip_client_file_transaction {
    const char *name;      /* "s1.a": session and the step it begins in; "s1.a.2" for the second one there */
    ip_range text;         /* its statements, BEGIN and COMMIT among them; in a source derived from the file */
    const char *isolation; /* the level that BEGIN or SET TRANSACTION asks for, "repeatable read"; NULL: none */
    ip_range isolation_range;
} ip_client_file_transaction;

typedef enum ip_client_file_part { IP_CLIENT_STEP, IP_CLIENT_SETUP, IP_CLIENT_TEARDOWN } ip_client_file_part;

/* A block of a session: its setup or a step, or its teardown if a transaction reaches into it. */
typedef struct ip_client_file_step {
    const char *name; /* "setup" and "teardown" for the session's own */
    ip_client_file_part kind;
    ip_range text; /* inside the braces */
    size_t end;    /* of it in the session's text */
} ip_client_file_step;

typedef struct ip_client_file_session {
    const char *name;
    ip_range range;        /* its name in the file */
    const ip_source *text; /* its steps, one after the other; NULL: none */
    IP_VEC(ip_client_file_step) steps;
    ip_range unfinished; /* a transaction that does not end in it; source NULL: none */
    IP_VEC(ip_client_file_transaction) transactions;
} ip_client_file_session;

/* What holds back the report of a step in a permutation. */
typedef enum ip_client_file_blocker_kind {
    IP_BLOCKER_ONCE,   /* *: it is said to wait at first, whether it does or not */
    IP_BLOCKER_STEP,   /* until that step of another session has been reported */
    IP_BLOCKER_NOTICES /* until the session of that step has been sent so many notices more */
} ip_client_file_blocker_kind;

typedef struct ip_client_file_blocker {
    ip_client_file_blocker_kind kind;
    int session, step; /* of .sessions and its .steps */
    int notices;
} ip_client_file_blocker;

typedef struct ip_client_file_turn {
    int session, step;
    IP_VEC(ip_client_file_blocker) blockers;
} ip_client_file_turn;

typedef struct ip_client_file_permutation {
    ip_range range; /* its keyword */
    IP_VEC(ip_client_file_turn) turns;
} ip_client_file_permutation;

typedef struct ip_client_file {
    IP_VEC(const ip_source *) setups; /* derived from the file */
    IP_VEC(ip_client_file_session) sessions;
    ip_range teardown; /* of all sessions; no source: none */
    IP_VEC(ip_client_file_permutation) permutations;
} ip_client_file;

/* Never fails: what is wrong is reported as an error, and reading goes on after it. */
ip_client_file *ip_workload_client_file_read(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics);
/* The same for callers that run steps one by one: sessions are not cut into transactions. */
ip_client_file *ip_workload_client_file_read_steps(ip_arena *arena, const ip_source *source,
                                                   ip_diagnostics *diagnostics);

#endif
