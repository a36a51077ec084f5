/* The columns of a statement's result. Internal to this folder. */
#ifndef IP_RESULT_COLUMNS_H
#define IP_RESULT_COLUMNS_H

#include "workload/definition_pieces.h"

typedef struct ip_described_column {
    const char *name; /* as PostgreSQL gives it; "": not known here */
    const char *type; /* "integer", "numeric(12,2)"; NULL: not known here, or an array */
} ip_described_column;

typedef IP_VEC(ip_described_column) ip_result_columns;

/* Of a SELECT, or RETURNING. What * stands for is known once all files are read; before, it is one without a name. */
ip_result_columns ip_result_columns_of(const ip_reader *reader, const ip_tree *statement);

#endif
