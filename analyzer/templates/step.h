/* What is kept of a statement while its transaction is open. texts: how values are written, if they are short. */
#ifndef IP_TEMPLATE_STEP_H
#define IP_TEMPLATE_STEP_H

#include "templates/session.h"

const ip_literal *ip_step_values(ip_arena *arena, const ip_statement_form *form, const ip_literal *values, bool texts);
/* NULL: nothing is known of it. */
const ip_outcome *ip_step_outcome(ip_arena *arena, const ip_recorded *recorded, bool texts);

#endif
