/* Lists whose elements are the values of other slots: x IN (1, 2) of a transaction that then uses 1 and 2 alone. */
#ifndef IP_TEMPLATE_LIST_H
#define IP_TEMPLATE_LIST_H

#include "templates/alignment.h"
#include "templates/folded.h"

/* Takes the lists of a transaction. Call before its values are compared with f->equal. */
void ip_templates_lists_take(ip_arena *arena, ip_family *family, const ip_folded *created, const ip_transaction *t);
/* Keeps what also holds in g. Call before f->equal is joined. */
void ip_templates_lists_join(ip_family *f, const ip_family *g, const ip_alignment *a);
/* Tells whether a list has such a member. */
bool ip_templates_has_member(const ip_family *family, int list, int slot, int place);
/* Tells whether the slot holds a list or an array whose elements are compared with other slots. */
bool ip_templates_is_list(const ip_family *family, int slot);

#endif
