/* Lists of the values that a column has in all rows of an earlier result, or in some of them. Only recordings have
 * rows. */
#ifndef IP_TEMPLATE_ROW_LIST_H
#define IP_TEMPLATE_ROW_LIST_H

#include "templates/alignment.h"
#include "templates/folded.h"

/* Takes the lists of a transaction. */
void ip_templates_row_lists_take(ip_arena *arena, ip_family *family, const ip_folded *created, const ip_transaction *t);
/* Returns NULL if the list never had values of that column. */
const ip_row_list *ip_templates_row_list_of(const ip_family *family, int list, int part, const char *column);
/* Adds to a row list what was observed of it in another family. */
void ip_templates_row_list_join(ip_row_list *to, const ip_row_list *other);
/* Keeps what also holds in g. */
void ip_templates_row_lists_join(ip_family *f, const ip_family *g, const ip_alignment *a);

#endif
