/* The accesses of recorded statements, as far as a statement is known to access one row. Internal to this folder. */
#ifndef IP_TRACE_ACCESSES_H
#define IP_TRACE_ACCESSES_H

#include "base/arena.h"
#include "history/json_text.h"

#include <stdbool.h>

typedef enum ip_trace_outcome {
    IP_TRACE_OPEN, /* the recording has no end of the transaction */
    IP_TRACE_COMMITTED,
    IP_TRACE_ABORTED, /* by its program */
    IP_TRACE_FAILED   /* the server has rolled back the transaction or a part of it */
} ip_trace_outcome;

typedef struct ip_traced_transaction {
    const char *session, *name; /* name is session and number, as in "1.3" */
    bool begun, failed, partly; /* partly: rolled back to a savepoint */
    ip_trace_outcome outcome;
    int last;      /* index of its last access; -1 if none */
    long end;      /* line of its last statement; its writes became visible later */
    size_t offset; /* of its first line, in bytes */
} ip_traced_transaction;

/* Equal values have equal texts: "=9" for 9.00, "-" for NULL. value is NULL if the value is not known. */
typedef struct ip_traced_cell {
    const char *column, *value;
} ip_traced_cell;
typedef IP_VEC(ip_traced_cell) ip_traced_cells;

typedef enum ip_access_kind { IP_ACCESS_SELECT, IP_ACCESS_UPDATE, IP_ACCESS_INSERT, IP_ACCESS_DELETE } ip_access_kind;

/* An access of one table by one statement. */
typedef struct ip_trace_access {
    ip_access_kind kind;
    int transaction, previous; /* previous: index of the transaction's previous access; -1 if none */
    const char *table;
    ip_traced_cells key;   /* columns that the condition compares with values by =; empty for INSERT */
    bool other_conditions; /* the condition has further parts */
    bool every_row;        /* the statement may access any row of the table */
    ip_traced_cells cells; /* read or written */
    long rows;             /* found, updated, deleted or inserted */
    long line;
    size_t offset;
} ip_trace_access;

typedef struct ip_trace_accesses {
    ip_arena *arena;
    IP_VEC(ip_traced_transaction) transactions;
    IP_VEC(ip_trace_access) items; /* in the order of the recording */
    bool unknown_writes;           /* some statement may have written any table */
    const char *unknown_text;
    long unknown_line;
    long statements, understood; /* statements that access tables */
} ip_trace_accesses;

/* Adds the accesses of one line of kind "statement". number is the number of the line. */
void ip_trace_history_trace_accesses_add(ip_trace_accesses *accesses, int transaction, const ip_json *line,
                                         long number);

#endif
