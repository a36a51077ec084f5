/* A row that is read in one transaction and written in a later one of the same session: no level protects what the
 * application has computed in between. */
#ifndef IP_TEMPLATE_APART_H
#define IP_TEMPLATE_APART_H

#include "templates/session.h"

/* Two statements with the same key value: a SELECT, and an UPDATE that gives a column of that row a value of the
 * client's, in one of the next transactions, which does not read the row itself. */
typedef struct ip_apart {
    const ip_statement_form *read, *write;
    const char *table, *key;
    long seen;
    const char *file; /* of the first: where the transaction begins that reads, */
    long line, later; /* and the one that writes */
} ip_apart;

typedef struct ip_aparts ip_aparts;

ip_aparts *ip_aparts_new(ip_arena *arena);
void ip_aparts_free(ip_aparts *aparts);
/* Committed transactions, each session's in their order. */
void ip_aparts_take(ip_aparts *aparts, const ip_transaction *transaction);
/* The pair with this UPDATE that was seen most, at least so often and in half of the UPDATE's transactions, whose
 * number is *written; NULL: none. */
const ip_apart *ip_aparts_of(const ip_aparts *aparts, const ip_statement_form *write, long support, long *written);

#endif
