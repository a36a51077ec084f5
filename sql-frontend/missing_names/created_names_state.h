/* Which names the input is known to create, collected from its texts. Internal to
 * missing_names/created_names.c and missing_names/created_in_text.c. */
#ifndef IP_MADE_PARTS_H
#define IP_MADE_PARTS_H

#include "missing_names/created_names.h"

typedef IP_VEC(const char *) ip_created_names;

struct ip_created {
    ip_arena *arena;
    const ip_definitions *definitions;
    /* last parts of names; sorted, once all are read: by texts that are run later */
    ip_created_names relations, functions, columns, altered;
    /* created by top-level statements and not dropped, whether in the schema or not */
    ip_created_names stated, stated_functions;
    ip_created_names dropped, dropped_functions; /* by the current transaction, which may be rolled back */
    bool in_transaction;
    bool ever;              /* what is dropped later counts, too */
    bool computed;          /* a text that is run later creates relations whose names it does not say */
    bool unknown_extension; /* it may have created anything */
};

/* Adds what the text creates. */
void ip_missing_created_read_text(ip_created *created, const ip_source *source);

#endif
