/* Columns that an UPDATE sets to the value with which it compares them, plus a constant: SET version = 8 WHERE version
 * = 7. Optimistic locking does so. */
#ifndef IP_TEMPLATE_INCREMENT_H
#define IP_TEMPLATE_INCREMENT_H

#include "templates/alignment.h"
#include "templates/folded.h"

/* Takes the increments of a transaction. */
void ip_templates_increments_take(ip_arena *arena, ip_family *family, const ip_folded *created,
                                  const ip_transaction *t);
/* Keeps what also holds in g. */
void ip_templates_increments_join(ip_family *f, const ip_family *g, const ip_alignment *a);
bool ip_templates_has_increment(const ip_family *family, const ip_increment *increment);

#endif
