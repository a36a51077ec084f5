/* The statements of one block of a client, as they are sent one after the other: what a session does itself (BEGIN,
 * SAVEPOINT, SET …), and SQL, which becomes code (code_text.h). */
#ifndef IP_CLIENT_STATEMENT_H
#define IP_CLIENT_STATEMENT_H

#include "base/source.h"

typedef enum ip_client_statement_kind {
    IP_CLIENT_SQL, /* anything else */
    IP_CLIENT_BEGIN,
    IP_CLIENT_COMMIT,
    IP_CLIENT_ROLLBACK,
    IP_CLIENT_SAVEPOINT,   /* name */
    IP_CLIENT_ROLLBACK_TO, /* name */
    IP_CLIENT_RELEASE,     /* name */
    IP_CLIENT_SET,         /* name, value (NULL: the default, RESET), local */
    IP_CLIENT_SHOW,        /* name */
    IP_CLIENT_SET_TRANSACTION,
    IP_CLIENT_PREPARE,    /* name, body; value: the types of its parameters, with parentheses; NULL */
    IP_CLIENT_EXECUTE,    /* name; value: its arguments, with parentheses; NULL */
    IP_CLIENT_DEALLOCATE, /* name; NULL: all */
    IP_CLIENT_UNKNOWN     /* of those above, but not in a form that is known */
} ip_client_statement_kind;

typedef struct ip_client_statement {
    ip_client_statement_kind kind;
    ip_range range; /* without ";" */
    const char *name, *value;
    ip_range body;
    bool local;
    bool defaults;         /* SET … TO DEFAULT, which is no RESET */
    bool starts;           /* START TRANSACTION */
    bool chains;           /* COMMIT or ROLLBACK AND CHAIN */
    const char *isolation; /* BEGIN, SET_TRANSACTION: "repeatable read"; NULL: not said. Read uncommitted is read
                              committed (PostgreSQL 15, 13.2) */
    int read_only;         /* 1: READ ONLY, 0: READ WRITE, -1: not said */
    int deferrable;        /* the same */
} ip_client_statement;

typedef IP_VEC(ip_client_statement) ip_client_statements;

/* text: within the braces. */
ip_client_statements ip_workload_client_statements_of(ip_arena *arena, ip_range text);

#endif
