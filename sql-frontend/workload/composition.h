/* What "-- transaction: NAME = QUERY(parameter: value, …), … expect 1 row" says. Internal to this folder. */
#ifndef IP_COMPOSITION_H
#define IP_COMPOSITION_H

#include "workload/definition_pieces.h"

typedef struct ip_composed_value {
    const char *parameter; /* of the query; NULL: by its place */
    const char *query;     /* whose result the value is; NULL: a parameter of the transaction, or a literal */
    const char *value;     /* a column of it, a name, the literal's text */
    bool literal;
} ip_composed_value;

typedef struct ip_composed_call {
    ip_named_query *query;
    IP_VEC(ip_composed_value) values;
    const char *expected; /* "1 row"; NULL: any number */
    const char *loop;     /* the query for each of whose rows it is called; NULL: it is called once */
} ip_composed_call;

typedef struct ip_composition {
    ip_reader *reader;
    ip_range comment;
    const char *name, *at; /* where its text is read */
    IP_VEC(ip_composed_call) calls;
    bool wrong;
} ip_composition;

/* at: the text after "transaction:". false: what is wrong has been reported. */
bool ip_workload_composition_read(ip_composition *c);

#endif
