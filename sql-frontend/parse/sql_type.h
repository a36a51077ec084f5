/* Types as far as the analysis distinguishes them. */
#ifndef IP_SQL_TYPE_H
#define IP_SQL_TYPE_H

#include <stdbool.h>

/* Dates, times and intervals are IP_TIME; anything without an order or arithmetic that is known is IP_OTHER. */
typedef enum ip_type_kind { IP_INTEGER, IP_NUMERIC, IP_TEXT, IP_BOOLEAN, IP_TIME, IP_OTHER } ip_type_kind;

typedef struct ip_type {
    ip_type_kind kind;
    bool array;       /* an array of that kind, any dimensions */
    const char *name; /* as PostgreSQL writes it, "numeric(12,2)"; may be NULL */
} ip_type;

const char *ip_parse_type_kind_name(ip_type_kind kind);

#endif
