/* Variables that hold keys of rows which the routine itself has inserted: INSERT … RETURNING id INTO v, and
 * ids := array_append(ids, v). A row that is found by one of them is the transaction's own. */
#ifndef IP_INSERTED_H
#define IP_INSERTED_H

#include "lower/state.h"

/* The variable that has just been declared, in its slot: notes whether it is one of these. */
void ip_lower_note_inserted(ip_lowerer *l, const ip_pl_declaration *declaration, int slot);
/* Does the condition, one of those that restrict this source, find no rows of it but the program's own? */
bool ip_lower_finds_own_rows(const ip_lowerer *l, const ip_statement *statement, int source, const ip_expr *condition);

#endif
