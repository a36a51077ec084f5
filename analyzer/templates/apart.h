/* Finds rows that are read in one transaction and written in a later one of the same session. No isolation level
 * protects what the application computes in between. */
#ifndef IP_TEMPLATE_APART_H
#define IP_TEMPLATE_APART_H

#include "templates/session.h"

/* A SELECT and an UPDATE with the same key value. The UPDATE assigns a value of the client, and its transaction comes
 * after the SELECT's without reading the row itself. Or a SELECT by a column, and an INSERT of a row with this value: a
 * second INSERT at the same time would not fail, as the columns of the SELECT are no key. */
typedef struct ip_apart {
    const ip_statement_form *read, *write;
    const char *table, *key;
    long seen;
    const char *file; /* of the first occurrence: where the reading transaction begins */
    long line, later; /* later: where the writing transaction begins */
} ip_apart;

typedef struct ip_aparts ip_aparts;

/* Without a schema no INSERT is paired. */
ip_aparts *ip_templates_aparts_new(ip_arena *arena, const ip_schema *schema);
void ip_templates_aparts_free(ip_aparts *aparts);
/* Takes committed transactions, those of a session in their order. */
void ip_templates_aparts_take(ip_aparts *aparts, const ip_transaction *transaction);
/* Returns the most frequent pair with this UPDATE or INSERT, if it occurs at least support times and in half of the
 * transactions with it. *written becomes the number of these transactions. Returns NULL if there is no such pair. */
const ip_apart *ip_templates_aparts_of(const ip_aparts *aparts, const ip_statement_form *write, long support,
                                       long *written);

#endif
