/* Parameters of a named query, and what they are called: as the query says (@id, :id, "-- params: id"), else, as sqlc
 * does, by the column that the placeholder is compared with or written to. */
#ifndef IP_QUERY_PARAMETERS_H
#define IP_QUERY_PARAMETERS_H

#include "psql/split.h"

typedef struct ip_query_parameter {
    const char *name;             /* "id"; "$1" where nothing gives it one */
    const char *variable;         /* of the item's variables: "id", "$1" */
    IP_VEC(const char *) spelled; /* identifiers that stand for it in the item's text */
} ip_query_parameter;

typedef IP_VEC(ip_query_parameter) ip_query_parameters;

/* In the order of their numbers, or in that of the text. Of an item that does not parse: without columns' names. */
ip_query_parameters ip_workload_query_parameters_of(ip_arena *arena, const ip_sql_item *item);
/* The one of that name, in any case and with or without underscores, or of that number ("$1", "1"); -1: none. */
int ip_workload_query_parameter_named(const ip_query_parameters *parameters, const char *name);
/* The parameter that the identifier stands for; -1: none. */
int ip_workload_query_parameter_spelled(const ip_query_parameters *parameters, const char *identifier);

#endif
