/* What statements read and wrote, as far as it is known to be one row. Internal to this folder. */
#ifndef IP_TRACE_ACCESSES_H
#define IP_TRACE_ACCESSES_H

#include "base/arena.h"
#include "history/json_text.h"

#include <stdbool.h>

typedef enum ip_trace_outcome {
    IP_TRACE_OPEN, /* its end is not there */
    IP_TRACE_COMMITTED,
    IP_TRACE_ABORTED, /* by its program */
    IP_TRACE_FAILED   /* the server has undone it, or a part of it */
} ip_trace_outcome;

typedef struct ip_traced_transaction {
    const char *session, *name; /* "1.3": session and number */
    bool begun, failed, partly; /* partly: rolled back to a savepoint */
    ip_trace_outcome outcome;
    int last;      /* its last access; -1: none */
    long end;      /* line of its last statement, by which its writes were not seen yet */
    size_t offset; /* of its first line */
} ip_traced_transaction;

/* A value is written so that equal ones are equal texts: "=9" of 9.00, "-" of NULL. NULL: not known. */
typedef struct ip_traced_cell {
    const char *column, *value;
} ip_traced_cell;
typedef IP_VEC(ip_traced_cell) ip_traced_cells;

typedef enum ip_access_kind { IP_ACCESS_SELECT, IP_ACCESS_UPDATE, IP_ACCESS_INSERT, IP_ACCESS_DELETE } ip_access_kind;

/* A statement on one table. */
typedef struct ip_access {
    ip_access_kind kind;
    int transaction, previous; /* previous: the transaction's one before; -1: none */
    const char *table;
    ip_traced_cells key;   /* what its condition compares by = with values; of INSERT nothing */
    bool other_conditions; /* beside these */
    bool every_row;        /* of a kind that is not understood further: any rows */
    ip_traced_cells cells; /* read, or written */
    long rows;             /* that it found, changed or brought */
    long line;
    size_t offset;
} ip_access;

typedef struct ip_trace_accesses {
    ip_arena *arena;
    IP_VEC(ip_traced_transaction) transactions;
    IP_VEC(ip_access) items; /* in the order of the lines */
    bool unknown_writes;     /* something may have written any table */
    const char *unknown_text;
    long unknown_line;
    long statements, understood; /* that touch tables */
} ip_trace_accesses;

/* One line of kind "statement". */
void ip_trace_accesses_add(ip_trace_accesses *accesses, int transaction, const ip_json *line, long number);

#endif
