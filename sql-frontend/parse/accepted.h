/* Texts that servers accept, and libpg_query 15 does not: changed into ones that it parses. */
#ifndef IP_ACCEPTED_H
#define IP_ACCEPTED_H

#include "parse/tree.h"

enum { IP_INSERTED = 2 }; /* bytes */

typedef struct ip_other_text {
    char *text;
    size_t inserted; /* where IP_INSERTED bytes were put in; 0: nowhere, each byte is in its place */
} ip_other_text;

/* A text that means what sql does, which libpg_query has refused with this message at an offset. false: there is none.
 */
bool ip_parse_pg_other_text(ip_arena *arena, const char *sql, const char *message, size_t offset, ip_other_text *other);
/* Makes the places in the tree of a text those in the text without the insertion. */
void ip_parse_pg_take_back(const ip_tree *tree, size_t inserted);

#endif
