/* Loops over the rows that the SELECT before them has found. Only recordings have rows. */
#ifndef IP_TEMPLATE_ROW_H
#define IP_TEMPLATE_ROW_H

#include "templates/alignment.h"
#include "templates/folded.h"

/* Takes the rows before the loops of a transaction. */
void ip_templates_rows_take(ip_arena *arena, ip_family *family, const ip_folded *created, const ip_transaction *t);
/* Keeps what also holds in g. */
void ip_templates_rows_join(ip_family *f, const ip_family *g, const ip_alignment *a);
/* Returns the index of the only column of that name, or -1. */
int ip_templates_row_column(const ip_logged_outcome *outcome, const char *name);
/* Tells whether the name needs no quotes. */
bool ip_templates_is_word(const char *name);
bool ip_templates_has_row_cell(const ip_family *family, int slot, const char *column);

#endif
