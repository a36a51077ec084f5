/* The columns of a statement's result. Internal to this folder. */
#ifndef IP_RESULT_COLUMNS_H
#define IP_RESULT_COLUMNS_H

#include "workload/definition_pieces.h"

typedef struct ip_described_column {
    const char *name; /* as PostgreSQL gives it; "": not known here */
    const char *type; /* "integer", "numeric(12,2)"; NULL: not known here, or an array */
} ip_described_column;

typedef IP_VEC(ip_described_column) ip_result_columns;

/* Of a SELECT, or RETURNING. * stands for the columns that its tables have where the files are read to; of a table that
 * is not known, it is one column without a name. */
ip_result_columns ip_workload_result_columns_of(const ip_reader *reader, const ip_tree *statement);
/* The same for a statement in a script's transaction; * must stand for the same columns at the end. */
ip_result_columns ip_workload_result_columns_used(ip_reader *reader, ip_unit *unit, const ip_tree *statement,
                                                  ip_range range);
/* Once all files are read: transactions whose * stands for other columns by then are not understood. */
void ip_workload_result_columns_check(ip_reader *reader);

#endif
